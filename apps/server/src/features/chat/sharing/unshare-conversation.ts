import { and, eq, isNotNull } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { conversationNotFound, toConversation } from '../records/chat.queries.ts';
import { ownedBy, requireUserOwner } from '../records/owner.ts';

/** Permanently ends the link of one of the person's conversations. Throws NOT_FOUND when it is not shared. */
export async function unshareConversation(ctx: Ctx, input: { conversationId: number }): Promise<{ message: string }> {
  const owner = requireUserOwner(ctx);
  const { conversations: c, shareSnapshots } = ctx.db.tables;
  const [[row]] = await ctx.db.atomic(
    (orm) => [
      orm
        .update(c)
        .set({ sharedAt: null, shareExpiresAt: null, shareIncludesFiles: false })
        .where(and(eq(c.id, input.conversationId), ownedBy(ctx.db, owner), isNotNull(c.sharedAt)))
        .returning(),
      orm.delete(shareSnapshots).where(eq(shareSnapshots.conversationId, input.conversationId)),
    ],
    ([updated]) => {
      if (updated.length === 0) throw conversationNotFound();
    },
  );
  if (row) ctx.live.publish(owner, { type: 'conversation', conversation: toConversation(row, ctx.now()) });
  return { message: 'The link no longer works.' };
}
