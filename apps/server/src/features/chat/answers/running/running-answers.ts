import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import type { BackgroundWork } from '../../../../background-work.ts';
import type { Deps } from '../../../../deps.ts';
import { AnswerLog } from './answer-log.ts';
import type { RunningAnswer } from './running-answer.ts';

const flushEveryMs = 100;
/** The first text is flushed sooner. A short answer is finished by then and written once. */
const flushFirstAfterMs = 10;
const emitEveryMs = 50;
/**
 * A finished answer stays in memory this long, for readers that arrive just as it ends. It is not longer because, when many answers end,
 * the garbage collector copies all that stay.
 */
const keepSettledMs = 1_000;
/**
 * When nothing happened for this long, the process was frozen, and others may have taken its answers over: nothing is shown until that is
 * known. They do so after 30 seconds.
 */
const frozenMs = 10_000;
/** How often writing the log is retried before tools run. */
const mostFlushes = 50;

/** What is logged when the event log cannot be written. */
export const unwritten = 'the event log could not be written';
const unchecked = 'after a freeze, the answers of this process could not be looked up';

/** The answers of this process: those that are being made, with their log, and some that just ended. */
export class RunningAnswers {
  readonly #deps: Pick<Deps, 'db' | 'bootId'>;
  readonly #work: BackgroundWork;
  readonly #log: AnswerLog;
  readonly #answers = new Map<string, RunningAnswer>();
  /** The answers that have not settled, and some that just did. */
  readonly #unsettled = new Set<RunningAnswer>();
  #ticker: NodeJS.Timeout | null = null;
  #ticks = 0;
  #tickedAt = 0;
  /** After a freeze, until it is known which answers are still this process's. */
  #isUnsure = false;
  #isChecking = false;

  constructor(deps: ConstructorParameters<typeof AnswerLog>[0], work: BackgroundWork) {
    this.#deps = deps;
    this.#work = work;
    this.#log = new AnswerLog(
      deps,
      () => this.#unsettled,
      (answer) => this.remove(answer),
    );
  }

  get(id: string): RunningAnswer | undefined {
    return this.#answers.get(id);
  }

  has(id: string): boolean {
    return this.#answers.has(id);
  }

  /** The answers that have not settled. */
  active(): RunningAnswer[] {
    return [...this.#unsettled].filter((answer) => answer.settledAt === null);
  }

  /** The accounts that they are made for. */
  accounts(): string[] {
    return [...new Set(this.active().flatMap(({ userId }) => userId ?? []))];
  }

  /** Shows and writes an answer from now on, until some time after it has settled. */
  add(answer: RunningAnswer): void {
    this.#answers.set(answer.id, answer);
    this.#unsettled.add(answer);
    answer.text.mayShow = () => !this.#isUnsure && performance.now() - this.#tickedAt < frozenMs;
    if (this.#ticker) return;
    this.#tickedAt = performance.now();
    this.#ticker = setInterval(() => this.#tick(), emitEveryMs);
  }

  /** Leaves an answer to another process. */
  remove(answer: RunningAnswer): void {
    this.#answers.delete(answer.id);
    this.#unsettled.delete(answer);
    answer.leave();
  }

  /** Ends the answers of these accounts, which cannot be read any more. */
  stopOf(userIds: readonly string[]): void {
    for (const answer of this.active()) if (answer.userId && userIds.includes(answer.userId)) answer.stop(undefined);
  }

  /** Writes what is pending. Calls during a flush share the next one. */
  flush(): Promise<void> {
    return this.#log.flush();
  }

  /** Until the first text is in the log, a crash would make the next process replace text that people have read. */
  flushFirstText(): void {
    this.#work.after(flushFirstAfterMs, unwritten, () => this.flush());
  }

  /** Writes the log until it has all of an answer. Throws when the database cannot be reached for long. */
  async persist(answer: RunningAnswer): Promise<void> {
    for (let tries = 0; !answer.text.events.isLogged && !answer.ending; tries++) {
      if (tries > 0) await sleep(flushEveryMs, undefined, { signal: answer.abort.signal }).catch(() => {});
      if (answer.abort.signal.aborted) return;
      if (tries === mostFlushes) throw new Error(unwritten);
      await this.flush();
    }
  }

  /** Shows and writes no more. */
  close(): void {
    if (this.#ticker) clearInterval(this.#ticker);
    this.#ticker = null;
  }

  #tick(): void {
    const now = performance.now();
    this.#isUnsure ||= now - this.#tickedAt >= frozenMs;
    if (this.#isUnsure && !this.#isChecking) this.#checkAfterFreeze();
    this.#tickedAt = now;
    for (const answer of this.#unsettled)
      if (answer.settledAt === null) answer.text.emit();
      else this.#unsettled.delete(answer);
    for (const { id, settledAt } of this.#answers.values())
      if (settledAt !== null && now - settledAt > keepSettledMs) this.#answers.delete(id);
    if (++this.#ticks % (flushEveryMs / emitEveryMs) === 0) this.#work.run(unwritten, () => this.flush());
    if (this.#answers.size === 0) this.close();
  }

  /** The connections may have broken during the freeze: while the database does not answer, each tick tries again. */
  #checkAfterFreeze(): void {
    this.#isChecking = true;
    this.#work.run(unchecked, async () => {
      try {
        const { db, bootId } = this.#deps;
        const { generations: g } = db.tables;
        const rows = await db.orm.select({ id: g.messageId }).from(g).where(eq(g.bootId, bootId));
        const ours = new Set(rows.map(({ id }) => id));
        for (const answer of this.active()) if (!ours.has(answer.id)) this.remove(answer);
        this.#isUnsure = false;
      } finally {
        this.#isChecking = false;
      }
    });
  }
}
