import type { Logger } from 'pino';

/**
 * The owner of work that nobody awaits: what a call leaves running, what timers and wake-ups start. Whoever makes one ends
 * it before what the work uses is closed: first `stopTimers`, then `close`.
 */
export class BackgroundWork {
  readonly #log: Pick<Logger, 'error'>;
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #whenIdle = new Set<() => void>();
  #underWay = 0;
  #closed = false;

  constructor(log: Pick<Logger, 'error'>) {
    this.#log = log;
  }

  /** True once `close` was called: nothing starts any more. */
  get closed(): boolean {
    return this.#closed;
  }

  /** Starts `work`, which nobody awaits. What it throws is logged as `failure`. Does nothing once closed. */
  run(failure: string, work: () => Promise<unknown>): void {
    if (this.#closed) return;
    this.track(work()).catch((error) => this.#log.error({ err: error }, failure));
  }

  /** Counts work that its starter awaits (a request, a step of a stream), so that `close` waits for it too. */
  track<T>(work: Promise<T>): Promise<T> {
    this.#underWay++;
    work.then(this.#ended, this.#ended);
    return work;
  }

  /** The same stream, each of its steps tracked. Between steps, while its reader is busy, nothing is under way. */
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

  /** Runs `work` once, `ms` milliseconds from now, unless `stopTimers` is called before. */
  after(ms: number, failure: string, work: () => Promise<unknown>): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.run(failure, work);
    }, ms);
    this.#own(timer, clearTimeout);
  }

  /** No timer starts anything from now on. */
  stopTimers(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }

  /** Resolves when nothing is under way, with true, or after `graceMs` milliseconds, with false. */
  async settled(graceMs: number): Promise<boolean> {
    if (this.#underWay === 0) return true;
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

  /** Starts nothing more and waits for what is under way, `graceMs` at most. False when something is left after that. */
  close(graceMs: number): Promise<boolean> {
    this.#closed = true;
    this.stopTimers();
    return this.settled(graceMs);
  }

  readonly #ended = () => {
    if (--this.#underWay > 0) return;
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
