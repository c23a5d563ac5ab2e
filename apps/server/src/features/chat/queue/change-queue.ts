import type { ChangeQueuedInput, Queue, QueuedMessage } from '@noek/contract/chat/queue';
import type { Message } from '@noek/contract/chat/schemas';
import { blankMessage } from '@noek/contract/chat/schemas';
import { isBlank } from '@noek/contract/text/characters';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { releaseQueuedFiles } from '../../files/removal/release-files.ts';
import { findConversation } from '../records/chat.queries.ts';
import { type Owner, requireOwner } from '../records/owner.ts';
import { queuedRows, readQueue } from '../records/queue.queries.ts';
import { requireTextSpace } from '../space/require-text-space.ts';
import { publishQueue } from './publish-queue.ts';
import { holdQueue, inQueue, isEmpty, queuedNotFound } from './queued-message.ts';

type InConversation = { conversationId: number };

/** The queue of one of the actor's conversations. Throws NOT_FOUND. */
export async function listQueue(ctx: Ctx, { conversationId }: InConversation): Promise<Queue> {
  await findConversation(ctx, conversationId);
  return readQueue(ctx.db, conversationId);
}

/**
 * Changes the text of a queued message, or moves it. Throws NOT_FOUND if it was sent or removed, and BAD_REQUEST if nothing is to change or the
 * text is blank.
 */
export async function changeQueued(ctx: Ctx, input: ChangeQueuedInput): Promise<QueuedMessage> {
  const owner = requireOwner(ctx);
  const { conversationId, queuedId, content, position } = input;
  await findConversation(ctx, conversationId);
  if (content === undefined && position === undefined)
    throw new AppError('BAD_REQUEST', 'Give a text, or the position to move the message to.');
  if (content !== undefined) await requireText(ctx, input, content);
  const { queuedMessages: q } = ctx.db.tables;
  const order = position === undefined ? null : await orderWith(ctx, input, position);
  await ctx.db.atomic((step) => {
    holdQueue(ctx, step, owner, conversationId);
    step.must(
      step.orm
        .update(q)
        .set({ revision: sql`${q.revision} + 1`, ...(content !== undefined && { content }) })
        .where(and(eq(q.id, queuedId), eq(q.conversationId, conversationId)))
        .returning({ id: q.id }),
      queuedNotFound,
    );
    for (const [place, id] of (order ?? []).entries()) step.add(step.orm.update(q).set({ place }).where(eq(q.id, id)));
  });
  return inQueue(await publishQueue(ctx, owner, conversationId), queuedId);
}

async function requireText(ctx: Ctx, { conversationId, queuedId }: ChangeQueuedInput, content: string): Promise<void> {
  const { files } = inQueue(await readQueue(ctx.db, conversationId), queuedId);
  if (isBlank(content) && files.length === 0) throw new AppError('BAD_REQUEST', blankMessage);
  await requireTextSpace(ctx, content);
}

/** The ids of a queue in their order, with one of them moved. */
async function orderWith(
  ctx: Ctx,
  { conversationId, queuedId }: ChangeQueuedInput,
  position: number,
): Promise<string[]> {
  const ids = (await queuedRows(ctx.db, conversationId)).map(({ id }) => id);
  if (!ids.includes(queuedId)) throw queuedNotFound();
  return ids.filter((id) => id !== queuedId).toSpliced(position - 1, 0, queuedId);
}

/** Removes a queued message. Throws NOT_FOUND if it was sent or removed. */
export async function removeQueued(
  ctx: Ctx,
  input: InConversation & { queuedId: string },
): Promise<{ message: string }> {
  const owner = requireOwner(ctx);
  await findConversation(ctx, input.conversationId);
  if ((await removeFromQueue(ctx, owner, input.conversationId, [input.queuedId])) === 0) throw queuedNotFound();
  return { message: 'Queued message removed.' };
}

/** Removes all queued messages of one of the actor's conversations. Throws NOT_FOUND. */
export async function clearQueue(ctx: Ctx, { conversationId }: InConversation): Promise<{ message: string }> {
  const owner = requireOwner(ctx);
  await findConversation(ctx, conversationId);
  const ids = (await queuedRows(ctx.db, conversationId)).map(({ id }) => id);
  if (ids.length > 0) await removeFromQueue(ctx, owner, conversationId, ids);
  return { message: 'Queue emptied.' };
}

/** Removes messages from a queue. One without messages is not paused. Returns how many there were. */
export async function removeFromQueue(
  ctx: Ctx,
  owner: Owner,
  conversationId: number,
  ids: readonly string[],
): Promise<number> {
  const { queuedMessages: q, queuePauses: p } = ctx.db.tables;
  const { rows } = await ctx.db.atomic((step) => {
    holdQueue(ctx, step, owner, conversationId);
    step.add(releaseQueuedFiles(ctx.db, step.orm, [...ids], ctx.now()));
    const removed = step.add(
      step.orm
        .delete(q)
        .where(and(eq(q.conversationId, conversationId), inArray(q.id, [...ids])))
        .returning({ id: q.id }),
    );
    step.add(step.orm.delete(p).where(and(eq(p.conversationId, conversationId), isEmpty(conversationId))));
    return removed;
  });
  if (rows.length > 0) {
    await publishQueue(ctx, owner, conversationId);
    ctx.queues.announce(conversationId);
  }
  return rows.length;
}

/** Sends the first message of a queue now, and ends a pause. Throws CONFLICT if nothing waits or an answer is running, and like a send. */
export async function sendQueued(ctx: Ctx, { conversationId }: InConversation): Promise<Message> {
  requireOwner(ctx);
  await findConversation(ctx, conversationId);
  const next = await ctx.queues.sendNext(conversationId, { resume: true });
  if (next.outcome === 'sent') return next.result.userMessage;
  if ('error' in next) throw next.error;
  throw new AppError(
    'CONFLICT',
    next.outcome === 'running' ? 'An answer is running. The next message follows it.' : 'No message is waiting.',
  );
}
