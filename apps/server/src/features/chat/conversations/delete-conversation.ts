import { and, eq } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { conversationNotFound } from '../chat.queries.ts';
import { ownedBy, requireOwner } from '../owner.ts';
import { endAnswers } from './end-answers.ts';

/** Puts one of the actor's own conversations in the trash, ends its link for good, and an answer that still runs in it. */
export async function deleteConversation(ctx: Ctx, input: { conversationId: number }): Promise<{ message: string }> {
  const owner = requireOwner(ctx);
  const { conversations, shareSnapshots } = ctx.db.tables;
  const { conversationId } = input;
  await ctx.db.atomic(
    (orm) => [
      orm
        .update(conversations)
        .set({ deletedAt: ctx.now(), sharedAt: null, shareExpiresAt: null })
        .where(and(eq(conversations.id, conversationId), ownedBy(ctx.db, owner)))
        .returning({ id: conversations.id }),
      orm.delete(shareSnapshots).where(eq(shareSnapshots.conversationId, conversationId)),
    ],
    ([deleted]) => {
      if (deleted.length === 0) throw conversationNotFound();
    },
  );
  ctx.live.publish(owner, { type: 'gone', conversationId });
  await endAnswers(ctx, [conversationId]);
  return { message: 'Conversation deleted successfully' };
}
