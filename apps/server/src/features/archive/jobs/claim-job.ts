import { and, asc, eq, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import type { Live } from '../../chat/live/live.ts';
import type { JobRow } from '../archive.queries.ts';

const SECOND = 1000;
const deadAfterMs = 30 * SECOND;
/** How often progress is written, which is also the heartbeat. */
const beatEveryMs = SECOND;
/** How often one job is started in all, so that one that crashes its process is not retried forever. */
export const maxAttempts = 3;

/** What jobs need. `live` tells open pages what an import adds. */
export type ArchiveJobDeps = Pick<Deps, 'db' | 'now' | 'log' | 'config' | 'bootId'> & { live: Live };
type JobDeps = Pick<Deps, 'db' | 'now' | 'bootId'>;

/** The job was deleted with its account, or another process has taken it over: nothing more may be written for it. */
export class JobLost extends Error {}
/** The process is stopping. Another one, or the next start, continues. */
export class JobStopped extends Error {}

/**
 * Claims the oldest job that waits, or whose process died: no heartbeat for 30 seconds or, on the embedded engine with its single
 * process, another boot. Exactly one process gets it.
 */
export async function claimJob({ db, now, bootId }: JobDeps): Promise<JobRow | null> {
  const { archiveJobs: j } = db.tables;
  const dead = lt(j.heartbeatAt, new Date(now().getTime() - deadAfterMs));
  const isFree = or(
    eq(j.status, 'waiting'),
    and(eq(j.status, 'running'), db.engine === 'sqlite' ? or(dead, ne(j.bootId, bootId)) : dead),
  );
  for (;;) {
    const [found] = await db.orm.select().from(j).where(isFree).orderBy(asc(j.createdAt)).limit(1);
    if (!found) return null;
    const [claimed] = await db.orm
      .update(j)
      .set({ status: 'running', bootId, heartbeatAt: now(), attempts: sql`${j.attempts} + 1` })
      .where(and(eq(j.id, found.id), eq(j.attempts, found.attempts), isFree))
      .returning();
    if (claimed) return claimed;
  }
}

/** The job as the process that runs it has it. */
export type RunningJob = {
  readonly row: JobRow;
  /**
   * Says how far it is, in the same units as `total`. Call it for every page of data: it writes once per second. Throws JobLost
   * and JobStopped.
   */
  progress(done: number, total: number): Promise<void>;
  /** The condition that the job is still ours, for an UPDATE of its row. */
  isOurs(): SQL;
};

/** A claimed job, until `signal` aborts. */
export function runningJob({ db, now, bootId }: JobDeps, row: JobRow, signal: AbortSignal): RunningJob {
  const { archiveJobs: j } = db.tables;
  const isOurs = () =>
    and(eq(j.id, row.id), eq(j.bootId, bootId), eq(j.attempts, row.attempts), eq(j.status, 'running')) as SQL;
  let lastBeat = 0;
  return {
    row,
    isOurs,
    async progress(done, total) {
      if (signal.aborted) throw new JobStopped();
      const at = now();
      if (at.getTime() - lastBeat < beatEveryMs) return;
      lastBeat = at.getTime();
      const ours = await db.orm.update(j).set({ done, total, heartbeatAt: at }).where(isOurs()).returning({ id: j.id });
      if (ours.length === 0) throw new JobLost();
    },
  };
}
