import type { Logger } from 'pino';

/**
 * Owns work that its caller does not await: what a call leaves running, and what timers and notifications start. Its creator must
 * end it before closing what the work uses: first `stopTimers`, then `close`.
 */
export class BackgroundWork {
  readonly #log: Pick<Logger, 'error'>;
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #whenIdle = new Set<() => void>();
  #inFlight = 0;
  #closed = false;

  constructor(log: Pick<Logger, 'error'>) {
    this.#log = log;
  }

  /** True once `close` is called: no new work starts. */
  get closed(): boolean {
    return this.#closed;
  }

  /** Starts `work` without awaiting it. Errors are logged as `failure`. Does nothing once closed. */
  run(failure: string, work: () => Promise<unknown>): void {
    if (this.#closed) return;
    this.track(work()).catch((error) => this.#log.error({ err: error }, failure));
  }

  /** Tracks work that its caller awaits (a request, a step of a stream), so that `close` also waits for it. */
  track<T>(work: Promise<T>): Promise<T> {
    this.#inFlight++;
    work.then(this.#ended, this.#ended);
    return work;
  }

  /** The same stream with each step tracked. Between steps, while its reader is busy, nothing is pending. */
  async *stream<T>(source: AsyncGenerator<T, void>): AsyncGenerator<T, void> {
    try {
      for (;;) {
        const step = await this.track(source.next());
        if (step.done) return;
        yield step.value;
      }
    } finally {
      await this.track(source.return());
    }
  }

  /** Runs `work` every `ms` milliseconds, until the returned function or `stopTimers` is called. */
  every(ms: number, failure: string, work: () => Promise<unknown>): () => void {
    return this.#own(setInterval(() => this.run(failure, work), ms).unref(), clearInterval);
  }

  /** Runs `work` once after `ms` milliseconds, unless `stopTimers` is called first. */
  after(ms: number, failure: string, work: () => Promise<unknown>): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.run(failure, work);
    }, ms);
    this.#own(timer, clearTimeout);
  }

  /** Stops all timers. */
  stopTimers(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }

  /** Resolves to true when no work is pending, or to false after `graceMs` milliseconds. */
  async settled(graceMs: number): Promise<boolean> {
    if (this.#inFlight === 0) return true;
    if (graceMs <= 0) return false;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const onIdle = () => resolve(true);
    this.#whenIdle.add(onIdle);
    const timer = setTimeout(() => resolve(false), graceMs);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#whenIdle.delete(onIdle);
    }
  }

  /** Starts no more work and waits up to `graceMs` milliseconds for pending work. Resolves to false if some is left. */
  close(graceMs: number): Promise<boolean> {
    this.#closed = true;
    this.stopTimers();
    return this.settled(graceMs);
  }

  readonly #ended = () => {
    if (--this.#inFlight > 0) return;
    for (const resolve of this.#whenIdle) resolve();
  };

  #own(timer: NodeJS.Timeout, clear: (timer: NodeJS.Timeout) => void): () => void {
    this.#timers.add(timer);
    return () => {
      clear(timer);
      this.#timers.delete(timer);
    };
  }
}
