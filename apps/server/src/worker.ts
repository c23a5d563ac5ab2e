import { setTimeout as wait } from 'node:timers/promises';
import { BackgroundWork } from './background-work.ts';
import type { Deps } from './deps.ts';

type WorkerOptions = {
  /** The topic of `db.notify` that announces work to all processes. */
  topic: string;
  /** What is logged when a step fails. */
  failure: string;
  /** How often it looks for work that was not announced: retries, and what a dead process left. */
  pollEveryMs: number;
  /** How many steps run at once. One if it is left out. */
  atOnce?: number;
  /** How long a rest between two steps is. None if it is left out. */
  pauseMs?: number;
  /**
   * Does a piece of work from the database. Resolves to true if there may be more; to false if there was none; to 'later' if no step
   * should follow before the next announcement or poll, even if more was announced in the meantime.
   */
  step(signal: AbortSignal): Promise<boolean | 'later'>;
  /** Called when the topic is announced, before work begins. */
  onAnnounced?(): void;
  /** Removes what is old, at the start and then every `everyMs` milliseconds. */
  purge?: { everyMs: number; failure: string; run(): Promise<unknown> };
};

/**
 * Does work from the database in steps until none is left: at the start, when it is announced, and by polling. An announcement that
 * arrives while a step looks for work is followed by another look. A step that fails is logged, and the next announcement or poll tries
 * again.
 */
export class Worker {
  /** For what a step leaves running. `stop` waits for it, too. */
  readonly work: BackgroundWork;
  readonly #deps: Pick<Deps, 'db' | 'log'>;
  readonly #options: WorkerOptions;
  readonly #stopping = new AbortController();
  #stopListening: (() => void) | null = null;
  #running = 0;
  #wakes = 0;

  constructor(deps: Pick<Deps, 'db' | 'log'>, options: WorkerOptions) {
    this.work = new BackgroundWork(deps.log);
    this.#deps = deps;
    this.#options = options;
  }

  /** Looks for work, and from then on whenever it is announced or time to poll. */
  start(): void {
    if (this.#stopListening) return;
    const { topic, failure, pollEveryMs, onAnnounced, purge } = this.#options;
    this.#stopListening = this.#deps.db.listen(
      (sent) => {
        if (sent !== topic) return;
        onAnnounced?.();
        this.wake();
      },
      () => this.wake(),
    );
    this.work.every(pollEveryMs, failure, async () => this.wake());
    if (purge) {
      this.work.every(purge.everyMs, purge.failure, purge.run);
      this.work.run(purge.failure, purge.run);
    }
    this.wake();
  }

  /** Looks for work now, in this process. */
  wake(): void {
    this.#wakes++;
    const { failure, atOnce = 1 } = this.#options;
    for (let free = atOnce - this.#running; free > 0; free--) this.work.run(failure, () => this.#run());
  }

  /** Looks for work now, in all processes. Call it after the commit. */
  announce(): void {
    this.wake();
    this.#deps.db.notify(this.#options.topic);
  }

  /**
   * Begins no more steps, tells those that run by their signal, and resolves when they have ended: to true, or to false after `graceMs`
   * milliseconds.
   */
  stop(graceMs = 3_000): Promise<boolean> {
    this.#stopListening?.();
    this.#stopping.abort();
    return this.work.close(graceMs);
  }

  async #run(): Promise<void> {
    const { pauseMs = 0 } = this.#options;
    this.#running++;
    for (let more = true; more && !this.#stopping.signal.aborted; ) {
      const seen = this.#wakes;
      const result = await this.#step();
      more = result === true || (result === false && seen !== this.#wakes);
      if (more && pauseMs > 0) await wait(pauseMs);
    }
    this.#running--;
  }

  async #step(): Promise<boolean | 'later'> {
    const { step, failure } = this.#options;
    try {
      return await step(this.#stopping.signal);
    } catch (error) {
      this.#deps.log.error({ err: error }, failure);
      return false;
    }
  }
}
