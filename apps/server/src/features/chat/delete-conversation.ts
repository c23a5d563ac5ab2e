import { and, eq } from 'drizzle-orm';
import type { Ctx } from '../../context.ts';
import { conversationNotFound } from './chat.queries.ts';
import { ownedBy, requireOwner } from './owner.ts';

/** Puts one of the actor's own conversations in the trash and ends an answer that still runs in it. */
export async function deleteConversation(ctx: Ctx, input: { conversationId: number }): Promise<{ message: string }> {
  const owner = requireOwner(ctx);
  const { conversations, messages } = ctx.db.tables;
  const [row] = await ctx.db.orm
    .update(conversations)
    .set({ deletedAt: ctx.now() })
    .where(and(eq(conversations.id, input.conversationId), ownedBy(ctx.db, owner)))
    .returning({ id: conversations.id });
  if (!row) throw conversationNotFound();
  ctx.live.publish(owner, { type: 'gone', conversationId: row.id });
  const running = await ctx.db.orm
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.conversationId, row.id), eq(messages.status, 'streaming')));
  await Promise.all(running.map(({ id }) => ctx.generations.stop(id, undefined)));
  return { message: 'Conversation deleted successfully' };
}
