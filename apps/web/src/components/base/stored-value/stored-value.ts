/** How a value is stored as text; null means nothing is stored. `parse` may throw for invalid text. */
type Format<Value> = { parse: (text: string | null) => Value; print: (value: Value) => string | null };
type Listener = () => void;

/**
 * One value in web storage (`localStorage` by default). Every read goes to the storage, so that it is never older than another
 * tab's write. If storage is disabled or full, the value lives as long as the page.
 */
export class StoredValue<Value> {
  readonly #key: string;
  readonly #format: Format<Value>;
  readonly #area: 'localStorage' | 'sessionStorage';
  /** Reports the writes of this page. */
  readonly #writes = new EventTarget();
  #read: { text: string | null; value: Value } | null = null;
  /** A value that the storage refused. */
  #unsaved: { value: Value } | null = null;

  constructor(key: string, format: Format<Value>, area: 'localStorage' | 'sessionStorage' = 'localStorage') {
    this.#key = key;
    this.#format = format;
    this.#area = area;
  }

  /** The value. The same object is returned as long as the stored text is the same. */
  readonly get = (): Value => {
    if (this.#unsaved) return this.#unsaved.value;
    const text = this.#text();
    if (this.#read?.text !== text || !this.#read) this.#read = { text, value: this.#parse(text) };
    return this.#read.value;
  };

  readonly set = (value: Value): void => {
    const text = this.#format.print(value);
    this.#unsaved = null;
    try {
      if (text === null) window[this.#area].removeItem(this.#key);
      else window[this.#area].setItem(this.#key, text);
    } catch {
      this.#unsaved = { value };
    }
    this.#writes.dispatchEvent(new Event('write'));
  };

  /** Calls back when this page writes the value. Returns a function that unsubscribes. */
  readonly onWrite = (listener: Listener): (() => void) => {
    // A function of its own, so that a listener that is given twice is called twice.
    const onWrite = () => listener();
    this.#writes.addEventListener('write', onWrite);
    return () => this.#writes.removeEventListener('write', onWrite);
  };

  /** Calls back when another tab of this host writes the value or clears the storage. Returns a function that unsubscribes. */
  readonly onWriteElsewhere = (listener: Listener): (() => void) => {
    const onStorage = ({ key }: StorageEvent) => {
      if (key !== this.#key && key !== null) return;
      this.#unsaved = null;
      listener();
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  };

  /** Calls back when the value changes, here or in another tab. Returns a function that unsubscribes. */
  readonly onChange = (listener: Listener): (() => void) => {
    const ends = [this.onWrite(listener), this.onWriteElsewhere(listener)];
    return () => {
      for (const end of ends) end();
    };
  };

  #text(): string | null {
    try {
      return window[this.#area].getItem(this.#key);
    } catch {
      return null;
    }
  }

  #parse(text: string | null): Value {
    try {
      return this.#format.parse(text);
    } catch {
      return this.#format.parse(null);
    }
  }
}

/** For a string value; null if nothing is stored. */
export const asText: Format<string | null> = { parse: (text) => text, print: (text) => text };
