import {
  conversationIdParamSchema,
  createConversationInputSchema,
  guestChatBodySchema,
  listConversationsInputSchema,
  type Message,
  renameBodySchema,
  type SendResult,
  sendMessageBodySchema,
} from '@noek/contract/chat';
import { searchInputSchema } from '@noek/contract/search';
import { shareBodySchema } from '@noek/contract/sharing';
import type { GenerationEvent } from '@noek/contract/stream';
import { type Context, Hono } from 'hono';
import { stream } from 'hono/streaming';
import { z } from 'zod';
import type { AppEnv } from '../../app-env.ts';
import { AppError } from '../../errors.ts';
import { checkInput, readJson, readQuery } from '../../rest-input.ts';
import { ensureGuest } from '../auth/ensure-guest.ts';
import { requireUser } from '../auth/require-user.ts';
import { followInBatches } from './answers/follow-answer.ts';
import { conversationNotFound } from './chat.queries.ts';
import { archiveConversation } from './conversations/archive-conversation.ts';
import { createConversation } from './conversations/create-conversation.ts';
import { deleteConversation } from './conversations/delete-conversation.ts';
import { listConversations } from './conversations/list-conversations.ts';
import { renameConversation } from './conversations/rename-conversation.ts';
import { guestStatus } from './guest-status.ts';
import { listMessages } from './messages/list-messages.ts';
import { sendMessage } from './messages/send-message.ts';
import { searchConversations } from './search/search-conversations.ts';
import { readShared } from './sharing/read-shared.ts';
import { shareConversation } from './sharing/share-conversation.ts';
import { unshareConversation } from './sharing/unshare-conversation.ts';

const listQuerySchema = z.object({
  limit: z.coerce.number().pipe(listConversationsInputSchema.shape.limit.unwrap()).default(100),
  cursor: listConversationsInputSchema.shape.cursor,
});

const searchQuerySchema = z.object({
  q: searchInputSchema.shape.q,
  limit: z.coerce.number().pipe(searchInputSchema.shape.limit.unwrap()).default(30),
});

function idOf(c: Context): number {
  const parsed = conversationIdParamSchema.safeParse(c.req.param('id'));
  if (!parsed.success) throw conversationNotFound();
  return parsed.data;
}

async function list(c: Context<AppEnv>, archived: boolean) {
  const page = await listConversations(c.var.ctx, { archived, ...readQuery(c, listQuerySchema) });
  if (page.nextCursor) {
    const next = new URLSearchParams({ ...c.req.query(), cursor: page.nextCursor });
    c.header('Link', `<${c.req.path}?${next}>; rel="next"`);
  }
  return c.json(page.conversations);
}

