import type { Conversation } from '@noek/contract/chat/schemas';
import { and, eq } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { type ConversationRow, conversationNotFound, toConversation } from '../rows/chat.queries.ts';
import { type Owner, ownedBy } from '../rows/owner.ts';

/** Changes these fields of one of the owner's conversations, and tells the open pages. Throws NOT_FOUND. */
export async function saveConversation(
  ctx: Ctx,
  owner: Owner,
  conversationId: number,
  fields: Partial<ConversationRow>,
): Promise<Conversation> {
  const { conversations: c } = ctx.db.tables;
  const [row] = await ctx.db.write((orm) =>
    orm
      .update(c)
      .set(fields)
      .where(and(eq(c.id, conversationId), ownedBy(ctx.db, owner)))
      .returning(),
  );
  if (!row) throw conversationNotFound();
  const conversation = toConversation(row, ctx.now());
  ctx.live.publish(owner, { type: 'conversation', conversation });
  return conversation;
}
