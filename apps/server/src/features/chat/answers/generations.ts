import { setTimeout as sleep } from 'node:timers/promises';
import { answeredByText } from '@noek/contract/chat/answered-by';
import type { GenerationEvent } from '@noek/contract/chat/stream';
import { eq } from 'drizzle-orm';
import { BackgroundWork } from '../../../background-work.ts';
import type { Deps } from '../../../deps.ts';
import { cutOffText, type FinishReason, LlmError, noAnswerText } from '../../../integrations/llm/llm.ts';
import { accountsWithoutAccess } from '../../auth/session/refuse-suspended.ts';
import { endedSessionsOf } from '../../auth/session/sessions-topic.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import type { Live } from '../live/live.ts';
import { readHistory, spokenIn } from '../prompt/history.ts';
import { memoryChangesName, temperatureFor } from '../prompt/prompt.ts';
import { cutAtLimitText, type MessageRow } from '../rows/chat.queries.ts';
import { followMemoryRequests } from '../tools/memory-requests.ts';
import type { ToolsOf } from '../tools/tools-of-answer.ts';
import { claimOrphans } from './recover-answers.ts';
import { acquireSlot } from './running/acquire-slot.ts';
import { AnswerLog } from './running/answer-log.ts';
import type { AnswerOptions } from './running/answer-options.ts';
import { answerQueue } from './running/answer-queue.ts';
import { modelToAsk } from './running/chosen-model.ts';
import { RunningAnswer } from './running/running-answer.ts';
import { answerInSteps } from './steps/answer-in-steps.ts';
import { knowledgeOfAnswer } from './steps/knowledge-of-answer.ts';
import { memoriesOfAnswer } from './steps/memories-of-answer.ts';

const flushEveryMs = 100;
/** The first text is flushed sooner. A short answer is finished by then and written once. */
const flushFirstAfterMs = 10;
const emitEveryMs = 50;
const heartbeatEveryMs = 10_000;
/**
 * A finished answer stays in memory this long, for readers that arrive just as it ends. When many answers end, the collection of
 * garbage copies all that stay, which is why it is not longer.
 */
const keepSettledMs = 1_000;
/** How long an aborted answer may take to stop and write its end. */
const settleMs = 1_000;
/** How often the log is tried again before tools run. */
const mostFlushes = 50;
const unwritten = 'the event log could not be written';

/** What of a finished answer may change while this process still holds the answer in memory: its rating, and what it asks in its steps. */
type Changeable = Pick<MessageRow, 'feedback' | 'feedbackReason' | 'steps' | 'status'>;

/** The answers that this process generates. */
export type Generations = {
  /** Starts an answer whose rows were just written. Returns at once. */
  start(message: MessageRow, options: AnswerOptions): void;
  /** The live state of a message that this process makes or just made, with what may have changed since as stored. Otherwise null. */
  current(row: Pick<MessageRow, 'id'> & Partial<Changeable>): MessageRow | null;
  /** Calls back for events after `after`, past ones at once. Returns how to stop; null when another process makes the answer. */
  follow(messageId: string, after: number, onEvent: (event: GenerationEvent) => void): (() => void) | null;
  /** Stops an answer. Resolves to false when this process does not make it. */
  stop(messageId: string, shownLength: number | undefined): Promise<boolean>;
  /** Takes over the answers of dead processes, now and every 10 seconds, and writes this process's heartbeat. */
  begin(): Promise<void>;
  /** Aborts when followers must disconnect because the process shuts down. */
  readonly closing: AbortSignal;
  /**
   * Lets running answers finish for up to `graceMs` milliseconds, then ends or hands over the rest, and starts no more.
   * Every caller gets the same promise; false when an answer did not end.
   */
  drain(graceMs: number): Promise<boolean>;
  /** How many answers are running or queued. */
  readonly size: number;
  /** How many of them are queued. */
  readonly waiting: number;
};

