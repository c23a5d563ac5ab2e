import type { Message } from '@noek/contract/chat/schemas';
import { and, asc, eq } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { withLog } from '../log/log.queries.ts';
import { findConversation, readableMessage, toMessage } from '../records/chat.queries.ts';

/** All messages of the current branch, oldest first. A running answer comes with its text so far. Throws NOT_FOUND. */
export async function listMessages(ctx: Ctx, input: { conversationId: number }): Promise<Message[]> {
  const conversation = await findConversation(ctx, input.conversationId);
  const { messages } = ctx.db.tables;
  const rows = await ctx.db.orm
    .select(readableMessage(ctx.db.tables))
    .from(messages)
    .where(and(eq(messages.conversationId, conversation.id), eq(messages.active, true)))
    .orderBy(asc(messages.ordinal));
  return Promise.all(rows.map(async (row) => toMessage(ctx.generations.current(row) ?? (await withLog(ctx.db, row)))));
}
