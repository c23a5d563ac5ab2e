import type { Conversation } from '@noek/contract/chat';
import { and, eq } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { conversationNotFound, toConversation } from '../chat.queries.ts';
import { ownedBy, requireUserOwner } from '../owner.ts';

/** Moves one of the person's conversations to the archived list, or back. Doing it twice changes nothing. */
export async function archiveConversation(
  ctx: Ctx,
  input: { conversationId: number; archived: boolean },
): Promise<Conversation> {
  const owner = requireUserOwner(ctx);
  const { conversations } = ctx.db.tables;
  const [row] = await ctx.db.orm
    .update(conversations)
    .set({ archived: input.archived })
    .where(and(eq(conversations.id, input.conversationId), ownedBy(ctx.db, owner)))
    .returning();
  if (!row) throw conversationNotFound();
  const conversation = toConversation(row, ctx.now());
  ctx.live.publish(owner, { type: 'conversation', conversation });
  return conversation;
}
