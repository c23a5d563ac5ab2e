import { setTimeout as wait } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { Worker } from '../../../worker.ts';
import { putSomeInSearch } from '../searching/put-in-search.ts';
import { createShares } from '../turns/shares.ts';
import { readAgain } from './read-again.ts';
import { readNextFile } from './read-next-file.ts';
import type { ReadingDeps } from './reading-lease.ts';

/** Reads files that wait, and puts those that were sent into the search. */
export type FileReadings = Pick<Worker, 'start' | 'announce' | 'stop'> & {
  /** Resolves once the file is no longer being read, or after `ms` milliseconds. */
  untilRead(fileId: string, ms: number): Promise<void>;
};

/**
 * Reads the text of files in the background: when one was added, and again after the process that read it died. Then puts it into the
 * search, once the file was sent. Files of older readers are read again when nothing else waits.
 */
export function createFileReadings(deps: ReadingDeps): FileReadings {
  const shares = createShares();
  /** Puts some text into the search. */
  const searchSome = oneAtATime(() => putSomeInSearch(deps));
  /** The other thread stays free for files that were added. */
  const readSomeAgain = oneAtATime((signal) => readAgain(deps, signal));
  const worker = new Worker(deps, {
    topic: 'file-readings',
    failure: 'a file could not be read',
    pollEveryMs: 5_000,
    pauseMs: 2,
    // As many as the reader has threads.
    atOnce: 2,
    step: async (signal) =>
      (await readNextFile(deps, signal, shares)) || (await searchSome(signal)) || (await readSomeAgain(signal)),
  });
  return Object.assign(worker, {
    async untilRead(fileId: string, ms: number) {
      const { files: f } = deps.db.tables;
      const until = performance.now() + ms;
      while (performance.now() < until) {
        const [row] = await deps.db.orm.select({ state: f.state }).from(f).where(eq(f.id, fileId));
        if (row?.state !== 'reading') return;
        await wait(50);
      }
    },
  });
}

/** Work that is not begun while it runs; it returns false then. */
function oneAtATime(work: (signal: AbortSignal) => Promise<boolean>): (signal: AbortSignal) => Promise<boolean> {
  let isRunning = false;
  return async (signal) => {
    if (isRunning) return false;
    isRunning = true;
    try {
      return await work(signal);
    } finally {
      isRunning = false;
    }
  };
}
