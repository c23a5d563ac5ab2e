import { setImmediate } from 'node:timers/promises';
import type { ArchivedMessage } from '@noek/contract/archive/schemas';
import type { Database } from '@noek/db/database';
import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import { isKept } from '../../chat/deletion/trash.ts';
import { withLog } from '../../chat/log/log.queries.ts';
import { type ConversationRow, readableMessage, toMessage } from '../../chat/records/chat.queries.ts';

/** How many messages are read at once: at most a few megabytes. */
export const pageSize = 40;

/**
 * The ids of all conversations of a person: the trash and the archived ones too, but no temporary chats, and none that an import is still
 * filling.
 */
export async function conversationIdsOf(db: Database, userId: string): Promise<number[]> {
  const { conversations: c } = db.tables;
  const rows = await db.orm
    .select({ id: c.id })
    .from(c)
    .where(and(eq(c.userId, userId), isNull(c.importJobId), eq(c.temporary, false), isKept(db)))
    .orderBy(asc(c.createdAt), asc(c.id));
  return rows.map(({ id }) => id);
}

/** How many messages a person's conversations have. */
export async function countMessages(db: Database, userId: string): Promise<number> {
  const { conversations: c } = db.tables;
  const [row] = await db.orm
    .select({ total: sql<number>`coalesce(sum(${c.nextOrdinal}), 0)`.mapWith(Number) })
    .from(c)
    .where(and(eq(c.userId, userId), isNull(c.importJobId), eq(c.temporary, false), isKept(db)));
  return row?.total ?? 0;
}

/** A conversation, if it still is the person's. */
export async function conversationOf(db: Database, userId: string, id: number): Promise<ConversationRow | null> {
  const { conversations: c } = db.tables;
  const [row] = await db.orm
    .select()
    .from(c)
    .where(and(eq(c.id, id), eq(c.userId, userId), eq(c.temporary, false), isKept(db)));
  return row ?? null;
}

/** A message with its position in the conversation and the position of the message it follows. */
export type NumberedMessage = { message: ArchivedMessage; ordinal: number; parentOrdinal: number | null };

/**
 * All messages of a conversation in order, every version of them, in pages. Between two pages, others get their turn: the
 * embedded engine reads on the event loop.
 */
export async function* messagePages(db: Database, conversationId: number): AsyncGenerator<NumberedMessage[]> {
  const { messages: m } = db.tables;
  // With the table's name, because an unqualified column would mean the inner query's.
  const parentOrdinal = sql<
    number | null
  >`(select parent.ordinal from messages as parent where parent.id = messages.parent_id)`;
  for (let after = -1; ; ) {
    const rows = await db.orm
      .select({ row: readableMessage(db.tables), parentOrdinal: parentOrdinal.as('parent_ordinal') })
      .from(m)
      .where(and(eq(m.conversationId, conversationId), gt(m.ordinal, after)))
      .orderBy(asc(m.ordinal))
      .limit(pageSize);
    const page: NumberedMessage[] = [];
    for (const { row, parentOrdinal: of } of rows) {
      const { conversationId: _, clientMessageId: __, sequence: ___, ...message } = toMessage(await withLog(db, row));
      page.push({
        message: { ...message, instructions: row.usedInstructions ?? [], active: row.active },
        ordinal: row.ordinal,
        parentOrdinal: of === null ? null : Number(of),
      });
    }
    if (page.length > 0) yield page;
    if (page.length < pageSize) return;
    after = page.at(-1)?.ordinal ?? after;
    await setImmediate();
  }
}
