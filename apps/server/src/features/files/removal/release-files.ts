import type { Database, Orm, Statement } from '@noek/db/database';
import { and, eq, inArray, ne, notExists, notInArray, type SQL, sql } from 'drizzle-orm';

/** Files that nothing has any longer are removed at once, not after the time that unsent files have. */
const longAgo = new Date(0);

/** Marks the files that only these messages have. Run it before the statement that deletes the messages. */
export function releaseFiles(db: Database, orm: Orm, messageIds: readonly string[]): Statement {
  const { files: f, messageFiles: of } = db.tables;
  const theirs = orm
    .select({ id: of.fileId })
    .from(of)
    .where(inArray(of.messageId, [...messageIds]));
  return orm
    .update(f)
    .set({ unusedSince: longAgo })
    .where(
      and(
        inArray(f.id, theirs),
        notExists(messagesWith(db, orm, notInArray(of.messageId, [...messageIds]))),
        notExists(projectsWith(db, orm)),
        notExists(queuesWith(db, orm)),
      ),
    );
}

/** Marks the files that only this project has, all or one of them. Run it before the statement that takes them out of the project. */
export function releaseFilesOfProject(db: Database, orm: Orm, projectId: string, fileId?: string): Statement {
  const { files: f, projectFiles: of } = db.tables;
  const its = orm
    .select({ id: of.fileId })
    .from(of)
    .where(and(eq(of.projectId, projectId), fileId === undefined ? undefined : eq(of.fileId, fileId)));
  return orm
    .update(f)
    .set({ unusedSince: longAgo })
    .where(
      and(
        inArray(f.id, its),
        notExists(messagesWith(db, orm)),
        notExists(queuesWith(db, orm)),
        notExists(projectsWith(db, orm, ne(of.projectId, projectId))),
      ),
    );
}

/**
 * Marks the files that only these queued messages have. `since`: absent if they are removed at once; otherwise they have the time that unsent
 * files have. Run it before the statement that deletes the messages.
 */
export function releaseQueuedFiles(db: Database, orm: Orm, queuedIds: string[], since = longAgo): Statement {
  const { files: f, queuedFiles: of } = db.tables;
  const theirs = orm.select({ id: of.fileId }).from(of).where(inArray(of.queuedId, queuedIds));
  return orm
    .update(f)
    .set({ unusedSince: since })
    .where(
      and(
        inArray(f.id, theirs),
        notExists(messagesWith(db, orm)),
        notExists(projectsWith(db, orm)),
        notExists(queuesWith(db, orm, notInArray(of.queuedId, queuedIds))),
      ),
    );
}

const messagesWith = ({ tables: { files: f, messageFiles: of } }: Database, orm: Orm, which?: SQL) =>
  orm
    .select({ one: sql`1` })
    .from(of)
    .where(and(sql`${of.fileId} = ${f.id}`, which));

const queuesWith = ({ tables: { files: f, queuedFiles: of } }: Database, orm: Orm, which?: SQL) =>
  orm
    .select({ one: sql`1` })
    .from(of)
    .where(and(sql`${of.fileId} = ${f.id}`, which));

const projectsWith = ({ tables: { files: f, projectFiles: of } }: Database, orm: Orm, which?: SQL) =>
  orm
    .select({ one: sql`1` })
    .from(of)
    .where(and(sql`${of.fileId} = ${f.id}`, which));
