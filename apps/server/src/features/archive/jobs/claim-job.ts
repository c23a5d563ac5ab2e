import { isUniqueViolation } from '@noek/db/database';
import { and, asc, eq, lt, ne, or, sql } from 'drizzle-orm';
import type { JobRow } from '../archive.queries.ts';
import type { JobDeps } from '../running-job.ts';

const deadAfterMs = 30_000;
/**
 * How often in a row a job is started at most before it has added anything, so that one that crashes its process is not retried forever. An
 * import adds nothing until it has read everything.
 */
export const maxFailedStarts = { export: 3, import: 10 };

/**
 * Claims the oldest job that waits, or whose process died: no heartbeat for 30 seconds or, on the embedded engine with its single process,
 * another boot. Exactly one process gets it. The imports of a person take turns, so that two at once add the same as one after the other.
 */
export async function claimJob({ db, now, bootId }: JobDeps): Promise<JobRow | null> {
  const { archiveJobs: j } = db.tables;
  const dead = lt(j.heartbeatAt, new Date(now().getTime() - deadAfterMs));
  const hasTurn = or(
    eq(j.kind, 'export'),
    sql`not exists (
      select 1 from archive_jobs as other where other.user_id = ${j.userId} and other.kind = 'import' and other.status = 'running'
    )`,
  );
  const isFree = or(
    and(eq(j.status, 'waiting'), hasTurn),
    and(eq(j.status, 'running'), db.engine === 'sqlite' ? or(dead, ne(j.bootId, bootId)) : dead),
  );
  for (;;) {
    const [found] = await db.orm.select().from(j).where(isFree).orderBy(asc(j.createdAt)).limit(1);
    if (!found) return null;
    const [claimed] = await db
      .write((orm) =>
        orm
          .update(j)
          .set({
            status: 'running',
            bootId,
            heartbeatAt: now(),
            attempts: sql`${j.attempts} + 1`,
            failedStarts: sql`${j.failedStarts} + 1`,
          })
          .where(and(eq(j.id, found.id), eq(j.attempts, found.attempts), isFree))
          .returning(),
      )
      .catch((error) => {
        // Another process has just claimed another import of the person.
        if (isUniqueViolation(error)) return [];
        throw error;
      });
    if (claimed) return claimed;
  }
}
