import { archiveHours, importReportDays } from '@noek/contract/archive/limits';
import { and, eq, isNotNull, ne } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import type { JobRow } from '../archive.queries.ts';
import {
  type ArchiveFileDeps,
  archivePath,
  removeArchiveFile,
  removeArchives,
  removeUploads,
} from '../archive-files.ts';
import { exportAccount } from '../export/export-account.ts';
import { removeUnfinished, runImport } from '../import/run-import.ts';
import { cancelledText } from '../import/to-import.ts';
import { type ArchiveJobDeps, JobCancelled, JobLost, JobStopped, type RunningJob, runningJob } from '../running-job.ts';
import { ArchiveProblem } from '../zip/archive-problem.ts';
import { claimJob, maxFailedStarts } from './claim-job.ts';

const HOUR = 60 * 60_000;
const failedText = {
  export: 'The export failed. Please try again.',
  import: 'The import failed. What was added so far is kept; you can import the same files again.',
};

/** Claims the next job and runs it to its end. Resolves to false if there is none. */
export async function runNextJob(deps: ArchiveJobDeps, signal: AbortSignal): Promise<boolean> {
  const row = await claimJob(deps);
  if (!row) return false;
  const job = runningJob(deps, row, signal);
  try {
    if (row.failedStarts > maxFailedStarts[row.kind])
      await endJob(deps, job, { status: 'failed', error: failedText[row.kind] });
    else if (row.kind === 'export') await endJob(deps, job, { status: 'done', ...(await exportAccount(deps, job)) });
    else {
      await runImport(deps, job);
      await endJob(deps, job, { status: 'done' });
    }
  } catch (error) {
    if (error instanceof JobLost) await discard(deps, row);
    else if (error instanceof JobStopped) await handOver(deps, job);
    else {
      if (!(error instanceof ArchiveProblem || error instanceof JobCancelled))
        deps.log.error({ err: error, jobId: row.id }, `an ${row.kind} failed`);
      await endJob(deps, job, { status: 'failed', error: wordsFor(error, row) }).catch((lost) => {
        if (!(lost instanceof JobLost)) throw lost;
      });
    }
  }
  return true;
}

function wordsFor(error: unknown, { kind }: JobRow): string {
  if (error instanceof JobCancelled) return cancelledText;
  return error instanceof ArchiveProblem ? error.message : failedText[kind];
}

/**
 * Records the end of a job that is still ours, and removes what is no longer needed: an import's upload, or earlier exports. From then on, an
 * archive is kept for 24 hours, and the report of an import for a year.
 */
async function endJob(
  deps: ArchiveFileDeps & Pick<Deps, 'db' | 'now'>,
  job: RunningJob,
  end: Partial<JobRow> & { status: 'done' | 'failed' },
): Promise<void> {
  const { archiveJobs: j } = deps.db.tables;
  const { row, isOurs } = job;
  const { userId, kind } = row;
  // Before the end: if this process dies in between, another one repeats both.
  if (kind === 'import') await removeUnfinished(deps.db, job);
  const endedAt = deps.now();
  const keptFor = kind === 'export' ? archiveHours : importReportDays * 24;
  const expiresAt = new Date(endedAt.getTime() + keptFor * HOUR);
  const ended = await deps.db.write((orm) =>
    orm
      .update(j)
      .set({ ...end, endedAt, expiresAt })
      .where(isOurs())
      .returning({ id: j.id }),
  );
  if (ended.length === 0) throw new JobLost();
  if (kind === 'import') {
    await removeUploads(deps, userId, row.id);
    return;
  }
  const earlier = and(eq(j.userId, userId), eq(j.kind, kind), ne(j.id, row.id), isNotNull(j.endedAt));
  for (const { id } of await deps.db.write((orm) => orm.delete(j).where(earlier).returning({ id: j.id })))
    await removeArchiveFile(deps, archivePath(deps.config, userId, { id, kind: 'zip' }));
}

/** Removes the files of a lost job, if it was deleted with its account. A process that took it over keeps them. */
async function discard(deps: ArchiveFileDeps & Pick<Deps, 'db'>, { id, userId }: JobRow): Promise<void> {
  const { archiveJobs: j } = deps.db.tables;
  const [left] = await deps.db.orm.select({ id: j.id }).from(j).where(eq(j.id, id));
  if (!left) await removeArchives(deps, userId);
}

/** Makes a job free for another process, or for the next start. */
async function handOver({ db }: Pick<Deps, 'db'>, { row, isOurs }: RunningJob): Promise<void> {
  const { archiveJobs: j } = db.tables;
  await db.write((orm) =>
    orm
      .update(j)
      .set({ status: 'waiting', bootId: null, failedStarts: row.failedStarts - 1 })
      .where(isOurs()),
  );
}
