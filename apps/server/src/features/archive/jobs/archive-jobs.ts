import { BackgroundWork } from '../../../background-work.ts';
import type { ArchiveJobDeps } from '../running-job.ts';
import { archiveTopic } from './enqueue-job.ts';
import { purgeArchives } from './purge-archives.ts';
import { runNextJob } from './run-job.ts';

const pollEveryMs = 10_000;
const purgeEveryMs = 10 * 60_000;
/** How many jobs one process runs at once. */
const atOnce = 2;
const failure = 'an export or import could not be run';

export type ArchiveJobs = {
  start(): void;
  /** Starts no more jobs, and hands over those that run. Resolves to false after `graceMs` milliseconds. */
  stop(graceMs?: number): Promise<boolean>;
};

/** Runs exports and imports while the process runs: immediately when one is announced, and again after the process of one died. */
export function createArchiveJobs(deps: ArchiveJobDeps): ArchiveJobs {
  const work = new BackgroundWork(deps.log);
  const stopping = new AbortController();
  let running = 0;
  let stopListening = () => {};

  async function runAll(): Promise<void> {
    running++;
    try {
      while (!stopping.signal.aborted && (await runNextJob(deps, stopping.signal)));
    } finally {
      running--;
    }
  }

  const wake = () => {
    if (running < atOnce) work.run(failure, runAll);
  };

  return {
    start() {
      stopListening = deps.db.listen((topic) => {
        if (topic === archiveTopic) wake();
      }, wake);
      work.every(pollEveryMs, failure, async () => wake());
      const notPurged = 'old archives could not be removed';
      const purge = () => purgeArchives(deps);
      work.every(purgeEveryMs, notPurged, purge);
      work.run(notPurged, purge);
      wake();
    },
    stop(graceMs = 3_000) {
      stopListening();
      stopping.abort();
      return work.close(graceMs);
    },
  };
}
