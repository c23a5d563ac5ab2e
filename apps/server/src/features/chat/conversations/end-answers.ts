import { and, eq, inArray } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';

/**
 * Ends the answers that still run in conversations, whose owner has been asked before: in this process at once, in another
 * as soon as that hears of it.
 */
export async function endAnswers(ctx: Ctx, conversationIds: readonly number[]): Promise<void> {
  if (conversationIds.length === 0) return;
  const { generations: g, messages: m } = ctx.db.tables;
  // Few answers run at a time, while a conversation may have very many messages: the join keeps its order.
  const running = await ctx.db.orm
    .select({ id: g.messageId })
    .from(g)
    .crossJoin(m)
    .where(and(eq(m.id, g.messageId), inArray(m.conversationId, [...conversationIds])));
  for (const { id } of running) {
    if (await ctx.generations.stop(id, undefined)) continue;
    await ctx.db.orm.update(g).set({ stopRequestedAt: ctx.now(), stopShownLength: null }).where(eq(g.messageId, id));
    ctx.db.notify(`stop:${id}`);
  }
}
