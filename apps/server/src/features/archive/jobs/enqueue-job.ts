import { archiveHours } from '@noek/contract/archive/limits';
import { isUniqueViolation } from '@noek/db/database';
import type { BaseCtx } from '../../../base-context.ts';
import { refuseDeletedAccount } from '../../auth/session/deleted-account.ts';
import type { JobKind, JobRow } from '../archive.queries.ts';

/** The topic of db.notify that wakes the processes that run jobs. */
export const archiveTopic = 'archive';

/** Adds a job for a person. Returns false if it is an export and one waits or runs already. Throws UNAUTHORIZED for a deleted account. */
export async function enqueueJob(
  { db, now }: BaseCtx,
  job: { id: string; userId: string; kind: JobKind },
): Promise<boolean> {
  const createdAt = now();
  const row: JobRow = {
    ...job,
    status: 'waiting',
    source: null,
    problems: null,
    found: null,
    cancelledAt: null,
    undoneAt: null,
    undoneRemoved: 0,
    undoneKept: 0,
    done: 0,
    total: 0,
    bytes: null,
    result: null,
    error: null,
    bootId: null,
    heartbeatAt: null,
    attempts: 0,
    failedStarts: 0,
    createdAt,
    endedAt: null,
    expiresAt: new Date(createdAt.getTime() + archiveHours * 60 * 60_000),
  };
  try {
    await db.write((orm) => orm.insert(db.tables.archiveJobs).values(row));
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    refuseDeletedAccount(error);
  }
  db.notify(archiveTopic);
  return true;
}
