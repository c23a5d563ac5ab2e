import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type BetterSqlite3 from 'better-sqlite3';

/** From this length, in pages, the log is copied back: 32 MB, so that a page that many turns change is copied back only once. */
const pagesToCopy = 8_000;
/** At this length SQLite copies at a commit, on the event loop, because the thread is too slow or does not work. */
export const longestLogPages = 24_000;
/** The delay from a write to the look at the log, in milliseconds. */
const restMs = 200;
/** When no more than these pages are left, or after these rounds, commits wait for the last round. */
const fewPages = 1_000;
const mostRounds = 3;

export type CheckpointOptions = {
  /** The length at which the log is copied back, in pages. */
  pages?: number;
  /** Copies what is in the log of a database, given its path. */
  copyLog?: (file: string) => Promise<void>;
};

/**
 * Copies SQLite's write-ahead log back into the database in a worker thread, so that the event loop does not wait for the disk. The log
 * starts again from its beginning when all of it has been copied, so commits wait for a last, short round (`pauseFor`).
 * Call `soon` after writes, and `stop` before the client is closed; it waits for a copy that is running.
 */
export function createCheckpoints(
  client: BetterSqlite3.Database,
  pauseFor: (work: () => Promise<void>) => Promise<void>,
  { pages = pagesToCopy, copyLog }: CheckpointOptions = {},
): { soon(): void; stop(): Promise<void> } {
  const thread = copyLog ? null : createThread();
  const copy = copyLog ?? ((file: string) => (thread as Thread).run(file));
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  let stopped = false;

  async function copyAll(): Promise<void> {
    for (let round = 0; round < mostRounds && logOf(client).uncopied > fewPages && !stopped; round++)
      await copy(client.name);
    if (!stopped) await pauseFor(() => copy(client.name));
  }

  /** The next write tries again after a failure. */
  async function copyIfLong(): Promise<void> {
    try {
      if (logOf(client).pages >= pages) await copyAll();
    } catch {
      // The disk may be full. Nothing is lost: the log keeps what was not copied, and SQLite copies it itself when it is very long.
    }
  }

  return {
    soon() {
      if (timer || running || stopped) return;
      timer = setTimeout(() => {
        timer = undefined;
        running = copyIfLong().finally(() => {
          running = null;
        });
      }, restMs).unref();
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
      await thread?.close();
    },
  };
}

/** The length of the log, and how much of it is not in the database yet, in pages. */
function logOf(client: BetterSqlite3.Database): { pages: number; uncopied: number } {
  const [state] = client.pragma('wal_checkpoint(NOOP)') as [{ log: number; checkpointed: number }];
  return { pages: state.log, uncopied: state.log - state.checkpointed };
}

type Thread = { run(file: string): Promise<void>; close(): Promise<void> };

/** A thread that starts with the first copy, and again if it ended. */
function createThread(): Thread {
  let worker: Worker | undefined;
  const start = () =>
    new Worker(new URL('./log-copier.mjs', import.meta.url), {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
    })
      .on('error', () => {})
      .on('exit', () => {
        worker = undefined;
      });
  return {
    async run(file) {
      worker ??= start();
      const thread = worker;
      const over = new AbortController();
      // The process waits for a copy, but not for a thread that has nothing to do.
      thread.ref();
      thread.postMessage(file);
      try {
        const [answer] = await Promise.race([
          once(thread, 'message', { signal: over.signal }),
          once(thread, 'exit', { signal: over.signal }).then(() => ['The thread ended.']),
        ]);
        if (answer !== null) throw new Error(answer);
      } finally {
        over.abort();
        thread.unref();
      }
    },
    async close() {
      await worker?.terminate();
    },
  };
}
