/** Things on their way to one reader, who takes what is there at once. */
export class Inbox<Item> {
  readonly #signal: AbortSignal;
  #items: Item[] = [];
  #wake: (() => void) | null = null;
  /** Somebody woke us while nobody waited. */
  #woken = false;
  #finished = false;
  readonly #onAbort = () => this.wake();

  /** When `signal` aborts, the reader gets its reason. */
  constructor(signal: AbortSignal) {
    this.#signal = signal;
    signal.addEventListener('abort', this.#onAbort);
  }

  /** How much waits. */
  get size(): number {
    return this.#items.length;
  }

  put(item: Item): void {
    this.#items.push(item);
    this.wake();
  }

  wake(): void {
    this.#woken = true;
    this.#wake?.();
    this.#wake = null;
  }

  /** Everything that has arrived, as soon as that is something; nothing at all once it is finished. */
  async take(): Promise<Item[]> {
    while (this.#items.length === 0 && !this.#finished) {
      this.#signal.throwIfAborted();
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    const items = this.#items;
    this.#items = [];
    return items;
  }

  /** Until somebody wakes us, or did since the last wait; `ms` milliseconds at most. */
  async wait(ms: number): Promise<void> {
    this.#signal.throwIfAborted();
    let timer: NodeJS.Timeout | undefined;
    if (!this.#woken)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        timer = setTimeout(resolve, ms);
      });
    clearTimeout(timer);
    this.#woken = false;
    this.#signal.throwIfAborted();
  }

  /** Drops what waits; the reader is told so. */
  finish(): void {
    this.#finished = true;
    this.#items = [];
    this.close();
    this.wake();
  }

  close(): void {
    this.#signal.removeEventListener('abort', this.#onAbort);
  }
}
