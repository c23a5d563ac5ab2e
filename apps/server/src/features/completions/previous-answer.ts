import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import type { LlmMessage } from '../../integrations/llm/llm.ts';
import { isPremium } from '../chat/answers/running/chosen-model.ts';
import { type HistoryTurn, readHistory } from '../chat/prompt/history.ts';
import { findConversation, findMessage, type MessageRow } from '../chat/records/chat.queries.ts';
import { userOf } from '../chat/records/owner.ts';
import type { CompletionRequest } from './completion-input.ts';
import { CompletionRefusal } from './refusals.ts';

/** An answer that was kept, and what was said until then, which is not empty. */
export type PreviousAnswer = { conversationId: number; messageId: string; turns: readonly LlmMessage[] };

const idPattern = /^(?:resp|msg)_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/;

/** The id of the message that the id of a response, or of a message in it, has if the response was kept; null if it cannot have any. */
export function messageIdOf(id: string): string | null {
  const parts = idPattern.exec(id);
  return parts ? parts.slice(1).join('-') : null;
}

/** One of the caller's own stored answers, or null if there is no such answer. */
export async function findKeptAnswer(ctx: Ctx, messageId: string): Promise<MessageRow | null> {
  const found = await findMessage(ctx, messageId).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return null;
    throw error;
  });
  if (found?.role !== 'assistant') return null;
  return (await findConversation(ctx, found.conversationId)).temporary ? null : found;
}

/**
 * The answer that a request follows. Throws a refusal with the status 404 for another's answer and for one that was not kept, and one with
 * 400 while it is still being made.
 */
export async function findPrevious(ctx: Ctx, request: CompletionRequest, messageId: string): Promise<PreviousAnswer> {
  const answer = await findKeptAnswer(ctx, messageId);
  if (!answer) throw previousNotFound();
  if (answer.status === 'streaming')
    throw new CompletionRefusal('The previous response is still being made. Wait until it is complete.', {
      param: 'previous_response_id',
      code: 'previous_response_not_complete',
    });
  const { conversationId } = answer;
  const contextTokens = ctx.llm.contextTokensFor({
    model: request.model ?? undefined,
    premium: isPremium(userOf(ctx.actor)),
  });
  const { turns } = await readHistory(ctx.db, { conversationId, parentId: messageId }, contextTokens);
  return { conversationId, messageId, turns: request.model === null ? turns : turns.map(withoutFiles) };
}

/** A bare model gets what was said alone. */
const withoutFiles = ({ files: _, ...turn }: HistoryTurn): LlmMessage => turn;

/**
 * What the person says after a kept answer, as one message. Throws a refusal for a request that also has answers of the assistant, which
 * would be lost.
 */
export function questionAfter({ messages }: CompletionRequest): LlmMessage & { role: 'user' } {
  const isLost = ({ role, ...more }: LlmMessage) => role === 'assistant' && !('toolCalls' in more);
  if (messages.some(isLost))
    throw new CompletionRefusal('What follows a response that was kept can only be messages of the user.', {
      param: 'messages',
    });
  const said = messages.filter((message) => message.role === 'user');
  const pictures = said.flatMap((message) => message.pictures ?? []);
  const content = said.map((message) => message.content).join('\n\n');
  return { role: 'user', content, ...(pictures.length > 0 && { pictures }) };
}

export const previousNotFound = () =>
  new CompletionRefusal('There is no response with this id that was kept with "store": true. Send its items again.', {
    status: 404,
    param: 'previous_response_id',
    code: 'previous_response_not_found',
  });
