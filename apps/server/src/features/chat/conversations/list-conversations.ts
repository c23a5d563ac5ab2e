import type { ConversationPage } from '@noek/contract/chat';
import { and, desc, eq } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { type ConversationRow, toConversation } from '../chat.queries.ts';
import { ownedBy, requireUserOwner } from '../owner.ts';
import { after, readCursor, writeCursor } from './list-cursor.ts';

/** The actor's active or archived conversations, the one written to last first, a page at a time. */
export async function listConversations(
  ctx: Ctx,
  input: { archived: boolean; limit: number; cursor?: string | undefined },
): Promise<ConversationPage> {
  const owner = requireUserOwner(ctx);
  const { conversations: c } = ctx.db.tables;
  const rows = await ctx.db.orm
    .select()
    .from(c)
    .where(
      and(
        ownedBy(ctx.db, owner),
        eq(c.archived, input.archived),
        input.cursor === undefined ? undefined : after(readCursor(input.cursor), c.updatedAt, c.id),
      ),
    )
    .orderBy(desc(c.updatedAt), desc(c.id))
    .limit(input.limit + 1);
  return pageOf(ctx, rows, input.limit, (row) => row.updatedAt);
}

/** A page of `limit` from one row more than that, if there is one; `at` is what the list is ordered by. */
export function pageOf(
  ctx: Ctx,
  rows: readonly ConversationRow[],
  limit: number,
  at: (row: ConversationRow) => Date | null,
): ConversationPage {
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  const lastAt = last && at(last);
  return {
    conversations: page.map((row) => toConversation(row, ctx.now())),
    nextCursor: last && lastAt ? writeCursor({ at: lastAt, id: last.id }) : null,
  };
}
