import type { Message } from '@noek/contract/chat';
import { isConstraintViolation } from '@noek/db/database';
import { and, eq, isNotNull, or } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { findConversation, findMessage, type MessageRow, toMessage } from '../chat.queries.ts';
import { insertGeneration } from '../messages/turn.queries.ts';
import { answerOptions } from '../messages/turn.ts';
import { requireOwner } from '../owner.ts';

/**
 * Goes on with an answer that was interrupted, or that its model cut short, in the same message, after the words that are
 * there. Nothing is charged: the message was paid for, and neither is the person's doing. Returns the message, streaming again.
 */
export async function continueAnswer(ctx: Ctx, input: { messageId: string }): Promise<Message> {
  const owner = requireOwner(ctx);
  const { id, conversationId } = await findMessage(ctx, input.messageId);
  const conversation = await findConversation(ctx, conversationId);
  const row = await claim(ctx, id);
  ctx.generations.start(row, answerOptions(ctx, { conversation, title: conversation.title }, { ids: [] }));
  const message = toMessage(row);
  ctx.live.publish(owner, { type: 'messages', conversationId, messages: [message] });
  return message;
}

/** The unfinished message, streaming again, with a generation; of several that want to continue it one gets it. */
async function claim({ db, bootId, now }: Ctx, id: string): Promise<MessageRow> {
  const { messages: m } = db.tables;
  const refused = new AppError('BAD_REQUEST', 'Only an answer that was interrupted can be continued.');
  try {
    const [[row]] = await db.atomic(
      (orm) => [
        orm
          .update(m)
          .set({ status: 'streaming', error: null })
          .where(and(eq(m.id, id), or(eq(m.status, 'interrupted'), and(eq(m.status, 'complete'), isNotNull(m.error)))))
          .returning(),
        insertGeneration.in(db, orm, { messageId: id, bootId, now: now(), chargeIds: [] }),
      ],
      ([continued]) => {
        if (continued.length === 0) throw refused;
      },
    );
    return row as MessageRow;
  } catch (error) {
    throw isConstraintViolation(error) ? refused : error;
  }
}
