import type { Message } from '@noek/contract/chat';
import { asc, eq } from 'drizzle-orm';
import type { Ctx } from '../../context.ts';
import { findConversation, toMessage, withLoggedText } from './chat.queries.ts';

/** All messages of one of the actor's own conversations, oldest first; a running answer with its text so far. */
export async function listMessages(ctx: Ctx, input: { conversationId: number }): Promise<Message[]> {
  const conversation = await findConversation(ctx, input.conversationId);
  const { messages } = ctx.db.tables;
  const rows = await ctx.db.orm
    .select()
    .from(messages)
    .where(eq(messages.conversationId, conversation.id))
    .orderBy(asc(messages.ordinal));
  return Promise.all(
    rows.map(async (row) => toMessage(ctx.generations.current(row) ?? (await withLoggedText(ctx.db, row)))),
  );
}
