import type { QueuedMessage, QueueInput } from '@noek/contract/chat/queue';
import type { SendResult } from '@noek/contract/chat/schemas';
import { isUniqueViolation } from '@noek/db/database';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { sendMessage } from '../messages/send-message.ts';
import { findConversation } from '../records/chat.queries.ts';
import { type Owner, requireOwner } from '../records/owner.ts';
import { readQueue } from '../records/queue.queries.ts';
import { findSend } from '../turns/find-send.ts';
import { publishQueue } from './publish-queue.ts';
import { isAnswering } from './queue-state.ts';
import { addToQueue, findQueued, inQueue, requireSendable } from './queued-message.ts';

/**
 * Queues a message: it is sent when the answers before it have ended well, or at once if no answer is running and nothing waits. Repeating a
 * clientMessageId returns the first result. Throws CONFLICT if the queue is full, NOT_FOUND, and what a send is refused with.
 */
export async function queueMessage(ctx: Ctx, input: QueueInput): Promise<QueuedMessage> {
  const owner = requireOwner(ctx);
  const { conversationId, clientMessageId } = input;
  await findConversation(ctx, conversationId);
  const earlier = await findEarlier(ctx, owner, input);
  if (earlier) return earlier;
  await requireSendable(ctx, input);
  const { messages } = await readQueue(ctx.db, conversationId);
  if (messages.length === 0 && !(await isAnswering(ctx.db, conversationId)))
    return sentAt(await sendMessage(ctx, input));
  try {
    await addToQueue(ctx, owner, input, { steers: false });
  } catch (error) {
    // The same message at the same time.
    const first = isUniqueViolation(error) ? await findEarlier(ctx, owner, input) : null;
    if (first) return first;
    throw error;
  }
  const queue = await publishQueue(ctx, owner, conversationId);
  ctx.queues.announce(conversationId);
  const row = await findQueued(ctx, owner, { clientMessageId, conversationId });
  const sent = row ? null : await findSend(ctx, owner, clientMessageId);
  return sent ? sentAt(sent) : inQueue(queue, row?.id ?? '');
}

/** A message with the same clientMessageId that waits or was sent. */
async function findEarlier(ctx: Ctx, owner: Owner, input: QueueInput): Promise<QueuedMessage | null> {
  const { conversationId, clientMessageId } = input;
  const row = await findQueued(ctx, owner, input);
  if (row) {
    const { messages } = await readQueue(ctx.db, conversationId);
    const waiting = messages.find(({ id }) => id === row.id);
    if (waiting) return waiting;
  }
  const sent = await findSend(ctx, owner, clientMessageId);
  if (sent && sent.conversation.id !== conversationId)
    throw new AppError(
      'CONFLICT',
      'Another message was sent with this clientMessageId, in another conversation. Use a new one.',
    );
  return sent && sentAt(sent);
}

const sentAt = ({ userMessage: { id, content, files } }: SendResult): QueuedMessage => ({
  ...{ id, content, files },
  position: 0,
});
