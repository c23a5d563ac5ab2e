import { and, eq } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { conversationNotFound } from '../chat.queries.ts';
import { requireUserOwner } from '../owner.ts';
import { inTrashOf } from './trash.ts';

/** Permanently deletes a conversation in the person's trash, with all its messages, before its 30 days are over. */
export async function deleteForever(ctx: Ctx, input: { conversationId: number }): Promise<{ message: string }> {
  const owner = requireUserOwner(ctx);
  const { conversations } = ctx.db.tables;
  const [row] = await ctx.db.orm
    .delete(conversations)
    .where(and(eq(conversations.id, input.conversationId), inTrashOf(ctx.db, owner, ctx.now())))
    .returning({ id: conversations.id });
  if (!row) throw conversationNotFound();
  return { message: 'Conversation permanently deleted' };
}
