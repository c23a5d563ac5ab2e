import type { Conversation } from '@noek/contract/chat/schemas';
import { updateProblem } from '@noek/contract/chat/texts';
import { and, eq } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { conversationNotFound, toConversation } from '../rows/chat.queries.ts';
import { ownedBy, requireUserOwner } from '../rows/owner.ts';

/**
 * Renames one of the person's conversations, pins it above the others, or both. Its date does not change. Throws BAD_REQUEST if
 * there is nothing to change.
 */
export async function updateConversation(
  ctx: Ctx,
  {
    conversationId,
    title,
    pinned,
  }: { conversationId: number; title?: string | undefined; pinned?: boolean | undefined },
): Promise<Conversation> {
  const owner = requireUserOwner(ctx);
  if (title === undefined && pinned === undefined) throw new AppError('BAD_REQUEST', updateProblem);
  const { conversations: c } = ctx.db.tables;
  const [row] = await ctx.db.write((orm) =>
    orm
      .update(c)
      .set({ ...(title !== undefined && { title }), ...(pinned !== undefined && { pinned }) })
      .where(and(eq(c.id, conversationId), ownedBy(ctx.db, owner)))
      .returning(),
  );
  if (!row) throw conversationNotFound();
  const conversation = toConversation(row, ctx.now());
  ctx.live.publish(owner, { type: 'conversation', conversation });
  return conversation;
}
