import { createHash } from 'node:crypto';
import type { Message, SendResult } from '@noek/contract/chat/schemas';
import { sendMessageInputSchema } from '@noek/contract/chat/schemas';
import type { GenerationEvent } from '@noek/contract/chat/stream';
import { z } from 'zod';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { isRevoked } from '../../auth/tokens/is-revoked.ts';
import { answerFailed } from '../../chat/live/await-answer.ts';
import { followInBatches } from '../../chat/live/follow-answer.ts';
import { continueAnswer } from '../../chat/messages/continue-answer.ts';
import { sendMessage } from '../../chat/messages/send-message.ts';
import { stopAnswer } from '../../chat/messages/stop-answer.ts';
import { conversationNotFound, findConversation, findMessage } from '../../chat/records/chat.queries.ts';
import { asMarkdown, shownDocuments } from '../../documents/for-programs/shown-documents.ts';
import { type McpCall, mcpTool } from '../tool.ts';
import { chatUrl, conversationIdInput, documentOutput, longestDocuments } from './parts.ts';

export const askNoekTool = mcpTool({
  name: 'ask_noek',
  title: 'Ask Noek',
  description:
    "Send a message to Noek, the person's own AI assistant, and get its whole answer. Noek knows what it remembers about the person, the " +
    "knowledge base of its installation and, with webSearch, the web. Each call uses one message of the person's allowance. The question and " +
    'the answer are kept as a conversation that the person can open; pass its conversationId to ask something further in it.',
  scope: 'chat',
  isReadOnly: false,
  isOpenWorld: true,
  input: z.strictObject({
    message: sendMessageInputSchema.shape.content.describe('What to ask, as a person would write it.'),
    conversationId: conversationIdInput.nullish().describe('The conversation to continue. Left out: a new one begins.'),
    webSearch: z.boolean().optional().describe('Whether Noek may search the web for this conversation.'),
  }),
  output: z.strictObject({
    answer: z.string().describe('The answer, as Markdown. [1] cites source number 1.'),
    status: z.enum(['complete', 'stopped']).describe('"stopped": the person stopped it, so it is not complete.'),
    conversationId: z.number().int(),
    messageId: z.string(),
    title: z.string().describe('The title of the conversation.'),
    url: z.string().describe('Where the person can open the conversation.'),
    sources: z.array(
      z.strictObject({
        number: z.number().int(),
        title: z.string(),
        site: z.string(),
        url: z.string().nullable().describe('Null for the knowledge base and files.'),
        quote: z.string().describe('The passage that the answer was given.'),
      }),
    ),
    documents: z.array(documentOutput).describe('The documents that the answer has made or changed.'),
    remainingMessages: z.number().int().describe('How many messages the person has left for now.'),
  }),
  async run(ctx, { message, conversationId = null, webSearch }, call) {
    // A call that was cancelled while it was read costs nothing.
    call.gone.throwIfAborted();
    if (conversationId !== null && (await findConversation(ctx, conversationId)).temporary)
      throw conversationNotFound();
    const sent = await sendMessage(ctx, {
      content: message,
      conversationId,
      webSearch,
      clientMessageId: call.key === null ? undefined : keyOfSend(call.key),
    });
    if (sent.userMessage.content !== message)
      throw new AppError('CONFLICT', 'Another message was sent with this idempotency key. Use a new one.');
    if (call.key !== null) await continueInterrupted(ctx, sent.assistantMessage.id, call.key);
    return resultOf(ctx, sent, await answerOf(ctx, sent, call));
  },
  text: ({ answer, status, sources, documents, conversationId, url }) =>
    [
      answer,
      ...documents.map(asMarkdown),
      ...(status === 'complete' ? [] : ['(The person stopped this answer, so it is not complete.)']),
      ...(sources.length > 0
        ? [
            `Sources:\n${sources.map((source) => `[${source.number}] ${source.title} ${source.url ?? source.site}`).join('\n')}`,
          ]
        : []),
      `Conversation ${conversationId}: ${url}`,
    ].join('\n\n'),
});

/** Keys of this protocol and those that pages give their messages never meet. */
const keyOfSend = (key: string): string => `mcp:${createHash('sha256').update(key).digest('base64url')}`;

