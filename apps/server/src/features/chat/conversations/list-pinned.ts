import { maxPinnedListed } from '@noek/contract/chat/limits';
import type { Conversation } from '@noek/contract/chat/schemas';
import { and, desc, sql } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { toConversation } from '../rows/chat.queries.ts';
import { ownedBy, requireUserOwner } from '../rows/owner.ts';

/** The actor's pinned conversations outside the archived list, most recently used first. Throws UNAUTHORIZED for guests. */
export async function listPinned(ctx: Ctx): Promise<Conversation[]> {
  const { conversations: c } = ctx.db.tables;
  const rows = await ctx.db.orm
    .select()
    .from(c)
    // Without `=`, so that SQLite takes the index of pinned conversations: its condition is the column itself.
    .where(and(ownedBy(ctx.db, requireUserOwner(ctx)), sql`${c.pinned}`, sql`not ${c.archived}`))
    .orderBy(desc(c.updatedAt), desc(c.id))
    .limit(maxPinnedListed);
  return rows.map((row) => toConversation(row, ctx.now()));
}
