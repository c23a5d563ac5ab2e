import { setTimeout as wait } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { BackgroundWork } from '../../../background-work.ts';
import { putSomeInSearch } from '../searching/put-in-search.ts';
import { createShares } from '../turns/shares.ts';
import { readAgain } from './read-again.ts';
import { readNextFile } from './read-next-file.ts';
import type { ReadingDeps } from './reading-lease.ts';

const pollEveryMs = 5_000;
const pauseMs = 2;
/** As many as the reader has threads. */
const atOnce = 2;
const failure = 'a file could not be read';
/** Sent to all processes when a file waits to be read, or to be put into the search. */
const readingTopic = 'file-readings';

export type FileReadings = {
  start(): void;
  /** Reads files that wait, and puts those that were sent into the search, soon. Call it after the commit. */
  wake(): void;
  /** Resolves once the file is no longer being read, or after `ms` milliseconds. */
  untilRead(fileId: string, ms: number): Promise<void>;
  /** Starts no more readings, and gives up those that run: another process begins them again. */
  stop(): Promise<boolean>;
};

/**
 * Reads the text of files in the background: when one was added, and again after the process that read it died. Then puts it into the
 * search, once the file was sent. Files of older readers are read again when nothing else waits.
 */
export function createFileReadings(deps: ReadingDeps): FileReadings {
  const work = new BackgroundWork(deps.log);
  const stopping = new AbortController();
  const shares = createShares();
  let running = 0;
  let stopListening = () => {};

  async function readAll(): Promise<void> {
    running++;
    try {
      while (!stopping.signal.aborted && (await doNext())) await wait(pauseMs);
    } finally {
      running--;
    }
  }

  /** Does the most urgent of the work. Returns false if nothing waits. */
  const doNext = async (): Promise<boolean> =>
    (await readNextFile(deps, stopping.signal, shares)) || (await searchSome()) || (await readSomeAgain());

  /** Puts some text into the search. */
  const searchSome = oneAtATime(() => putSomeInSearch(deps));
  /** The other thread stays free for files that were added. */
  const readSomeAgain = oneAtATime(() => readAgain(deps, stopping.signal));

  const wake = () => {
    for (let more = atOnce - running; more > 0; more--) work.run(failure, readAll);
  };

  return {
    start() {
      stopListening = deps.db.listen((topic) => {
        if (topic === readingTopic) wake();
      }, wake);
      work.every(pollEveryMs, failure, async () => wake());
      wake();
    },
    wake() {
      wake();
      deps.db.notify(readingTopic);
    },
    async untilRead(fileId, ms) {
      const { files: f } = deps.db.tables;
      const until = performance.now() + ms;
      while (performance.now() < until) {
        const [row] = await deps.db.orm.select({ state: f.state }).from(f).where(eq(f.id, fileId));
        if (row?.state !== 'reading') return;
        await wait(50);
      }
    },
    stop() {
      stopListening();
      stopping.abort();
      return work.close(3_000);
    },
  };
}

/** Work that is not begun while it runs; it returns false then. */
function oneAtATime(work: () => Promise<boolean>): () => Promise<boolean> {
  let isRunning = false;
  return async () => {
    if (isRunning) return false;
    isRunning = true;
    try {
      return await work();
    } finally {
      isRunning = false;
    }
  };
}
