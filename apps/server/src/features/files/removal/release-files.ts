import type { Database, Orm, Statement } from '@noek/db/database';
import { and, inArray, notExists, notInArray, sql } from 'drizzle-orm';

/** Files that messages no longer have are removed at once, not after the time that unsent files have. */
const longAgo = new Date(0);

/** Marks the files that only these messages have. Run it before the statement that deletes the messages. */
export function releaseFiles({ tables }: Database, orm: Orm, messageIds: readonly string[]): Statement {
  const { files: f, messageFiles: of } = tables;
  const theirs = orm
    .select({ id: of.fileId })
    .from(of)
    .where(inArray(of.messageId, [...messageIds]));
  const others = orm
    .select({ one: sql`1` })
    .from(of)
    .where(and(sql`${of.fileId} = ${f.id}`, notInArray(of.messageId, [...messageIds])));
  return orm
    .update(f)
    .set({ unusedSince: longAgo })
    .where(and(inArray(f.id, theirs), notExists(others)));
}
