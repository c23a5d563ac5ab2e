import { and, eq } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { conversationNotFound } from '../chat.queries.ts';
import { ownedBy, requireOwner } from '../owner.ts';

/** Puts one of the actor's own conversations in the trash, ends its link for good, and an answer that still runs in it. */
export async function deleteConversation(ctx: Ctx, input: { conversationId: number }): Promise<{ message: string }> {
  const owner = requireOwner(ctx);
  const { conversations, messages, shareSnapshots } = ctx.db.tables;
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
  const running = await ctx.db.orm
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.conversationId, conversationId), eq(messages.status, 'streaming')));
  await Promise.all(running.map(({ id }) => ctx.generations.stop(id, undefined)));
  return { message: 'Conversation deleted successfully' };
}
