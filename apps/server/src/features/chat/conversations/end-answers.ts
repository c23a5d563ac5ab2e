import { and, eq, inArray } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';

/**
 * Stops the running answers of conversations: at once in this process, and by a notification in other processes. The caller
 * has checked the owner.
 */
export async function endAnswers(
  ctx: Pick<Ctx, 'db' | 'now' | 'generations'>,
  conversationIds: readonly number[],
): Promise<void> {
  if (conversationIds.length === 0) return;
  const { generations: g, messages: m } = ctx.db.tables;
  // Few answers run at a time, but a conversation may have many messages. CROSS JOIN keeps SQLite from reordering the join.
  const running = await ctx.db.orm
    .select({ id: g.messageId })
    .from(g)
    .crossJoin(m)
    .where(and(eq(m.id, g.messageId), inArray(m.conversationId, [...conversationIds])));
  for (const { id } of running) {
    if (await ctx.generations.stop(id, undefined)) continue;
    await ctx.db.write((orm) =>
      orm.update(g).set({ stopRequestedAt: ctx.now(), stopShownLength: null }).where(eq(g.messageId, id)),
    );
    ctx.db.notify(`stop:${id}`);
  }
}
