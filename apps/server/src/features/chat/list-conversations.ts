import type { ConversationPage } from '@noek/contract/chat';
import { and, desc, eq, lt, or, sql } from 'drizzle-orm';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { toConversation } from './chat.queries.ts';
import { ownedBy, requireUserOwner } from './owner.ts';

/** The actor's active or archived conversations, the one written to last first, a page at a time. */
export async function listConversations(
  ctx: Ctx,
  input: { archived: boolean; limit: number; cursor?: string | undefined },
): Promise<ConversationPage> {
  const owner = requireUserOwner(ctx);
  const { conversations: c } = ctx.db.tables;
  const after = input.cursor === undefined ? null : parseCursor(input.cursor);
  const rows = await ctx.db.orm
    .select()
    .from(c)
    .where(
      and(
        ownedBy(ctx.db, owner),
        eq(c.archived, input.archived),
        after
          ? or(lt(c.updatedAt, after.updatedAt), and(eq(c.updatedAt, after.updatedAt), lt(c.id, after.id)))
          : sql`1 = 1`,
      ),
    )
    .orderBy(desc(c.updatedAt), desc(c.id))
    .limit(input.limit + 1);
  const page = rows.slice(0, input.limit);
  const last = page.at(-1);
  return {
    conversations: page.map((row) => toConversation(row, ctx.now())),
    nextCursor: rows.length > input.limit && last ? `${last.updatedAt.getTime()}.${last.id}` : null,
  };
}

function parseCursor(cursor: string): { updatedAt: Date; id: number } {
  const match = /^(\d{1,15})\.(\d{1,16})$/.exec(cursor);
  if (!match) throw new AppError('BAD_REQUEST', 'This page of the list does not exist. Start again from the first.');
  return { updatedAt: new Date(Number(match[1])), id: Number(match[2]) };
}
