import type { User } from '@noek/contract/auth/schemas';
import { answersAtOnce } from '@noek/contract/chat/limits';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { LlmError, type LlmMessage, noAnswerText } from '../../integrations/llm/llm.ts';
import { estimateTokens } from '../../text/estimate-tokens.ts';
import { watchSession } from '../auth/session/watch-session.ts';
import { makeAnswer } from '../chat/answers/make-answer.ts';
import type { AnswerOptions } from '../chat/answers/running/answer-options.ts';
import { isPremium } from '../chat/answers/running/chosen-model.ts';
import { RunningAnswer } from '../chat/answers/running/running-answer.ts';
import { knowledgeOfAnswer } from '../chat/answers/steps/knowledge-of-answer.ts';
import { memoriesOfAnswer } from '../chat/answers/steps/memories-of-answer.ts';
import { extendConversation } from '../chat/conversations/extend-conversation.ts';
import { keepConversation } from '../chat/conversations/keep-conversation.ts';
import { EventQueue } from '../chat/live/event-queue.ts';
import { promptFor } from '../chat/prompt/prompt.ts';
import { toConversation } from '../chat/records/chat.queries.ts';
import { newAnswer } from '../chat/records/new-message.ts';
import type { UserOwner } from '../chat/records/owner.ts';
import { chargeCompletion, refundCompletion } from './charge-completion.ts';
import { type Completion, type CompletionEvent, UsageSum } from './completion.ts';
import type { CompletionRequest } from './completion-input.ts';
import { findModel } from './list-models.ts';
import { type PreviousAnswer, questionAfter } from './previous-answer.ts';

type Finish = Extract<CompletionEvent, { type: 'finish' }>;
type Ended = Omit<Finish, 'type' | 'usage' | 'conversation'>;
type Caller = { owner: UserOwner; user: User };
type Asked = { request: CompletionRequest; previous: PreviousAnswer | null };

/**
 * Answers without storing anything but the charge of one message, which is given back if there is no answer. The answer ends when `gone`
 * aborts. If the request asks for it, a finished answer is then kept as a new conversation.
 */
export async function unsavedCompletion(
  ctx: Ctx,
  caller: Caller,
  { request: given, previous }: Asked,
  gone: AbortSignal,
): Promise<Completion> {
  if (given.model !== null) findModel(ctx, given.model);
  if (previous && given.store) questionAfter(given);
  const request = previous ? { ...given, messages: [...previous.turns, ...given.messages] } : given;
  const { owner, user } = caller;
  const { ids, allowance } = await chargeCompletion(ctx, owner);
  const session = watchSession(ctx);
  const { closing } = ctx.generations;
  const queue = new EventQueue<CompletionEvent>();
  const options = optionsOf(request, owner, user);
  const row = newAnswer({ conversationId: 0, parentId: null, model: request.model }, ctx.now());
  const answer = new RunningAnswer(row, options);
  const { signal } = answer.abort;
  const usage = new UsageSum();
  let text = '';
  let gave = false;
  let failure: unknown;
  const put = (event: CompletionEvent) => {
    gave = true;
    if (event.type === 'text') text += event.text;
    else if (event.type === 'retract') text = event.text;
    queue.put(event);
  };
  const fail = (reason: unknown) => {
    failure ??= reason;
    answer.abort.abort();
  };
  const ends: [AbortSignal, () => void][] = [
    [gone, () => fail(gone.reason)],
    [closing, () => fail(restarting())],
    [session.signal, () => fail(session.signal.reason)],
  ];
  for (const [end, onEnd] of ends) end.addEventListener('abort', onEnd);
  if (gone.aborted) fail(gone.reason);

  ctx.background.run('an answer for a program could not be finished', async () => {
    try {
      await ctx.generations.inTurn(options.queueEntry, signal, async () => {
        answer.asked = true;
        const isAssistant = request.model === null && request.tools.length === 0;
        const ended = await (isAssistant
          ? theAssistant(ctx, answer, options, { put, usage })
          : oneModelCall(ctx, answer, options, request, { put, usage }));
        if (signal.aborted) return;
        const isCall = ended.reason === 'tool-calls';
        const conversation =
          given.store && text && !isCall ? await kept(ctx, owner, { request: given, previous }, text, answer) : null;
        queue.put({ type: 'finish', ...ended, usage: usage.or(estimateOf(request, text)), conversation });
      });
    } catch (error) {
      failure ??= error;
    }
    for (const [end, onEnd] of ends) end.removeEventListener('abort', onEnd);
    session.stop();
    // A caller who leaves after a model was asked has used it.
    const hasLeft = gone.aborted && failure === gone.reason && answer.asked;
    if (!gave && failure !== undefined && !hasLeft) refundCompletion(ctx, ids);
    queue.end();
  });
  return {
    allowance,
    conversation: null,
    messageId: row.id,
    events: ctx.background.stream(read(queue, () => failure)),
  };
}

/** What arrives in the queue. Afterwards it throws the failure, if there is one. */
async function* read(
  queue: EventQueue<CompletionEvent>,
  failureOf: () => unknown,
): AsyncGenerator<CompletionEvent[], void> {
  for (let arrived = await queue.take(); arrived.length > 0; arrived = await queue.take()) yield arrived;
  const failure = failureOf();
  if (failure !== undefined) throw failure;
}

