import type { Conversation } from '@noek/contract/chat';
import { and, eq } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { conversationNotFound, toConversation } from '../chat.queries.ts';
import { requireOwner } from '../owner.ts';
import { inTrashOf } from './trash.ts';

/** Takes one of the actor's own conversations out of the trash, back into the list it was in. */
export async function restoreConversation(ctx: Ctx, input: { conversationId: number }): Promise<Conversation> {
  const owner = requireOwner(ctx);
  const { conversations } = ctx.db.tables;
  const [row] = await ctx.db.orm
    .update(conversations)
    .set({ deletedAt: null })
    .where(and(eq(conversations.id, input.conversationId), inTrashOf(ctx.db, owner, ctx.now())))
    .returning();
  if (!row) throw conversationNotFound();
  const conversation = toConversation(row, ctx.now());
  ctx.live.publish(owner, { type: 'conversation', conversation });
  return conversation;
}
