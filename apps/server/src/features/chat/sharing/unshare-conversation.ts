import { and, eq, isNotNull } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { conversationNotFound, toConversation } from '../records/chat.queries.ts';
import { ownedBy, requireUserOwner } from '../records/owner.ts';

/** Permanently ends the link of one of the person's conversations. Throws NOT_FOUND when it is not shared. */
export async function unshareConversation(ctx: Ctx, input: { conversationId: number }): Promise<{ message: string }> {
  const owner = requireUserOwner(ctx);
  const { conversations: c, shareSnapshots } = ctx.db.tables;
  const {
    rows: [row],
  } = await ctx.db.atomic((step) => {
    const updated = step.must(
      step.orm
        .update(c)
        .set({ sharedAt: null, shareExpiresAt: null, shareIncludesFiles: false, shareIncludesDocuments: false })
        .where(and(eq(c.id, input.conversationId), ownedBy(ctx.db, owner), isNotNull(c.sharedAt)))
        .returning(),
      conversationNotFound,
    );
    step.add(step.orm.delete(shareSnapshots).where(eq(shareSnapshots.conversationId, input.conversationId)));
    return updated;
  });
  if (row) ctx.live.publish(owner, { type: 'conversation', conversation: toConversation(row, ctx.now()) });
  return { message: 'The link no longer works.' };
}
