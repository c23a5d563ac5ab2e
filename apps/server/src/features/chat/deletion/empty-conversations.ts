import type { Database } from '@noek/db/database';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { deleteVersionsIn } from '../../documents/delete-versions.ts';
import { releaseFiles, releaseQueuedFiles } from '../../files/removal/release-files.ts';

/**
 * The most that one step deletes, because other work waits for it: 100 short messages or 1 MB of texts take about 10 ms on a small machine.
 */
const rowsPerStep = 100;
const bytesPerStep = 1024 * 1024;
const conversationsPerStep = 20;

/**
 * Deletes a part of the conversations that meet the condition: versions of documents first, then messages, then those of the conversations that have none left.
 * Returns false if there was nothing to delete. The caller has made sure that they can be neither seen nor changed.
 */
export async function emptyConversations(db: Database, which: SQL): Promise<boolean> {
  const { conversations: c, messages: m, shareSnapshots: s } = db.tables;
  const size = sizeIn(db);
  const found = await db.orm
    .select({ id: c.id, bytes: size(s.messages) })
    .from(c)
    .leftJoin(s, eq(s.conversationId, c.id))
    .where(which)
    .limit(conversationsPerStep);
  if (found.length === 0) return false;
  const ids = firstThatFit(found).map(({ id }) => id);
  if (await deleteVersionsIn(db, ids)) return true;
  const messages = await db.orm
    .select({
      id: m.id,
      bytes: sql<number>`${size(m.content)} + ${size(m.steps)} + ${size(m.sources)} + ${size(m.reasoning)}`.mapWith(
        Number,
      ),
    })
    .from(m)
    .where(inArray(m.conversationId, ids))
    .limit(rowsPerStep);
  const some = firstThatFit(messages);
  const isAll = some.length === messages.length && messages.length < rowsPerStep;
  const messageIds = some.map(({ id }) => id);
  const { queuedMessages: q } = db.tables;
  const queued = isAll ? await db.orm.select({ id: q.id }).from(q).where(inArray(q.conversationId, ids)) : [];
  const queuedIds = queued.map(({ id }) => id);
  await db.atomic((step) => {
    if (messageIds.length > 0) {
      step.add(releaseFiles(db, step.orm, messageIds));
      step.add(step.orm.delete(m).where(inArray(m.id, messageIds)));
    }
    if (!isAll) return;
    if (queuedIds.length > 0) step.add(releaseQueuedFiles(db, step.orm, queuedIds));
    step.add(step.orm.delete(c).where(and(inArray(c.id, ids), which)));
  });
  return true;
}

/** The bytes of a column, read without its content on SQLite. */
const sizeIn =
  ({ engine }: Database) =>
  (column: unknown) => {
    const text = engine === 'sqlite' ? sql`${column}` : sql`${column}::text`;
    return sql<number>`coalesce(octet_length(${text}), 0)`.mapWith(Number);
  };

/** At least one, and more as long as they are small enough for a step. */
function firstThatFit<Row extends { bytes: number }>(rows: readonly Row[]): Row[] {
  let bytes = 0;
  const beyond = rows.findIndex((row, i) => {
    bytes += row.bytes;
    return i > 0 && bytes > bytesPerStep;
  });
  return rows.slice(0, beyond === -1 ? undefined : beyond);
}
