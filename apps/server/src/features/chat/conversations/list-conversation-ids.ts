import type { ConversationIdPage } from '@noek/contract/chat/schemas';
import { nextCursorOf } from '@noek/db/list-cursor';
import { desc } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { type AskedList, inList, requireListed } from './list-conversations.ts';

/** The ids of the actor's active or archived conversations, in the order of `listConversations`, one page at a time. */
export async function listConversationIds(ctx: Ctx, input: AskedList): Promise<ConversationIdPage> {
  const { conversations: c } = ctx.db.tables;
  await requireListed(ctx, input);
  const rows = await ctx.db.orm
    .select({ id: c.id, at: c.updatedAt })
    .from(c)
    .where(inList(ctx, input))
    .orderBy(desc(c.updatedAt), desc(c.id))
    .limit(input.limit + 1);
  return {
    conversationIds: rows.slice(0, input.limit).map(({ id }) => id),
    nextCursor: nextCursorOf(rows, input.limit),
  };
}
