import type { Database } from '@noek/db/database';
import { and, asc, eq, inArray, lt, or, type SQL, sql } from 'drizzle-orm';

/** The most that one step deletes, because other work waits for it: 1 MB takes about 10 ms on a small machine. */
const bytesPerStep = 1024 * 1024;
const versionsPerStep = 100;

/** Deletes a part of the versions of the documents in these conversations. Returns false if there are none. */
export const deleteVersionsIn = (db: Database, conversationIds: readonly number[]): Promise<boolean> =>
  deleteSome(db, inArray(db.tables.documents.conversationId, [...conversationIds]));

/** Deletes a part of the versions of a document that are older than its newest. Returns false if there are none. */
export const deleteOldVersions = (db: Database, documentId: string): Promise<boolean> => {
  const { documents: d, documentVersions: v } = db.tables;
  return deleteSome(db, and(eq(d.id, documentId), lt(v.number, d.version)) as SQL);
};

async function deleteSome(db: Database, where: SQL): Promise<boolean> {
  const { documents: d, documentVersions: v } = db.tables;
  const found = await db.orm
    .select({
      documentId: v.documentId,
      number: v.number,
      bytes: sql<number>`octet_length(${v.content})`.mapWith(Number),
    })
    .from(d)
    .innerJoin(v, eq(v.documentId, d.id))
    .where(where)
    .orderBy(asc(v.documentId), asc(v.number))
    .limit(versionsPerStep);
  if (found.length === 0) return false;
  let bytes = 0;
  const some = found.filter((row, at) => {
    bytes += row.bytes;
    return at === 0 || bytes <= bytesPerStep;
  });
  await db.write((orm) =>
    orm
      .delete(v)
      .where(or(...some.map(({ documentId, number }) => and(eq(v.documentId, documentId), eq(v.number, number))))),
  );
  return true;
}
