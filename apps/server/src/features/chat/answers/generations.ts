import { BackgroundWork } from '../../../background-work.ts';
import type { Follower } from '../live/follower.ts';
import type { MessageRow } from '../records/chat.queries.ts';
import { createRecovery, type Recovery } from './recovery.ts';
import { createRunner, type Runner, type RunnerDeps } from './runner.ts';
import type { AnswerOptions } from './running/answer-options.ts';
import { RunningAnswer } from './running/running-answer.ts';
import { RunningAnswers } from './running/running-answers.ts';
import { createShutdown, type Shutdown } from './shutdown.ts';

/**
 * The parts of a finished answer that may change while this process still holds it in memory: its rating, and the questions in its steps.
 */
type Changeable = Pick<MessageRow, 'feedback' | 'feedbackReason' | 'steps' | 'status'>;

/** The answers that this process generates. */
export type Generations = Pick<Recovery, 'begin'> &
  Pick<Runner, 'inTurn'> &
  Shutdown & {
    /** Starts an answer whose rows were just written. Returns at once. */
    start(message: MessageRow, options: AnswerOptions): void;
    /** The live state of a message that this process makes or just made, with what may have changed since as stored. Otherwise null. */
    current(row: Pick<MessageRow, 'id'> & Partial<Changeable>): MessageRow | null;
    /** Calls back for events after `after`, past ones at once. Returns how to stop; null when another process makes the answer. */
    follow(messageId: string, after: number, follower: Follower): (() => void) | null;
    /** Stops an answer. Resolves to false when this process does not make it. */
    stop(messageId: string, shownLength: number | undefined): Promise<boolean>;
    /** Like `stop`, for a message that follows: it waits for the tools that are running. */
    interrupt(messageId: string, shownLength: number | undefined): Promise<boolean>;
    /** Calls back when the end of an answer of this process is stored. There is one listener. */
    onEnded(listener: (row: MessageRow) => void): void;
    /** How many answers are running or queued. */
    readonly size: number;
    /** How many of them are queued, and of how many people. */
    readonly waiting: number;
    readonly waitingOwners: number;
  };

export function createGenerations(deps: RunnerDeps): Generations {
  const work = new BackgroundWork(deps.log);
  let ended: (row: MessageRow) => void = () => {};
  const answers = new RunningAnswers({ ...deps, ended: (row) => ended(row) }, work);
  const runner = createRunner(deps, answers, work);
  const recovery = createRecovery(deps, answers, runner, work);
  const { closing, drain } = createShutdown(deps, answers, recovery, work);
  return {
    begin: recovery.begin,
    inTurn: runner.inTurn,
    closing,
    drain,
    get size() {
      return answers.active().length;
    },
    get waiting() {
      return runner.waiting;
    },
    get waitingOwners() {
      return runner.waitingOwners;
    },
    start(message, options) {
      runner.run(new RunningAnswer(message, options), options);
    },
    current({ id, feedback = null, feedbackReason = null, steps, status = 'streaming' }) {
      const answer = answers.get(id);
      if (!answer) return null;
      const isStored = status !== 'streaming' && answer.settledAt !== null && steps !== undefined;
      return { ...answer.row, feedback, feedbackReason, ...(isStored && { steps }) };
    },
    follow: (messageId, after, follower) => answers.get(messageId)?.text.events.follow(after, follower) ?? null,
    async stop(messageId, shownLength) {
      const answer = answers.get(messageId);
      if (!answer) return false;
      answer.stop(shownLength);
      await answers.flush();
      return true;
    },
    async interrupt(messageId, shownLength) {
      const answer = answers.get(messageId);
      if (!answer) return false;
      await answer.interrupt(shownLength);
      await answers.flush();
      return true;
    },
    onEnded(listener) {
      ended = listener;
    },
  };
}