/**
 * A call that is repeated after its answer was interrupted gets the rest of it. Only if that is free: otherwise, repeating a call would
 * charge for it again.
 */
async function continueInterrupted(ctx: Ctx, messageId: string, key: string): Promise<void> {
  const { status, freeContinueUsed } = await findMessage(ctx, messageId);
  if (status !== 'interrupted' || freeContinueUsed) return;
  await continueAnswer(ctx, { messageId, clientMessageId: keyOfSend(key) });
}

/** The error for an answer that ended too early. What was written is kept. */
const interrupted = (ctx: Ctx, { content, conversationId, error }: Message) =>
  new AppError(
    'UNAVAILABLE',
    `${error ?? 'The answer was interrupted.'} Please ask again in a moment. What was written is kept in the conversation ` +
      `${conversationId}, ${chatUrl(ctx, conversationId)}:\n\n${content}`,
    { headers: { 'Retry-After': '2' } },
  );

/**
 * Waits for the answer. If the caller leaves, it stops. With an idempotency key it does not, because the caller can repeat the call and
 * expects the whole answer; only a revoked token ends that, too. Throws PROVIDER_FAILED when there is no answer, UNAVAILABLE when it was
 * interrupted or the process ends first, and UNAUTHORIZED when the token is revoked.
 */
async function answerOf(ctx: Ctx, sent: SendResult, call: McpCall): Promise<Message> {
  const messageId = sent.assistantMessage.id;
  let length = 0;
  const tell = (event: GenerationEvent) => {
    if (event.type === 'waiting' && event.waiting) call.progress('Waiting for its turn');
    if (event.type === 'step' && event.step.status === 'running') call.progress(event.step.text);
    if (event.type !== 'delta') return;
    length += event.text.length;
    call.progress(`Writing the answer: ${length.toLocaleString('en-US')} characters so far`);
  };
  try {
    for await (const events of followInBatches(ctx, messageId, 0, [call.gone])) {
      for (const event of events) tell(event);
      const last = events.at(-1);
      if (last?.type !== 'done') continue;
      if (last.message.status === 'failed') throw answerFailed(sent, last.message);
      if (last.message.status === 'interrupted') throw interrupted(ctx, last.message);
      return last.message;
    }
  } catch (error) {
    if (await isGivenUp(ctx, call, error)) await stop(ctx, messageId);
    if (!ctx.generations.closing.aborted) throw error;
  }
  throw new AppError(
    'UNAVAILABLE',
    'The server is restarting. Your message has been saved. Please ask again in a moment.',
    {
      headers: { 'Retry-After': '2' },
    },
  );
}

/**
 * Whether an answer will not be fetched any more: its caller has left without a key, or the token was revoked. With a key, an app whose
 * access token has expired repeats the call with the next one.
 */
async function isGivenUp(ctx: Ctx, call: McpCall, error: unknown): Promise<boolean> {
  const hasNoAccess = error instanceof AppError && error.code === 'UNAUTHORIZED';
  if (call.key === null) return hasNoAccess || call.gone.aborted;
  return hasNoAccess && (await isRevoked(ctx));
}

/** Stops an answer. Another process may still be stopping it when this ends: a caller without access gets no more of it. */
async function stop(ctx: Ctx, messageId: string): Promise<void> {
  await stopAnswer(ctx, { messageId }).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === 'UNAUTHORIZED')) throw error;
  });
}

async function resultOf(ctx: Ctx, { conversation, allowance }: SendResult, answer: Message) {
  const { id: messageId, content, status, sources } = answer;
  const [documents = []] = await shownDocuments(ctx.db, ctx.config.origins.chat, [answer], longestDocuments);
  return {
    answer: content,
    status: status === 'stopped' ? status : ('complete' as const),
    conversationId: conversation.id,
    messageId,
    title: conversation.title,
    url: chatUrl(ctx, conversation.id),
    sources: sources.map(({ number, title, site, url, quote }) => ({ number, title, site, url: url || null, quote })),
    documents,
    remainingMessages: allowance.remainingMessages,
  };
}
