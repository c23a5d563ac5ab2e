import type { PauseReason, Queue, QueuedMessage } from '@noek/contract/chat/queue';
import type { Database, Orm } from '@noek/db/database';
import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { toFile } from '../../files/files.queries.ts';

export type QueuedRow = Database['tables']['queuedMessages']['$inferSelect'];

/** What people read when a queue waits for a reason that has no words of its own. */
export const pauseTexts = {
  stopped: 'You stopped the answer, so these messages wait.',
  failed: 'The last answer failed or was cut short, so these messages wait.',
  imported: 'This chat was imported, so its queued messages wait.',
  trash: 'This chat was in the trash, so its queued messages wait.',
} as const;

/** The order in which queued messages are sent. */
const queueOrder = ({ tables: { queuedMessages: q } }: Pick<Database, 'tables'>) => [
  desc(q.steers),
  asc(q.place),
  asc(q.id),
];

/** The queued messages of a conversation, in their order. */
export function queuedRows(db: Database, conversationId: number): PromiseLike<QueuedRow[]> {
  const { queuedMessages: q } = db.tables;
  return db.orm
    .select()
    .from(q)
    .where(eq(q.conversationId, conversationId))
    .orderBy(...queueOrder(db));
}

/** The queue of a conversation, as its owner sees it. A file that was deleted is left out. */
export async function readQueue(db: Database, conversationId: number): Promise<Queue> {
  const { queuePauses: p } = db.tables;
  const rows = await queuedRows(db, conversationId);
  if (rows.length === 0) return { messages: [], paused: null };
  const [paused = null] = await db.orm
    .select({ reason: p.reason, message: p.message })
    .from(p)
    .where(eq(p.conversationId, conversationId));
  return { messages: await withFiles(db, rows), paused };
}

async function withFiles(db: Database, rows: readonly QueuedRow[]): Promise<QueuedMessage[]> {
  const { files: f } = db.tables;
  const ids = rows.flatMap(({ fileIds }) => fileIds);
  const found = ids.length === 0 ? [] : await db.orm.select().from(f).where(inArray(f.id, ids));
  const files = new Map(found.map((row) => [row.id, toFile(row)]));
  return rows.map(({ id, content, fileIds }, at) => ({
    ...{ id, content, position: at + 1 },
    files: fileIds.flatMap((fileId) => files.get(fileId) ?? []),
  }));
}

/** The statement that pauses the queues of the conversations that meet the condition, if there are any and they are not paused yet. */
export function pauseQueues(
  { tables: { queuedMessages: q, queuePauses: p } }: Pick<Database, 'tables'>,
  orm: Orm,
  which: SQL,
  pause: { reason: PauseReason; message: string },
) {
  const theirs = orm
    .selectDistinct({
      conversationId: q.conversationId,
      reason: sql<PauseReason>`${sql.param(pause.reason, p.reason)}`.as('reason'),
      message: sql<string>`${sql.param(pause.message, p.message)}`.as('message'),
    })
    .from(q)
    .where(which);
  return orm.insert(p).select(theirs).onConflictDoNothing();
}

/** Whether a message waits that interrupts the running answer. */
export async function isInterrupted(db: Database, conversationId: number): Promise<boolean> {
  const { queuedMessages: q } = db.tables;
  const [row] = await db.orm
    .select({ id: q.id })
    .from(q)
    .where(and(eq(q.conversationId, conversationId), eq(q.steers, true)))
    .limit(1);
  return row !== undefined;
}
