import { modelsGoneText } from '@noek/contract/chat/models-gone';
import type { BackgroundWork } from '../../../background-work.ts';
import { AppError } from '../../../errors.ts';
import { cutOffText, LlmError, noAnswerText } from '../../../integrations/llm/llm.ts';
import type { Links } from '../../../processes/links.ts';
import type { Processes } from '../../../processes/processes.ts';
import type { WebhookListeners } from '../../webhook-outbox/webhook-listeners.ts';
import { type MakerDeps, makeAnswer } from './make-answer.ts';
import { acquireSlot } from './running/acquire-slot.ts';
import type { AnswerOptions } from './running/answer-options.ts';
import { answerQueue, type QueueEntry } from './running/answer-queue.ts';
import { AnsweringModel } from './running/answering-model.ts';
import type { RunningAnswer } from './running/running-answer.ts';
import type { RunningAnswers } from './running/running-answers.ts';

/** What the runner needs of the process. */
export type RunnerDeps = MakerDeps & {
  links: Pick<Links, 'hasOthers' | 'reachAll'>;
  processes: Pick<Processes, 'findGone' | 'onGone'>;
  webhookListeners: Pick<WebhookListeners, 'mayHearOfAnswers'>;
};

/** Makes answers: each waits for its turn, asks the model and ends. */
export type Runner = {
  /** Makes an answer. Returns at once. After the shutdown began, it is left to the next process. */
  run(answer: RunningAnswer, options: AnswerOptions): void;
  /** Asks a model, with `ask`, once it is this owner's turn. Throws UNAVAILABLE after the shutdown began. */
  inTurn<Result>(entry: QueueEntry, signal: AbortSignal, ask: () => Promise<Result>): Promise<Result>;
  /** How many answers are queued, and of how many people. */
  readonly waiting: number;
  readonly waitingOwners: number;
};

export function createRunner(deps: RunnerDeps, answers: RunningAnswers, work: BackgroundWork): Runner {
  const queue = answerQueue(deps.config.maxConcurrentGenerations);

  async function answerIt(answer: RunningAnswer, options: AnswerOptions): Promise<void> {
    const { signal } = answer.abort;
    const release = await acquireSlot(deps, queue, answer, options.queueEntry);
    try {
      if (!signal.aborted) await makeIt(answer, options);
    } catch (error) {
      if (!signal.aborted) fail(answer, options, error);
    } finally {
      release();
    }
    // After an abort, the aborting code sets the ending.
    if (answer.ending) await answers.flush();
  }

  const makeIt = (answer: RunningAnswer, options: AnswerOptions) =>
    makeAnswer(deps, answer, options, {
      push(text) {
        const first = !answer.text.hasText;
        const fits = answer.text.push(text);
        if (first) answers.flushFirstText();
        return fits;
      },
      persist: () => answers.persist(answer),
    });

  function fail(answer: RunningAnswer, { program, model, managesServer }: AnswerOptions, error: unknown): void {
    if (!(error instanceof LlmError)) {
      deps.log.error({ err: error, answer: answer.id }, 'an answer failed');
      answer.fail('Something went wrong while answering. Try again.');
      return;
    }
    program?.failed?.(error);
    if (error.kind === 'gone') {
      const asked = model ?? deps.llm.models()[0]?.name ?? '';
      answer.record.of(AnsweringModel).addGone(error.gone.length > 0 ? error.gone : [asked]);
      const text = answer.text.hasText ? cutOffText : modelsGoneText(answer.row.modelsGone ?? []);
      // The hint says which setting to change.
      answer.fail(text, managesServer ? error.hint : null);
      return;
    }
    // After a tool, a model may fail in the middle of its answer.
    answer.fail(answer.text.hasText && error.message === noAnswerText ? cutOffText : error.message, error.hint);
  }

  return {
    run(answer, options) {
      if (work.closed) return;
      answers.add(answer);
      work.run('an answer could not be finished', () => answerIt(answer, options));
    },
    inTurn(entry, signal, ask) {
      if (work.closed)
        throw new AppError('UNAVAILABLE', 'The server is restarting. Please try again in a moment.', {
          headers: { 'Retry-After': '2' },
        });
      return work.track(
        queue.enter(entry, signal).then(async (release) => {
          try {
            signal.throwIfAborted();
            return await ask();
          } finally {
            release();
          }
        }),
      );
    },
    get waiting() {
      return queue.waiting;
    },
    get waitingOwners() {
      return queue.waitingOwners;
    },
  };
}
