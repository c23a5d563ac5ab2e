import { createAtom } from '@tanstack/react-store';
import { useSyncExternalStore } from 'react';

/** How a value is written as text: null is the text of what is not kept. `parse` may throw for a text of somebody else. */
type Format<Value> = { parse: (text: string | null) => Value; print: (value: Value) => string | null };
type Listener = () => void;

/**
 * One value that this device keeps under a key, `localStorage` unless said otherwise. It is read anew each time, so that it
 * is never older than what another tab wrote. Where storage is switched off or full, it lives as long as the page.
 */
export class StoredValue<Value> {
  readonly #key: string;
  readonly #format: Format<Value>;
  readonly #area: 'localStorage' | 'sessionStorage';
  /** Counts what this page wrote. */
  readonly #written = createAtom(0);
  #read: { text: string | null; value: Value } | null = null;
  /** What the storage did not take. */
  #unsaved: { value: Value } | null = null;

  constructor(key: string, format: Format<Value>, area: 'localStorage' | 'sessionStorage' = 'localStorage') {
    this.#key = key;
    this.#format = format;
    this.#area = area;
  }

  /** The value; the same object as long as its text is the same. */
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
    this.#written.set((count) => count + 1);
  };

  /** Calls back whenever this page writes the value. Returns what ends it. */
  readonly onWrite = (listener: Listener): (() => void) => {
    const { unsubscribe } = this.#written.subscribe(listener);
    return unsubscribe;
  };

  /** Calls back whenever another tab of this host writes the value, or clears everything. Returns what ends it. */
  readonly onWriteElsewhere = (listener: Listener): (() => void) => {
    const onStorage = ({ key }: StorageEvent) => {
      if (key !== this.#key && key !== null) return;
      this.#unsaved = null;
      listener();
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  };

  /** Calls back whenever the value changes, here or in another tab. Returns what ends it. */
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

/** For a value that is a text, or null when nothing is kept. */
export const asText: Format<string | null> = { parse: (text) => text, print: (text) => text };

/** A stored value, for a component that follows its changes here and in other tabs. */
export const useStoredValue = <Value>(stored: StoredValue<Value>): Value =>
  useSyncExternalStore(stored.onChange, stored.get);
