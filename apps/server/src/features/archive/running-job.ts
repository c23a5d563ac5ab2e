import { and, eq, type SQL } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import type { Live } from '../chat/live/live.ts';
import type { FileReadings } from '../files/reading/file-readings.ts';
import type { JobRow } from './archive.queries.ts';

/** How often progress is written, which is also the heartbeat, in milliseconds. */
const beatEveryMs = 1_000;

/** What jobs need. `live` tells open pages what an import adds. */
export type ArchiveJobDeps = Pick<
  Deps,
  'db' | 'now' | 'log' | 'config' | 'bootId' | 'fileStore' | 'fileReader' | 'archiveBucket'
> & {
  live: Live;
  fileReadings: Pick<FileReadings, 'announce'>;
};
export type JobDeps = Pick<Deps, 'db' | 'now' | 'bootId'>;

/** The job was deleted with its account, or another process has taken it over: nothing more may be written for it. */
export class JobLost extends Error {}
/** The person has cancelled the job. */
export class JobCancelled extends Error {}
/** The process is stopping. Another process, or this one after a restart, continues. */
export class JobStopped extends Error {}

/** The job as the process that runs it has it. */
export type RunningJob = {
  readonly row: JobRow;
  /**
   * Reports progress, in the same units as `total`. Call it for every page of data: it writes once per second. Throws JobLost,
   * JobStopped and JobCancelled.
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
      const ours = await db.write((orm) =>
        orm.update(j).set({ done, total, heartbeatAt: at }).where(isOurs()).returning({ cancelledAt: j.cancelledAt }),
      );
      if (!ours[0]) throw new JobLost();
      if (ours[0].cancelledAt) throw new JobCancelled();
    },
  };
}