export function createGenerations(
  deps: Deps & { live: Live; toolsOf: ToolsOf; knowledge: Pick<Knowledge, 'passagesFor' | 'revision'> },
): Generations {
  const { db, llm } = deps;
  const answers = new Map<string, RunningAnswer>();
  /** Those of them that have not settled, and some that just did. */
  const unsettled = new Set<RunningAnswer>();
  const work = new BackgroundWork(deps.log);
  const closing = new AbortController();
  const log = new AnswerLog(deps, () => unsettled);
  const queue = answerQueue(deps.config.maxConcurrentGenerations);
  let ticker: NodeJS.Timeout | null = null;
  let stopListening = () => {};
  let drained: Promise<boolean> | null = null;

  const active = () => [...unsettled].filter((answer) => answer.settledAt === null);

  /** After the shutdown began, a new turn is left to the next process. */
  function track(answer: RunningAnswer, options: AnswerOptions): void {
    if (work.closed) return;
    remember(answer);
    work.run('an answer could not be finished', () => answerIt(answer, options));
  }

  function remember(answer: RunningAnswer): void {
    answers.set(answer.id, answer);
    unsettled.add(answer);
    ticker ??= setInterval(tick, emitEveryMs);
  }

  let ticks = 0;
  function tick(): void {
    const now = performance.now();
    for (const answer of unsettled)
      if (answer.settledAt === null) answer.emit();
      else unsettled.delete(answer);
    for (const { id, settledAt } of answers.values())
      if (settledAt !== null && now - settledAt > keepSettledMs) answers.delete(id);
    if (++ticks % (flushEveryMs / emitEveryMs) === 0) work.run(unwritten, () => log.flush());
    if (answers.size === 0 && ticker) {
      clearInterval(ticker);
      ticker = null;
    }
  }

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
    // After an abort, the code that aborted sets the ending.
    if (answer.ending) await log.flush();
  }

  async function streamInto(answer: RunningAnswer, options: AnswerOptions, signal: AbortSignal): Promise<void> {
    const { model, gone } = modelToAsk(llm, options);
    const contextTokens = llm.contextTokensFor({ model, premium: options.premium });
    const history = options.history ?? (await readHistory(db, answer.row, contextTokens));
    if (signal.aborted) return;
    answer.asked = true;
    // If an answer continues after its tools, its turns contain its text.
    const continuing = answer.turnsBefore.length > 0 ? '' : answer.row.content;
    const { conversationId, id: messageId } = answer.row;
    const { mode, premium, store, question, owner, user } = options;
    const facts = { messageId, conversationId, question, owner, user };
    const knowledge = knowledgeOfAnswer(deps.knowledge, answer, { question, history, contextTokens });
    const changes = continuing ? [] : await followMemoryRequests(deps, facts, (step) => answer.putStep(step));
    if (signal.aborted) return;
    const reason = await answerInSteps({
      llm,
      answer,
      prompt: { history, mode, premium, contextTokens },
      data: async () => [
        ...(await memoriesOfAnswer(deps, answer, { owner, user, question, history, contextTokens })),
        ...knowledge,
        ...(changes.length > 0 ? [{ name: memoryChangesName, content: changes.join('\n') }] : []),
      ],
      request: { continuing, model, premium, store, temperature: temperatureFor(options) },
      tools: {
        // What is left of an answer that is continued is its text.
        tools: continuing ? [] : deps.toolsOf(deps, { ...options, contextTokens, turns: spokenIn(history) }),
        facts,
        log: deps.log,
      },
      answeredBy: (event) => answer.setAnsweredBy(answeredByText(event, gone), answeredByText(event, null)),
      push(text) {
        const first = !answer.hasText;
        const fits = answer.push(text);
        // Until the text is in the log, a crash would make the next process replace text that people have read.
        if (first) work.after(flushFirstAfterMs, unwritten, () => log.flush());
        return fits;
      },
      persist: () => persist(answer),
    });
    if (signal.aborted) return;
    if (answer.isFull) answer.end('complete', { error: cutAtLimitText });
    else if (answer.hasText) answer.end('complete', cutBy(reason));
    else answer.fail(...emptyAnswer(reason));
  }

  /** Writes the log until it has all of an answer. Throws when the database cannot be reached for long. */
  async function persist(answer: RunningAnswer): Promise<void> {
    for (let tries = 0; !answer.isLogged && !answer.ending; tries++) {
      if (tries > 0) await sleep(flushEveryMs, undefined, { signal: answer.abort.signal }).catch(() => {});
      if (answer.abort.signal.aborted) return;
      if (tries === mostFlushes) throw new Error(unwritten);
      await log.flush();
    }
  }

  function fail(answer: RunningAnswer, error: unknown): void {
    const expected = error instanceof LlmError;
    if (!expected) deps.log.error({ err: error, answer: answer.id }, 'an answer failed');
    // After a tool, a model may fail that has begun its answer.
    if (expected)
      answer.fail(answer.hasText && error.message === noAnswerText ? cutOffText : error.message, error.hint);
    else answer.fail('Something went wrong while answering. Try again.');
  }

  async function heartbeat(): Promise<void> {
    if (active().length > 0)
      await db.orm
        .update(db.tables.generations)
        .set({ heartbeatAt: deps.now() })
        .where(eq(db.tables.generations.bootId, deps.bootId));
    for (const orphan of await claimOrphans(deps, (id) => answers.has(id))) {
      const answer = new RunningAnswer(orphan.row, orphan.options);
      if (orphan.ending) {
        remember(answer);
        answer.end(orphan.ending.status, orphan.ending);
      } else track(answer, orphan.options);
    }
    stopAnswersOf(await accountsWithoutAccess(deps, accountsOfAnswers()));
    await log.flush();
  }

  const accountsOfAnswers = () => [...new Set(active().flatMap(({ userId }) => userId ?? []))];

  /** Nobody can read an answer for a suspended or deleted account, so it does not run on. */
  function stopAnswersOf(userIds: readonly string[]): void {
    for (const answer of active()) if (answer.userId && userIds.includes(answer.userId)) answer.stop(undefined);
  }

  async function onEndedSessions(userId: string): Promise<void> {
    if (!accountsOfAnswers().includes(userId)) return;
    stopAnswersOf(await accountsWithoutAccess(deps, [userId]));
    await log.flush();
  }

  /** Stops and ended sessions may have been missed. */
  function onMissed(): void {
    for (const { id } of active()) work.run(unwritten, () => stopAsAsked(id));
    work.run('the heartbeat failed', heartbeat);
  }

  return {
    closing: closing.signal,
    get size() {
      return active().length;
    },
    get waiting() {
      return queue.waiting;
    },
    start(message, options) {
      track(new RunningAnswer(message, options), options);
    },
    current({ id, feedback = null, feedbackReason = null, steps, status = 'streaming' }) {
      const answer = answers.get(id);
      if (!answer) return null;
      const isStored = status !== 'streaming' && answer.settledAt !== null && steps !== undefined;
      return { ...answer.row, feedback, feedbackReason, ...(isStored && { steps }) };
    },
    follow: (messageId, after, onEvent) => answers.get(messageId)?.follow(after, onEvent) ?? null,
    async stop(messageId, shownLength) {
      const answer = answers.get(messageId);
      if (!answer) return false;
      answer.stop(shownLength);
      await log.flush();
      return true;
    },
    async begin() {
      await heartbeat();
      work.every(heartbeatEveryMs, 'the heartbeat failed', heartbeat);
      stopListening = db.listen((topic) => {
        const id = /^stop:(.+)$/.exec(topic)?.[1];
        if (id && answers.has(id)) work.run(unwritten, () => stopAsAsked(id));
        const userId = endedSessionsOf(topic);
        if (userId !== null) work.run(unwritten, () => onEndedSessions(userId));
      }, onMissed);
    },
    drain(graceMs) {
      drained ??= drainWithin(graceMs);
      return drained;
    },
  };

  async function drainWithin(graceMs: number): Promise<boolean> {
    work.stopTimers();
    await work.settled(graceMs);
    const ended = work.close(settleMs);
    try {
      await handOver(active());
    } finally {
      stopListening();
      if (ticker) clearInterval(ticker);
      ticker = null;
      closing.abort();
    }
    return ended;
  }

  /** Handles a stop that was requested through another process. */
  async function stopAsAsked(messageId: string): Promise<void> {
    const { generations } = db.tables;
    const [row] = await db.orm.select().from(generations).where(eq(generations.messageId, messageId));
    const answer = answers.get(messageId);
    if (!row?.stopRequestedAt || !answer) return;
    answer.stop(row.stopShownLength ?? undefined);
    await log.flush();
  }

  /** Answers with text that nobody can continue end as interrupted. The next process continues the others. */
  async function handOver(rest: readonly RunningAnswer[]): Promise<void> {
    for (const answer of rest) {
      answer.abort.abort();
      if (!answer.canMove) answer.end('interrupted', { error: 'The server was restarted while answering.' });
    }
    await log.flush();
    for (const answer of rest.filter(({ ending }) => !ending)) {
      answers.delete(answer.id);
      unsettled.delete(answer);
    }
    await db.orm
      .update(db.tables.generations)
      .set({ heartbeatAt: new Date(0) })
      .where(eq(db.tables.generations.bootId, deps.bootId));
  }
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
