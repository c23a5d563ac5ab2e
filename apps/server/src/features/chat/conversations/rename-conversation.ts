import type { Conversation } from '@noek/contract/chat/schemas';
import { and, eq } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { conversationNotFound, toConversation } from '../rows/chat.queries.ts';
import { ownedBy, requireUserOwner } from '../rows/owner.ts';

/** Renames one of the person's conversations. Its position in the list does not change. */
export async function renameConversation(
  ctx: Ctx,
  input: { conversationId: number; title: string },
): Promise<Conversation> {
  const owner = requireUserOwner(ctx);
  const { conversations } = ctx.db.tables;
  const [row] = await ctx.db.write((orm) =>
    orm
      .update(conversations)
      .set({ title: input.title })
      .where(and(eq(conversations.id, input.conversationId), ownedBy(ctx.db, owner)))
      .returning(),
  );
  if (!row) throw conversationNotFound();
  const conversation = toConversation(row, ctx.now());
  ctx.live.publish(owner, { type: 'conversation', conversation });
  return conversation;
}
