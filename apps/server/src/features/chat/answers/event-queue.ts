/** A queue of events for one reader, who takes all that have arrived. */
export class EventQueue<Item> {
  readonly #signal: AbortSignal;
  #items: Item[] = [];
  #wake: (() => void) | null = null;
  /** `wake` was called while nobody waited. */
  #woken = false;
  #finished = false;
  readonly #onAbort = () => this.wake();

  /** When `signal` aborts, `take` and `wait` throw its reason. */
  constructor(signal: AbortSignal) {
    this.#signal = signal;
    signal.addEventListener('abort', this.#onAbort);
  }

  /** How many events are queued. */
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

  /** Resolves to all queued events once there is at least one; to none after `finish`. */
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

  /** Resolves when `wake` is called, or was since the last wait; after `ms` milliseconds at the latest. */
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

  /** Discards the queued events and ends the queue. */
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
