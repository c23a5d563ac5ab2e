import type { SendResult } from '@noek/contract/chat/schemas';
import { asc, eq } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { readAllowance } from '../allowance/allowance.ts';
import { withLog } from '../log/log.queries.ts';
import { type MessageRow, readableMessage, toConversation, toMessage } from '../records/chat.queries.ts';
import type { Owner } from '../records/owner.ts';
import { findByClientMessageId } from './turn.queries.ts';

/** The result of an earlier send or regeneration by the same sender with the same clientMessageId. */
export async function findSend(ctx: Ctx, owner: Owner, clientMessageId: string): Promise<SendResult | null> {
  const [sent] = await findByClientMessageId.run(ctx.db, { senderKey: owner.key, clientMessageId });
  if (!sent) return null;
  const { message, conversation } = sent;
  const [question, answer] =
    message.role === 'user'
      ? [message, await firstAnswerTo(ctx, message)]
      : [message.parentId === null ? undefined : await messageWithId(ctx, message.parentId), message];
  if (!question || !answer) return null;
  const current = ctx.generations.current(answer) ?? (await withLog(ctx.db, answer));
  return {
    conversation: toConversation(conversation, ctx.now()),
    userMessage: toMessage(question),
    assistantMessage: toMessage(current),
    allowance: await readAllowance(ctx),
    branched: false,
  };
}

async function firstAnswerTo({ db }: Ctx, question: MessageRow): Promise<MessageRow | undefined> {
  const { messages: m } = db.tables;
  const [row] = await db.orm
    .select(readableMessage(db.tables))
    .from(m)
    .where(eq(m.parentId, question.id))
    .orderBy(asc(m.ordinal))
    .limit(1);
  return row;
}

async function messageWithId({ db }: Ctx, id: string): Promise<MessageRow | undefined> {
  const { messages: m } = db.tables;
  const [row] = await db.orm.select(readableMessage(db.tables)).from(m).where(eq(m.id, id));
  return row;
}
