import { answeredByText } from '@noek/contract/chat/answered-by';
import type { BackgroundWork } from '../../../background-work.ts';
import type { Deps } from '../../../deps.ts';
import { cutOffText, type FinishReason, LlmError, noAnswerText } from '../../../integrations/llm/llm.ts';
import type { Links } from '../../../processes/links.ts';
import type { Processes } from '../../../processes/processes.ts';
import type { FileReadings } from '../../files/reading/file-readings.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import type { WebhookListeners } from '../../webhook-outbox/webhook-listeners.ts';
import type { Live } from '../live/live.ts';
import { readHistory, spokenIn } from '../prompt/history.ts';
import { memoryChangesName, temperatureFor } from '../prompt/prompt.ts';
import { cutAtLimitText } from '../rows/chat.queries.ts';
import { followMemoryRequests } from '../tools/memory-requests.ts';
import type { ToolsOf } from '../tools/tools-of-answer.ts';
import { acquireSlot } from './running/acquire-slot.ts';
import type { AnswerOptions } from './running/answer-options.ts';
import { answerQueue } from './running/answer-queue.ts';
import { modelToAsk } from './running/chosen-model.ts';
import type { RunningAnswer } from './running/running-answer.ts';
import type { RunningAnswers } from './running/running-answers.ts';
import { answerInSteps } from './steps/answer-in-steps.ts';
import { filesOfAnswer } from './steps/files-of-answer.ts';
import { knowledgeOfAnswer } from './steps/knowledge-of-answer.ts';
import { memoriesOfAnswer } from './steps/memories-of-answer.ts';

/** What the runner needs of the process. */
export type RunnerDeps = Deps & {
  live: Live;
  toolsOf: ToolsOf;
  knowledge: Pick<Knowledge, 'passagesFor' | 'revision'>;
  fileReadings: Pick<FileReadings, 'untilRead'>;
  links: Pick<Links, 'hasOthers' | 'reachAll'>;
  processes: Pick<Processes, 'goneOf' | 'onGone'>;
  webhookListeners: Pick<WebhookListeners, 'mayHearOfAnswers'>;
};

/** Makes answers: each waits for its turn, asks the model and ends. */
export type Runner = {
  /** Makes an answer. Returns at once. After the shutdown began, it is left to the next process. */
  run(answer: RunningAnswer, options: AnswerOptions): void;
  /** How many answers are queued, and of how many people. */
  readonly waiting: number;
  readonly waitingOwners: number;
};

export function createRunner(deps: RunnerDeps, answers: RunningAnswers, work: BackgroundWork): Runner {
  const { db, llm } = deps;
  const queue = answerQueue(deps.config.maxConcurrentGenerations);

  async function answerIt(answer: RunningAnswer, options: AnswerOptions): Promise<void> {
    const { signal } = answer.abort;
    const release = await acquireSlot(deps, queue, answer, options.queueEntry);
    try {
      if (!signal.aborted) await streamInto(answer, options, signal);
    } catch (error) {
      if (!signal.aborted) fail(answer, error);
    } finally {
      release();
    }
    // After an abort, the aborting code sets the ending.
    if (answer.ending) await answers.flush();
  }

  async function streamInto(answer: RunningAnswer, options: AnswerOptions, signal: AbortSignal): Promise<void> {
    const { model, gone } = modelToAsk(llm, options);
    const contextTokens = llm.contextTokensFor({ model, premium: options.premium });
    const history = options.history ?? (await readHistory(db, answer.row, contextTokens));
    const files = await filesOfAnswer(deps, answer, { history, contextTokens });
    if (signal.aborted) return;
    answer.asked = true;
    const continuing = options.before?.continuing ?? answer.row.content;
    const { conversationId, id: messageId } = answer.row;
    const { mode, premium, store, question, owner, user } = options;
    const facts = { messageId, conversationId, question, owner, user };
    const knowledge = knowledgeOfAnswer(deps.knowledge, answer, { question, history, contextTokens });
    const changes = continuing ? [] : await followMemoryRequests(deps, facts, (step) => answer.putStep(step));
    if (signal.aborted) return;
    const reason = await answerInSteps({
      llm,
      answer,
      prompt: { history, mode, premium, contextTokens, pictures: files.pictures },
      data: async () => [
        ...(await memoriesOfAnswer(deps, answer, { owner, user, question, history, contextTokens })),
        ...knowledge,
        ...files.parts,
        ...(changes.length > 0 ? [{ name: memoryChangesName, content: changes.join('\n') }] : []),
      ],
      request: { continuing, model, premium, store, temperature: temperatureFor(options) },
      tools: {
        // A continued answer only gets more text, so it needs no tools.
        tools: continuing ? [] : deps.toolsOf(deps, { ...options, contextTokens, turns: spokenIn(history) }),
        facts,
        log: deps.log,
      },
      answeredBy(event) {
        answer.setAnsweredBy(answeredByText(event, gone), answeredByText(event, null));
        if (event.picturesLeftOut) answer.leavePicturesOut();
      },
      push(text) {
        const first = !answer.hasText;
        const fits = answer.push(text);
        if (first) answers.flushFirstText();
        return fits;
      },
      persist: () => answers.persist(answer),
    });
    if (signal.aborted) return;
    if (answer.isFull) answer.end('complete', { error: cutAtLimitText });
    else if (answer.hasText) answer.end('complete', cutBy(reason));
    else answer.fail(...emptyAnswer(reason));
  }

  function fail(answer: RunningAnswer, error: unknown): void {
    const expected = error instanceof LlmError;
    if (!expected) deps.log.error({ err: error, answer: answer.id }, 'an answer failed');
    // After a tool, a model may fail in the middle of its answer.
    if (expected)
      answer.fail(answer.hasText && error.message === noAnswerText ? cutOffText : error.message, error.hint);
    else answer.fail('Something went wrong while answering. Try again.');
  }

  return {
    run(answer, options) {
      if (work.closed) return;
      answers.add(answer);
      work.run('an answer could not be finished', () => answerIt(answer, options));
    },
    get waiting() {
      return queue.waiting;
    },
    get waitingOwners() {
      return queue.waitingOwners;
    },
  };
}

/** The note on a complete answer that its model cut short. */
function cutBy(reason: FinishReason): { error?: string } {
  if (reason === 'length') return { error: 'The model stopped here: it reached its maximum answer length.' };
  if (reason === 'content-filter') return { error: "The provider's content filter stopped the answer here." };
  return {};
}

/** The error of an empty answer, and the reason for it. */
const emptyAnswer = (reason: FinishReason): [error: string, hint: string] =>
  reason === 'content-filter'
    ? ['The model declined to answer this.', "The provider's content filter blocked it."]
    : [noAnswerText, 'The model returned an empty answer.'];
