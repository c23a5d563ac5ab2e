import { mostQueued } from '@noek/contract/chat/limits';
import type { SteerInput } from '@noek/contract/chat/queue';
import type { SendResult } from '@noek/contract/chat/schemas';
import { isUniqueViolation } from '@noek/db/database';
import { eq } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { prepareCharge } from '../allowance/allowance.ts';
import { followAnswer } from '../live/follow-answer.ts';
import { sendMessage } from '../messages/send-message.ts';
import { findConversation } from '../records/chat.queries.ts';
import { type Owner, requireOwner } from '../records/owner.ts';
import { findSend } from '../turns/find-send.ts';
import { removeFromQueue } from './change-queue.ts';
import { runningAnswerOf } from './queue-state.ts';
import { addToQueue, findQueued, requireSendable } from './queued-message.ts';
import type { Next } from './send-next.ts';

/** Tools take a minute at most, and an answer of another process is told to stop by a notification. */
const interruptedWithinMs = 75_000;

/**
 * Interrupts the running answer with a message, which follows it. The message waits at the head of the queue meanwhile, so that it is sent
 * once, after a crash, too. Without a running answer, it is sent. Repeating a clientMessageId returns the first result. Throws like a send; the
 * running answer then continues.
 */
export async function steer(ctx: Ctx, { shownLength, ...input }: SteerInput): Promise<SendResult> {
  const owner = requireOwner(ctx);
  const { conversationId, clientMessageId } = input;
  await findConversation(ctx, conversationId);
  const known = await findQueued(ctx, owner, input);
  if (!known) {
    const sent = await findSend(ctx, owner, clientMessageId);
    if (sent?.conversation.id === conversationId) return sent;
    const running = await runningAnswerOf(ctx.db, conversationId);
    if (running === null) return sendMessage(ctx, input);
    await requireSendable(ctx, input);
    // Only looked at: it is charged when it is sent.
    await prepareCharge(ctx, owner);
    try {
      await addToQueue(ctx, owner, input, { steers: true });
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
    }
  } else if (!known.steers) await makeSteer(ctx, known.id);
  ctx.queues.announce(conversationId);
  let before: string | null = null;
  // Other messages that interrupt may be sent first. They are interrupted in their turn.
  for (let tries = 0; ; tries++) {
    const answerId = await runningAnswerOf(ctx.db, conversationId);
    if (answerId !== null && answerId !== before)
      await interrupt(ctx, answerId, before === null ? shownLength : undefined);
    const next = await ctx.queues.sendNext(conversationId);
    const result = await findSend(ctx, owner, clientMessageId);
    if (result) return result;
    if (next.outcome !== 'running' || (before !== null && answerId === before) || tries === mostQueued.user)
      return notSent(ctx, owner, input, next);
    before = answerId;
  }
}

/** A message that waits already becomes the one that interrupts. */
async function makeSteer({ db }: Ctx, id: string): Promise<void> {
  const { queuedMessages: q } = db.tables;
  await db.write((orm) => orm.update(q).set({ steers: true }).where(eq(q.id, id)));
}

/** Resolves when the answer has ended. */
async function interrupt(ctx: Ctx, id: string, shownLength: number | undefined): Promise<void> {
  if (await ctx.generations.interrupt(id, shownLength)) return;
  const { generations: g } = ctx.db.tables;
  await ctx.db.write((orm) =>
    orm
      .update(g)
      .set({ stopRequestedAt: ctx.now(), stopShownLength: shownLength ?? null })
      .where(eq(g.messageId, id)),
  );
  ctx.db.notify(`stop:${id}`);
  try {
    for await (const event of followAnswer(ctx, { messageId: id }, AbortSignal.timeout(interruptedWithinMs)))
      if (event.type === 'done') return;
  } catch (error) {
    if (!['TimeoutError', 'AbortError'].includes((error as Error).name)) throw error;
  }
}

/** Throws why the message was not sent. */
async function notSent(ctx: Ctx, owner: Owner, input: SteerInput, next: Next): Promise<never> {
  const { conversationId } = input;
  const error = 'error' in next ? next.error : await pauseOf(ctx, conversationId);
  // The caller still has it.
  const row = error.code === 'UNAVAILABLE' ? null : await findQueued(ctx, owner, input);
  if (row) await removeFromQueue(ctx, owner, conversationId, [row.id]);
  throw error;
}

async function pauseOf({ db }: Ctx, conversationId: number): Promise<AppError> {
  const { queuePauses: p } = db.tables;
  const [pause] = await db.orm.select().from(p).where(eq(p.conversationId, conversationId));
  return pause
    ? new AppError(pause.reason === 'allowance' ? 'MESSAGE_LIMIT_REACHED' : 'CONFLICT', pause.message)
    : new AppError('UNAVAILABLE', 'The answer could not be interrupted yet. Please try again.');
}
