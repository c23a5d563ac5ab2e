import type { Message, Rating } from '@noek/contract/chat/schemas';
import { and, eq, ne, sql } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { findMessage, toMessage } from '../records/chat.queries.ts';
import { requireOwner } from '../records/owner.ts';

/**
 * Stores a person's rating of an answer, with an optional reason; null removes it. The latest rating counts. A changed rating
 * without a reason drops the old reason; the same rating keeps it. Throws BAD_REQUEST.
 */
export async function rateAnswer(
  ctx: Ctx,
  input: { messageId: string; rating: Rating | null; reason?: string | undefined },
): Promise<Message> {
  const owner = requireOwner(ctx);
  const { id, role } = await findMessage(ctx, input.messageId);
  if (role !== 'assistant') throw new AppError('BAD_REQUEST', 'Only answers can be rated.');
  const { messages: m } = ctx.db.tables;
  const { rating } = input;
  const kept = sql<string | null>`case when ${m.feedback} = ${rating} then ${m.feedbackReason} end`;
  const reason = rating === null ? null : input.reason === undefined ? kept : input.reason || null;
  const [row] = await ctx.db.write((orm) =>
    orm
      .update(m)
      .set({ feedback: rating, feedbackReason: reason })
      .where(and(eq(m.id, id), ne(m.status, 'streaming')))
      .returning(),
  );
  if (!row) throw new AppError('BAD_REQUEST', 'This answer is still being written. Rate it when it is done.');
  const message = toMessage(row);
  ctx.live.publish(owner, { type: 'messages', conversationId: message.conversationId, messages: [message] });
  return message;
}
