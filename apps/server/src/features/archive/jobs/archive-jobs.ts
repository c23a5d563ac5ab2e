import { Worker } from '../../../worker.ts';
import type { ArchiveJobDeps } from '../running-job.ts';
import { archiveTopic } from './enqueue-job.ts';
import { purgeArchives } from './purge-archives.ts';
import { runNextJob } from './run-job.ts';

/** Runs exports and imports: immediately when one is announced, and again after the process of one died. `stop` hands over those that run. */
export const createArchiveJobs = (deps: ArchiveJobDeps): Worker =>
  new Worker(deps, {
    topic: archiveTopic,
    failure: 'an export or import could not be run',
    pollEveryMs: 10_000,
    atOnce: 2,
    step: (signal) => runNextJob(deps, signal),
    purge: { everyMs: 10 * 60_000, failure: 'old archives could not be removed', run: () => purgeArchives(deps) },
  });
