import type { MessageCursor, MessagePage } from '@noek/contract/chat/schemas';
import { and, asc, desc, eq, gte, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { withLog } from '../log/log.queries.ts';
import {
  findConversation,
  type MessageRow,
  messageNotFound,
  readableMessage,
  toMessage,
} from '../records/chat.queries.ts';

type Input = { conversationId: number; limit: number; cursor?: MessageCursor | undefined };

/**
 * A page of the current branch, oldest first: its end, the messages before or after a position, or those around a message of
 * that branch. A running answer comes with its text so far. Throws NOT_FOUND.
 */
export async function listMessagePage(ctx: Ctx, input: Input): Promise<MessagePage> {
  const { id } = await findConversation(ctx, input.conversationId);
  const { rows, hasOlder, hasNewer } = await readPage(ctx, id, input);
  const [first, last] = [rows[0], rows.at(-1)];
  return {
    messages: await Promise.all(
      rows.map(async (row) => toMessage(ctx.generations.current(row) ?? (await withLog(ctx.db, row)))),
    ),
    older: hasOlder && first ? { before: first.ordinal } : null,
    newer: hasNewer && last ? { after: last.ordinal } : null,
    versions: await readVersions(ctx, id, rows),
  };
}

type Read = { rows: MessageRow[]; hasOlder: boolean; hasNewer: boolean };

async function readPage(ctx: Ctx, conversationId: number, { cursor, limit }: Input): Promise<Read> {
  const { messages: m } = ctx.db.tables;
  const shown = and(eq(m.conversationId, conversationId), eq(m.active, true));
  const upTo = async (before: number | null, count: number) => {
    const rows = await ctx.db.orm
      .select(readableMessage(ctx.db.tables))
      .from(m)
      .where(before === null ? shown : and(shown, lt(m.ordinal, before)))
      .orderBy(desc(m.ordinal))
      .limit(count + 1);
    return { rows: rows.slice(0, count).reverse(), more: rows.length > count };
  };
  const from = async (ordinal: number, count: number) => {
    const rows = await ctx.db.orm
      .select(readableMessage(ctx.db.tables))
      .from(m)
      .where(and(shown, gte(m.ordinal, ordinal)))
      .orderBy(asc(m.ordinal))
      .limit(count + 1);
    return { rows: rows.slice(0, count), more: rows.length > count };
  };

  if (cursor && 'after' in cursor) {
    const { rows, more } = await from(cursor.after + 1, limit);
    return { rows, hasOlder: true, hasNewer: more };
  }
  if (cursor && 'around' in cursor) {
    const [middle] = await ctx.db.orm
      .select({ ordinal: m.ordinal })
      .from(m)
      .where(and(shown, eq(m.id, cursor.around)));
    if (!middle) throw messageNotFound();
    const [before, after] = await Promise.all([
      upTo(middle.ordinal, Math.floor(limit / 2)),
      from(middle.ordinal, Math.ceil(limit / 2)),
    ]);
    return { rows: [...before.rows, ...after.rows], hasOlder: before.more, hasNewer: after.more };
  }
  const { rows, more } = await upTo(cursor?.before ?? null, limit);
  return { rows, hasOlder: more, hasNewer: cursor !== undefined };
}

/** The ids of all versions of these messages, for those that have several. Failed, empty answers count only while shown. */
async function readVersions(
  ctx: Ctx,
  conversationId: number,
  rows: readonly MessageRow[],
): Promise<MessagePage['versions']> {
  const { messages: m } = ctx.db.tables;
  const parents = rows.flatMap(({ parentId }) => parentId ?? []);
  const underParents = parents.length > 0 ? inArray(m.parentId, parents) : undefined;
  const atStart = rows.some(({ parentId }) => parentId === null)
    ? and(eq(m.conversationId, conversationId), isNull(m.parentId))
    : undefined;
  if (!underParents && !atStart) return {};
  const siblings = await ctx.db.orm
    .select({ id: m.id, parentId: m.parentId, active: m.active })
    .from(m)
    .where(
      and(or(underParents, atStart), or(eq(m.active, true), sql`not (${m.status} = 'failed' and ${m.content} = '')`)),
    )
    .orderBy(asc(m.ordinal));
  const groups = Map.groupBy(siblings, ({ parentId }) => parentId);
  return Object.fromEntries(
    rows.flatMap(({ id, parentId }) => {
      const group = groups.get(parentId) ?? [];
      return group.length > 1 ? [[id, group.map((sibling) => sibling.id)]] : [];
    }),
  );
}
