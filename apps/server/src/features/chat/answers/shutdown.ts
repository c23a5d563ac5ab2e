import { eq } from 'drizzle-orm';
import type { BackgroundWork } from '../../../background-work.ts';
import type { Deps } from '../../../deps.ts';
import type { Links } from '../../../processes/links.ts';
import { leftAt } from './recover-answers.ts';
import { answersLeftTopic, type Recovery } from './recovery.ts';
import type { RunningAnswers } from './running/running-answers.ts';

/** How long an aborted answer may take to stop and write its end. */
const settleMs = 2_000;

/** Ends the answers of this process. */
export type Shutdown = {
  /** Aborts when followers must disconnect because the process shuts down. */
  readonly closing: AbortSignal;
  /**
   * Lets running answers finish for up to `graceMs` milliseconds, then ends or hands over the rest, and starts no more.
   * Every caller gets the same promise; false when an answer did not end.
   */
  drain(graceMs: number): Promise<boolean>;
};

export function createShutdown(
  { db, bootId, links }: Pick<Deps, 'db' | 'bootId'> & { links: Pick<Links, 'hasOthers'> },
  answers: Pick<RunningAnswers, 'active' | 'remove' | 'flush' | 'close'>,
  recovery: Pick<Recovery, 'close'>,
  work: BackgroundWork,
): Shutdown {
  const closing = new AbortController();
  let drained: Promise<boolean> | null = null;

  async function drainWithin(graceMs: number): Promise<boolean> {
    work.stopTimers();
    await work.settled(graceMs);
    const ended = work.close(settleMs);
    try {
      await handOver();
    } finally {
      recovery.close();
      answers.close();
      closing.abort();
    }
    return ended;
  }

  /**
   * If there are other processes, they continue the answers after their text. Otherwise, the next start continues those without text, because
   * its time is unknown, and the others end as interrupted.
   */
  async function handOver(): Promise<void> {
    const rest = answers.active();
    const handedOver = links.hasOthers;
    for (const answer of rest) {
      answer.abort.abort();
      if (handedOver) answer.handOver();
      else if (!answer.text.canMove) answer.end('interrupted', { error: 'The server was restarted while answering.' });
    }
    await answers.flush();
    for (const answer of rest.filter(({ ending }) => !ending)) answers.remove(answer);
    const { generations: g } = db.tables;
    await db.write((orm) => orm.update(g).set({ heartbeatAt: leftAt, handedOver }).where(eq(g.bootId, bootId)));
    if (handedOver) db.notify(answersLeftTopic);
  }

  return {
    closing: closing.signal,
    drain(graceMs) {
      drained ??= drainWithin(graceMs);
      return drained;
    },
  };
}
