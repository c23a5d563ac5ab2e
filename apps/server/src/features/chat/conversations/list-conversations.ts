import type { ConversationPage } from '@noek/contract/chat/schemas';
import { after, nextCursorOf } from '@noek/db/list-cursor';
import { and, desc, eq, type SQL } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { readNumberCursor } from '../../../read-cursor.ts';
import { type ConversationRow, toConversation } from '../rows/chat.queries.ts';
import { ownedBy, requireUserOwner } from '../rows/owner.ts';

export type AskedList = { archived: boolean; limit: number; cursor?: string | undefined };

/** The actor's active or archived conversations, most recently used first, one page at a time. Throws UNAUTHORIZED for guests. */
export async function listConversations(ctx: Ctx, input: AskedList): Promise<ConversationPage> {
  const { conversations: c } = ctx.db.tables;
  const rows = await ctx.db.orm
    .select()
    .from(c)
    .where(inList(ctx, input))
    .orderBy(desc(c.updatedAt), desc(c.id))
    .limit(input.limit + 1);
  return pageOf(ctx, rows, input.limit, (row) => row.updatedAt);
}

/** The WHERE condition for one of the actor's lists, after the cursor. */
export function inList(ctx: Ctx, { archived, cursor }: AskedList): SQL | undefined {
  const { conversations: c } = ctx.db.tables;
  return and(
    ownedBy(ctx.db, requireUserOwner(ctx)),
    eq(c.archived, archived),
    cursor === undefined ? undefined : after(readNumberCursor(cursor), c.updatedAt, c.id),
  );
}

/** A page of up to `limit` conversations, given one row more to see whether another page follows. The list is ordered by `at`. */
export function pageOf(
  ctx: Ctx,
  rows: readonly ConversationRow[],
  limit: number,
  at: (row: ConversationRow) => Date | null,
): ConversationPage {
  return {
    conversations: rows.slice(0, limit).map((row) => toConversation(row, ctx.now())),
    nextCursor: nextCursorOf(
      rows.map((row) => ({ id: row.id, at: at(row) })),
      limit,
    ),
  };
}