const restarting = () =>
  new AppError('UNAVAILABLE', 'The server is restarting. Please try again in a moment.', {
    headers: { 'Retry-After': '2' },
  });

function optionsOf(request: CompletionRequest, owner: UserOwner, user: User): AnswerOptions {
  const premium = isPremium(user);
  const { messages, instructions, temperature, fields, model, webSearch } = request;
  return {
    queueEntry: { key: owner.key, atOnce: answersAtOnce.user, premium },
    ...{ owner, user, premium, model, webSearch },
    question: { id: '', content: questionOf(messages) },
    effort: 'automatic',
    managesServer: false,
    store: false,
    remembers: true,
    mode: 'standard',
    projectId: null,
    chargeIds: [],
    provisionalTitle: null,
    history: { turns: messages, leftOut: 0 },
    program: { instructions, temperature, fields, isStored: false },
  };
}

/** What the person wrote last. */
const questionOf = (messages: readonly LlmMessage[]): string =>
  messages.findLast(({ role }) => role === 'user')?.content ?? '';

type Given = { put(event: CompletionEvent): void; usage: UsageSum };

/** The assistant as people know it: with memories, the knowledge base and web search. */
async function theAssistant(
  ctx: Ctx,
  answer: RunningAnswer,
  options: AnswerOptions,
  { put, usage }: Given,
): Promise<Ended> {
  const reason = await makeAnswer(ctx, answer, options, {
    push(text) {
      put({ type: 'text', text });
      return answer.text.push(text);
    },
    retract(from) {
      put({ type: 'retract', text: answer.text.said.slice(0, from) });
    },
    persist: async () => {},
    used: (more) => usage.add(more),
  });
  if (!answer.text.hasText && !answer.abort.signal.aborted)
    throw new LlmError('wordless', answer.row.error ?? noAnswerText, {
      ...(answer.row.errorHint && { hint: answer.row.errorHint }),
    });
  return { reason, sources: answer.row.sources ?? [] };
}

/** A bare model, or the assistant with the program's tools instead of its own. */
async function oneModelCall(
  ctx: Ctx,
  answer: RunningAnswer,
  options: AnswerOptions,
  { model, messages, instructions, tools, temperature, fields }: CompletionRequest,
  { put, usage }: Given,
): Promise<Ended> {
  const { signal } = answer.abort;
  const asked = model === null ? await asAssistant(ctx, answer, options) : withInstructions(messages, instructions);
  const stream = ctx.llm.stream({
    ...{ messages: asked, premium: options.premium, store: false, temperature, fields, signal },
    ...(model !== null && { model }),
    ...(tools.length > 0 && { tools }),
  });
  let ended: Ended = { reason: 'unknown', sources: answer.row.sources ?? [] };
  for await (const event of stream) {
    if (event.type === 'text' || event.type === 'tool-call') put(event);
    if (event.type === 'retract') put({ ...event, text: '' });
    if (event.type !== 'finish') continue;
    if (event.usage) usage.add(event.usage);
    ended = { ...ended, reason: event.reason };
  }
  return ended;
}

const withInstructions = (messages: readonly LlmMessage[], instructions: string): LlmMessage[] =>
  instructions ? [{ role: 'system', content: instructions }, ...messages] : [...messages];

async function asAssistant(ctx: Ctx, answer: RunningAnswer, options: AnswerOptions): Promise<LlmMessage[]> {
  const { premium, mode, question, owner, user, history = { turns: [], leftOut: 0 }, program } = options;
  const contextTokens = ctx.llm.contextTokensFor({ model: undefined, premium });
  const knowledge = knowledgeOfAnswer(ctx.knowledge, answer, { question, history, contextTokens });
  const memories = await memoriesOfAnswer(ctx, answer, {
    ...{ owner, user, memoryProjectId: null, question, history, contextTokens },
  });
  return promptFor({
    ...{ history, mode, premium, contextTokens, offersTools: true, data: [...memories, ...knowledge] },
    instructions: program?.instructions,
  }).messages;
}

/** The conversation in which the answer is now kept. */
async function kept(ctx: Ctx, owner: UserOwner, { request, previous }: Asked, text: string, answer: RunningAnswer) {
  const { id, model } = answer.row;
  const answeredBy = answer.row.answeredBy ?? request.model;
  if (previous) {
    const question = questionAfter(request).content;
    return extendConversation(ctx, owner, previous, { question, answer: { id, model, answeredBy, content: text } });
  }
  const answered = { role: 'assistant', content: text, answeredBy, id };
  const conversation = await keepConversation(ctx, owner, [...request.messages, answered]);
  ctx.live.publish(owner, { type: 'conversation', conversation: toConversation(conversation, ctx.now()) });
  return conversation.id;
}

const estimateOf = ({ messages, instructions }: CompletionRequest, text: string) => ({
  promptTokens: messages.reduce((sum, { content }) => sum + estimateTokens(content), estimateTokens(instructions)),
  completionTokens: estimateTokens(text),
});
