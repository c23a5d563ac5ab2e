import { eq } from 'drizzle-orm';
import type { BackgroundWork } from '../../../background-work.ts';
import type { Deps } from '../../../deps.ts';
import type { Processes } from '../../../processes/processes.ts';
import { accountsWithoutAccess } from '../../auth/session/refuse-suspended.ts';
import { endedSessionsOf } from '../../auth/session/sessions-topic.ts';
import { isInterrupted } from '../records/queue.queries.ts';
import { claimOrphans } from './recover-answers.ts';
import type { Runner } from './runner.ts';
import { RunningAnswer } from './running/running-answer.ts';
import { type RunningAnswers, unwritten } from './running/running-answers.ts';

const checkEveryMs = 10_000;
const unchecked = 'the answers of dead processes could not be taken over';
/** A process that stops has left answers to the others. */
export const answersLeftTopic = 'answers-left';

/** Looks after this process's answers and those of dead processes, according to the database and other processes. */
export type Recovery = {
  /** Takes over the answers of dead processes, now, every 10 seconds, and when one is gone. */
  begin(): Promise<void>;
  /** Stops listening to other processes. */
  close(): void;
};

export function createRecovery(
  deps: Pick<Deps, 'db' | 'bootId' | 'now'> & { processes: Pick<Processes, 'findGone' | 'onGone'> },
  answers: RunningAnswers,
  runner: Pick<Runner, 'run'>,
  work: BackgroundWork,
): Recovery {
  const { db } = deps;
  const { generations: g } = db.tables;
  let stopListening = () => {};

  async function check(): Promise<void> {
    await takeOver();
    answers.stopOf(await accountsWithoutAccess(deps, answers.accounts()));
    await answers.flush();
  }

  /** Takes over the answers that are left, as long as there are any. */
  async function takeOver(): Promise<void> {
    for (let taken = 1; taken > 0 && !work.closed; ) {
      const orphans = await claimOrphans(deps, (id) => answers.has(id));
      for (const orphan of orphans) {
        const answer = new RunningAnswer(orphan.row, orphan.options);
        if (orphan.ending) {
          answers.add(answer);
          answer.end(orphan.ending.status, orphan.ending);
        } else runner.run(answer, orphan.options);
      }
      taken = orphans.length;
      if (taken > 0) await answers.flush();
    }
  }

  /** The answers of a suspended or deleted account cannot be read, so they end. */
  async function onEndedSessions(userId: string): Promise<void> {
    if (!answers.accounts().includes(userId)) return;
    answers.stopOf(await accountsWithoutAccess(deps, [userId]));
    await answers.flush();
  }

  /** Handles a stop that was requested through another process. */
  async function stopAsAsked(messageId: string): Promise<void> {
    const [row] = await db.orm.select().from(g).where(eq(g.messageId, messageId));
    const answer = answers.get(messageId);
    if (!row?.stopRequestedAt || !answer) return;
    // A message that interrupts is in the database before it asks for the stop.
    if (await isInterrupted(db, answer.row.conversationId)) await answer.interrupt(row.stopShownLength ?? undefined);
    else answer.stop(row.stopShownLength ?? undefined);
    await answers.flush();
  }

  /** Stops and ended sessions may have been missed. */
  function onMissed(): void {
    for (const { id } of answers.active()) work.run(unwritten, () => stopAsAsked(id));
    work.run(unchecked, check);
  }

  return {
    async begin() {
      deps.processes.onGone(takeOver);
      await check();
      work.every(checkEveryMs, unchecked, check);
      stopListening = db.listen((topic) => {
        const id = /^stop:(.+)$/.exec(topic)?.[1];
        if (id && answers.has(id)) work.run(unwritten, () => stopAsAsked(id));
        if (topic === answersLeftTopic) work.run(unchecked, takeOver);
        const userId = endedSessionsOf(topic);
        if (userId !== null) work.run(unwritten, () => onEndedSessions(userId));
      }, onMissed);
    },
    close() {
      stopListening();
    },
  };
}
