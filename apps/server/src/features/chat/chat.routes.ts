import {
  conversationIdParamSchema,
  createConversationInputSchema,
  guestChatBodySchema,
  listConversationsInputSchema,
  type Message,
  sendMessageBodySchema,
  type SendResult,
} from '@noek/contract/chat';
import { type Context, Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { z } from 'zod';
import type { AppEnv } from '../../app-env.ts';
import { AppError } from '../../errors.ts';
import { checkInput, readJson, readQuery } from '../../rest-input.ts';
import { ensureGuest } from '../auth/ensure-guest.ts';
import { requireUser } from '../auth/require-user.ts';
import { archiveConversation } from './archive-conversation.ts';
import { conversationNotFound } from './chat.queries.ts';
import { createConversation } from './create-conversation.ts';
import { deleteConversation } from './delete-conversation.ts';
import { followAnswer } from './follow-answer.ts';
import { guestStatus } from './guest-status.ts';
import { listConversations } from './list-conversations.ts';
import { listMessages } from './list-messages.ts';
import { sendMessage } from './send-message.ts';

const listQuerySchema = z.object({
  limit: z.coerce.number().pipe(listConversationsInputSchema.shape.limit.unwrap()).default(100),
  cursor: listConversationsInputSchema.shape.cursor,
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
  .post('/conversations', async (c) =>
    c.json(await createConversation(c.var.ctx, await readJson(c, createConversationInputSchema)), 201),
  )
  .post('/conversations/:id/archive', async (c) =>
    c.json(await archiveConversation(c.var.ctx, { conversationId: idOf(c), archived: true })),
  )
  .post('/conversations/:id/unarchive', async (c) =>
    c.json(await archiveConversation(c.var.ctx, { conversationId: idOf(c), archived: false })),
  )
  .delete('/conversations/:id', async (c) => c.json(await deleteConversation(c.var.ctx, { conversationId: idOf(c) })))
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
    const sent = await sendMessage(c.var.ctx, { conversationId, content: body.content, clientMessageId });
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
    return c.json({ userMessage: sent.userMessage, aiMessage, remainingMessages, resetAt, conversation: sent.conversation });
  })
  .get('/guest/conversations/:id/messages', async (c) =>
    c.json(await listMessages(c.var.ctx, { conversationId: idOf(c) })),
  );

const idempotencyKey = z.string().min(1).max(128);

/** The finished answer. An answer of which nothing came is the 502, with the message that was kept. */
async function awaitAnswer(c: Context<AppEnv>, sent: SendResult): Promise<Message> {
  for await (const event of followAnswer(c.var.ctx, { messageId: sent.assistantMessage.id }, c.req.raw.signal))
    if (event.type === 'done') {
      if (event.message.status === 'failed') throw answerFailed(sent, event.message);
      return event.message;
    }
  throw new AppError('UNAVAILABLE', 'The server is restarting. Your message is kept.');
}

const answerFailed = (sent: SendResult, answer: Message) =>
  new AppError('PROVIDER_FAILED', answer.error ?? 'No answer could be made. Please try again.', {
    flags: { userMessage: sent.userMessage },
  });

/** The answer as server-sent events: `message` for both rows, `delta`s, then `done`, or `error` when nothing came. */
function streamAnswer(c: Context<AppEnv>, sent: SendResult) {
  return streamSSE(c, async (stream) => {
    const write = (event: string, data: unknown, id?: string) =>
      stream.writeSSE({ event, data: JSON.stringify(data), ...(id === undefined ? {} : { id }) });
    await write('message', sent.userMessage);
    await write('message', sent.assistantMessage);
    const gone = new AbortController();
    stream.onAbort(() => gone.abort());
    try {
      for await (const event of followAnswer(c.var.ctx, { messageId: sent.assistantMessage.id }, gone.signal)) {
        const id = String(event.sequence);
        if (event.type === 'delta')
          await write('delta', { messageId: sent.assistantMessage.id, sequence: event.sequence, text: event.text }, id);
        else if (event.message.status === 'failed') await write('error', answerFailed(sent, event.message).body(), id);
        else await write('done', { ...event.message, ...sent.allowance, conversation: sent.conversation }, id);
      }
    } catch (error) {
      if ((error as Error).name !== 'AbortError') throw error;
    }
  });
}
