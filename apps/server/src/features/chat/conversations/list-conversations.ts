import { maxPinnedListed } from '@noek/contract/chat/limits';
import type { Conversation, ConversationIdPage, ConversationPage } from '@noek/contract/chat/schemas';
import { after, nextCursorOf } from '@noek/db/list-cursor';
import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { readNumberCursor } from '../../../read-cursor.ts';
import { type ConversationRow, toConversation } from '../records/chat.queries.ts';
import { ownedBy, requireUserOwner } from '../records/owner.ts';
import { findProject, ownProject } from '../records/projects.queries.ts';

export type AskedList = {
  archived: boolean;
  /** Only those of this project, or in none. */
  project?: string | undefined;
  limit: number;
  cursor?: string | undefined;
};

/**
 * The actor's active or archived conversations, most recently used first, one page at a time. Throws UNAUTHORIZED for guests, and NOT_FOUND
 * for a project that they do not have.
 */
export async function listConversations(ctx: Ctx, input: AskedList): Promise<ConversationPage> {
  const { conversations: c } = ctx.db.tables;
  await requireListed(ctx, input);
  const rows = await ctx.db.orm
    .select()
    .from(c)
    .where(inList(ctx, input))
    .orderBy(desc(c.updatedAt), desc(c.id))
    .limit(input.limit + 1);
  return pageOf(ctx, rows, input.limit, (row) => row.updatedAt);
}

/** Throws NOT_FOUND if the actor does not have the project of a list. */
async function requireListed(ctx: Ctx, { project }: AskedList): Promise<void> {
  if (project !== undefined && project !== 'none') await findProject(ctx, project);
}

/** The WHERE condition for one of the actor's lists, after the cursor. */
function inList(ctx: Ctx, { archived, project, cursor }: AskedList): SQL | undefined {
  const { conversations: c } = ctx.db.tables;
  return and(
    project === undefined || project === 'none'
      ? ownedBy(ctx.db, requireUserOwner(ctx))
      : and(eq(c.projectId, idOfOwn(ctx, project)), isNull(c.deletedAt)),
    project === 'none' ? isNull(c.projectId) : undefined,
    eq(c.archived, archived),
    eq(c.temporary, false),
    cursor === undefined ? undefined : after(readNumberCursor(cursor), c.updatedAt, c.id),
  );
}

/** The id of a project if it is the actor's. The owner is not compared with each conversation, because SQLite would read all of theirs. */
const idOfOwn = (ctx: Ctx, project: string): SQL =>
  sql`(${ctx.db.orm.select({ id: ctx.db.tables.projects.id }).from(ctx.db.tables.projects).where(ownProject(ctx, project))})`;

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

/** The ids of the actor's active or archived conversations, in the order of `listConversations`, one page at a time. */
export async function listConversationIds(ctx: Ctx, input: AskedList): Promise<ConversationIdPage> {
  const { conversations: c } = ctx.db.tables;
  await requireListed(ctx, input);
  const rows = await ctx.db.orm
    .select({ id: c.id, at: c.updatedAt })
    .from(c)
    .where(inList(ctx, input))
    .orderBy(desc(c.updatedAt), desc(c.id))
    .limit(input.limit + 1);
  return {
    conversationIds: rows.slice(0, input.limit).map(({ id }) => id),
    nextCursor: nextCursorOf(rows, input.limit),
  };
}
