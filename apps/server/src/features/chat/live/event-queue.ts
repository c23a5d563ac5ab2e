/** A queue of events for one reader, who takes all that have arrived. */
export class EventQueue<Item> {
  readonly #signals: readonly AbortSignal[];
  #items: Item[] = [];
  #wake: (() => void) | null = null;
  /** `wake` was called while no reader waited. */
  #woken = false;
  #finished = false;
  /** The first signal that aborted. */
  #aborted: AbortSignal | undefined;
  readonly #onAbort = (event: Event) => {
    this.#aborted ??= event.target as AbortSignal;
    this.wake();
  };

  /** When one of the signals aborts, `take` and `wait` throw its reason. Combining them first would cost as much as many events. */
  constructor(...signals: readonly AbortSignal[]) {
    this.#signals = signals;
    this.#aborted = signals.find(({ aborted }) => aborted);
    for (const signal of signals) signal.addEventListener('abort', this.#onAbort);
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

  /** Resolves to all queued events once there is at least one; to none after `finish` or, after the last ones, `end`. */
  async take(): Promise<Item[]> {
    while (this.#items.length === 0 && !this.#finished) {
      this.#throwIfAborted();
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    const items = this.#items;
    this.#items = [];
    return items;
  }

  /** Resolves when `wake` is called, at once if it was called since the last wait, and after `ms` milliseconds at the latest. */
  async wait(ms: number): Promise<void> {
    this.#throwIfAborted();
    let timer: NodeJS.Timeout | undefined;
    if (!this.#woken)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        timer = setTimeout(resolve, ms);
      });
    clearTimeout(timer);
    this.#woken = false;
    this.#throwIfAborted();
  }

  /** Ends the queue after the events in it. */
  end(): void {
    this.#finished = true;
    this.wake();
  }

  /** Discards the queued events and ends the queue. */
  finish(): void {
    this.#finished = true;
    this.#items = [];
    this.close();
    this.wake();
  }

  #throwIfAborted(): void {
    this.#aborted?.throwIfAborted();
  }

  close(): void {
    for (const signal of this.#signals) signal.removeEventListener('abort', this.#onAbort);
  }
}