/** The documented chat paths under /api. */
export const chatRoutes = new Hono<AppEnv>()
  .get('/conversations', (c) => list(c, false))
  .get('/conversations/archived', (c) => list(c, true))
  .get('/conversations/search', async (c) => {
    requireUser(c.var.ctx);
    return c.json(await searchConversations(c.var.ctx, readQuery(c, searchQuerySchema)));
  })
  .post('/conversations', async (c) =>
    c.json(await createConversation(c.var.ctx, await readJson(c, createConversationInputSchema)), 201),
  )
  .post('/conversations/:id/archive', async (c) =>
    c.json(await archiveConversation(c.var.ctx, { conversationId: idOf(c), archived: true })),
  )
  .post('/conversations/:id/unarchive', async (c) =>
    c.json(await archiveConversation(c.var.ctx, { conversationId: idOf(c), archived: false })),
  )
  .patch('/conversations/:id', async (c) => {
    requireUser(c.var.ctx);
    const conversationId = idOf(c);
    const { title } = await readJson(c, renameBodySchema);
    return c.json(await renameConversation(c.var.ctx, { conversationId, title }));
  })
  .delete('/conversations/:id', async (c) => {
    requireUser(c.var.ctx);
    return c.json(await deleteConversation(c.var.ctx, { conversationId: idOf(c) }));
  })
  .post('/conversations/:id/share', async (c) => {
    requireUser(c.var.ctx);
    const conversationId = idOf(c);
    return c.json(await shareConversation(c.var.ctx, { conversationId, ...(await readJson(c, shareBodySchema)) }));
  })
  .delete('/conversations/:id/share', async (c) => {
    requireUser(c.var.ctx);
    return c.json(await unshareConversation(c.var.ctx, { conversationId: idOf(c) }));
  })
  .get('/shared/:id', async (c) => c.json(await readShared(c.var.ctx, { conversationId: idOf(c) })))
  .get('/conversations/:id/messages', async (c) => {
    requireUser(c.var.ctx);
    return c.json(await listMessages(c.var.ctx, { conversationId: idOf(c) }));
  })
  .post('/conversations/:id/messages', async (c) => {
    requireUser(c.var.ctx);
    const conversationId = idOf(c);
    const body = await readJson(c, sendMessageBodySchema);
    const key = c.req.header('Idempotency-Key');
    const clientMessageId = body.clientMessageId ?? (key === undefined ? undefined : checkInput(idempotencyKey, key));
    const sent = await sendMessage(c.var.ctx, { ...body, conversationId, clientMessageId });
    if (c.req.header('Accept')?.includes('text/event-stream')) return streamAnswer(c, sent);
    const answer = await awaitAnswer(c, sent);
    return c.json([sent.userMessage, answer], 201);
  })
  .get('/guest/status', async (c) => {
    await ensureGuest(c.var.ctx);
    return c.json(await guestStatus(c.var.ctx));
  })
  .post('/guest/chat', async (c) => {
    const { message, conversationId, clientMessageId } = await readJson(c, guestChatBodySchema);
    await ensureGuest(c.var.ctx);
    const sent = await sendMessage(c.var.ctx, {
      conversationId: conversationId ?? null,
      content: message,
      clientMessageId,
    });
    if (c.req.header('Accept')?.includes('text/event-stream')) return streamAnswer(c, sent);
    const aiMessage = await awaitAnswer(c, sent);
    const { remainingMessages, resetAt } = sent.allowance;
    return c.json({
      userMessage: sent.userMessage,
      aiMessage,
      remainingMessages,
      resetAt,
      conversation: sent.conversation,
    });
  })
  .get('/guest/conversations/:id/messages', async (c) =>
    c.json(await listMessages(c.var.ctx, { conversationId: idOf(c) })),
  );

const idempotencyKey = z.string().min(1).max(128);

/** The finished answer. An answer of which nothing came is the 502, with the message that was kept. */
async function awaitAnswer(c: Context<AppEnv>, sent: SendResult): Promise<Message> {
  for await (const events of followInBatches(c.var.ctx, sent.assistantMessage.id, 0, c.req.raw.signal)) {
    const last = events.at(-1);
    if (last?.type !== 'done') continue;
    if (last.message.status === 'failed') throw answerFailed(sent, last.message);
    return last.message;
  }
  throw new AppError('UNAVAILABLE', 'The server is restarting. Your message is kept.');
}

const answerFailed = (sent: SendResult, answer: Message) =>
  new AppError('PROVIDER_FAILED', answer.error ?? 'No answer could be made. Please try again.', {
    flags: { userMessage: sent.userMessage },
  });

const frame = (event: string, data: unknown, id?: number) =>
  `event: ${event}\ndata: ${JSON.stringify(data)}\n${id === undefined ? '' : `id: ${id}\n`}\n`;

/** The answer as server-sent events: `message` for both rows, `delta`s, then `done`, or `error` when nothing came. */
function streamAnswer(c: Context<AppEnv>, sent: SendResult) {
  c.header('Content-Type', 'text/event-stream; charset=utf-8');
  const messageId = sent.assistantMessage.id;
  const frameOf = (event: GenerationEvent) => {
    if (event.type === 'delta')
      return frame('delta', { messageId, sequence: event.sequence, text: event.text }, event.sequence);
    if (event.message.status === 'failed')
      return frame('error', answerFailed(sent, event.message).body(), event.sequence);
    return frame('done', { ...event.message, ...sent.allowance, conversation: sent.conversation }, event.sequence);
  };
  return stream(c, async (out) => {
    const gone = new AbortController();
    out.onAbort(() => gone.abort());
    await out.write(frame('message', sent.userMessage) + frame('message', sent.assistantMessage));
    try {
      for await (const events of followInBatches(c.var.ctx, messageId, 0, gone.signal))
        await out.write(events.map(frameOf).join(''));
    } catch (error) {
      if (error instanceof AppError) await out.write(frame('error', error.body()));
      else if ((error as Error).name !== 'AbortError') throw error;
    }
  });
}
