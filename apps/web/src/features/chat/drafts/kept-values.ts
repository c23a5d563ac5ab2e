const saveAfterMs = 250;

/** Values that are not kept on this device, by prefix and name. They outlive the screen that they were typed on, but not the page. */
const ofPage = new Map<string, unknown>();

/**
 * Values of one kind that are kept on this device, each under `prefix` and a name. They are written shortly after a change and
 * when the page is closed. Without storage they last as long as the page.
 */
export class KeptValues<Value> {
  readonly #prefix: string;
  readonly #empty: Value;
  readonly #parse: (stored: unknown) => Value;
  readonly #isKept: (name: string) => boolean;
  readonly #values = new Map<string, Value>();
  readonly #unsaved = new Set<string>();
  readonly #listeners = new Set<() => void>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * `empty` is used for a missing value and is not stored. `parse` converts a stored value; it may throw. A value for which `isKept`
   * returns false lasts as long as the page.
   */
  constructor(prefix: string, empty: Value, parse: (stored: unknown) => Value, isKept: (name: string) => boolean) {
    this.#prefix = prefix;
    this.#empty = empty;
    this.#parse = parse;
    this.#isKept = isKept;
  }

  get(name: string): Value {
    const known = this.#values.get(name);
    if (known !== undefined) return known;
    const value = this.#read(name);
    this.#values.set(name, value);
    return value;
  }

  set(name: string, value: Value): void {
    this.#values.set(name, value);
    this.#unsaved.add(name);
    if (this.#timer === undefined) {
      this.#timer = setTimeout(this.flush, saveAfterMs);
      window.addEventListener('pagehide', this.flush);
    }
    this.#announce();
  }

  /** The values that this page knows and that may be kept, by name, without empty ones. */
  known(): [name: string, value: Value][] {
    const empty = JSON.stringify(this.#empty);
    return [...this.#values].filter(([name, value]) => this.#isKept(name) && JSON.stringify(value) !== empty);
  }

  /** Everything that this device keeps, by name, without empty values. */
  all(): [name: string, value: Value][] {
    try {
      for (const key of Object.keys(localStorage))
        if (key.startsWith(this.#prefix)) this.get(key.slice(this.#prefix.length));
    } catch {
      // Storage is switched off, so this page knows everything.
    }
    return this.known();
  }

  /** Removes everything, so that nothing is left on this device after signing out. */
  clear(): void {
    this.#unsaved.clear();
    ofPage.clear();
    try {
      for (const key of Object.keys(localStorage)) if (key.startsWith(this.#prefix)) localStorage.removeItem(key);
    } catch {
      // Storage is switched off, so nothing was kept.
    }
    for (const name of this.#values.keys()) this.#values.set(name, this.#empty);
    this.#announce();
  }

  /** Immediately writes pending changes. */
  readonly flush = (): void => {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    window.removeEventListener('pagehide', this.flush);
    for (const name of this.#unsaved) this.#save(name);
    this.#unsaved.clear();
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  #announce(): void {
    for (const listener of this.#listeners) listener();
  }

  #read(name: string): Value {
    const value = ofPage.get(this.#prefix + name);
    if (value !== undefined) return value as Value;
    try {
      const stored = localStorage.getItem(this.#prefix + name);
      return stored === null ? this.#empty : this.#parse(JSON.parse(stored));
    } catch {
      return this.#empty;
    }
  }

  #save(name: string): void {
    const value = this.#values.get(name);
    if (this.#isKept(name)) ofPage.delete(this.#prefix + name);
    else ofPage.set(this.#prefix + name, value);
    try {
      if (
        value === undefined ||
        ofPage.has(this.#prefix + name) ||
        JSON.stringify(value) === JSON.stringify(this.#empty)
      )
        localStorage.removeItem(this.#prefix + name);
      else localStorage.setItem(this.#prefix + name, JSON.stringify(value));
    } catch {
      // Storage is switched off or full, so the value lasts as long as the page.
    }
  }
}
