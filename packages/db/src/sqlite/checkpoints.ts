import type BetterSqlite3 from 'better-sqlite3';
import { createDatabaseThread } from './database-thread.ts';

/** From this length, in pages, the log is copied back: 32 MB, so that a page that many turns change is copied back only once. */
const pagesToCopy = 8_000;
/** At this length SQLite copies at a commit, on the event loop, because the thread is too slow or does not work. */
export const longestLogPages = 24_000;
/** The delay from a write to the check of the log, in milliseconds. */
const restMs = 200;
/** The delay after which emptying the log is tried again, because others were reading. */
const emptyAgainMs = 1_000;
/** When no more than these pages are left, or after these rounds, commits wait for the last round. */
const fewPages = 1_000;
const mostRounds = 3;

export type CheckpointOptions = {
  /** The length at which the log is copied back, in pages. */
  pages?: number;
  /** Copies what is in the log of a database, given its path, and makes the log empty if that is asked for. */
  copyLog?: (file: string, empty: boolean) => Promise<void>;
};

/**
 * Copies SQLite's write-ahead log back into the database in a worker thread, so that the event loop does not wait for the disk. SQLite
 * reuses the log from its beginning only when all of it has been copied, so commits wait for a last, short round (`pauseFor`). Call `soon`
 * after writes, and `stop` before the client is closed; it waits for a copy that is running. `empty` copies everything and truncates the
 * log, because earlier states of the pages stay in it until they are overwritten.
 */
export function createCheckpoints(
  client: BetterSqlite3.Database,
  pauseFor: (work: () => Promise<void>) => Promise<void>,
  { pages = pagesToCopy, copyLog }: CheckpointOptions = {},
): { soon(): void; empty(): void; stop(): Promise<void> } {
  const thread = createDatabaseThread<{ file: string; empty: boolean }, string | null>(
    new URL('./log-copier.mjs', import.meta.url),
  );
  const copy = copyLog ?? copyInThread;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  let stopped = false;
  let mustBeEmpty = false;
  /** There were writes during a copy. */
  let written = false;

  async function copyInThread(file: string, empty: boolean): Promise<void> {
    const reason = await thread.ask({ file, empty });
    if (reason !== null) throw new Error(reason);
  }

  async function copyAll(empty: boolean): Promise<void> {
    for (let round = 0; round < mostRounds && logOf(client).uncopied > fewPages && !stopped; round++)
      await copy(client.name, false);
    if (!stopped) await pauseFor(() => copy(client.name, empty));
  }

  /** After a failure, the next write tries again, or a timer if the log must be empty. */
  async function copyIfNeeded(): Promise<void> {
    const empty = mustBeEmpty;
    mustBeEmpty = false;
    try {
      if (empty || logOf(client).pages >= pages) await copyAll(empty);
    } catch {
      // The disk may be full. Nothing is lost: the log keeps what was not copied, and SQLite copies it itself when it is very long.
      mustBeEmpty ||= empty;
    }
  }

  function start(): void {
    timer = undefined;
    written = false;
    running = copyIfNeeded().finally(() => {
      running = null;
      if (mustBeEmpty) startIn(emptyAgainMs);
      else if (written) startIn(restMs);
    });
  }

  function startIn(ms: number): void {
    if (!timer && !running && !stopped) timer = setTimeout(start, ms).unref();
  }

  return {
    soon() {
      written = true;
      startIn(restMs);
    },
    empty() {
      mustBeEmpty = true;
      startIn(restMs);
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
      await thread.close();
    },
  };
}

/** The length of the log, and how much of it is not in the database yet, in pages. */
function logOf(client: BetterSqlite3.Database): { pages: number; uncopied: number } {
  const [state] = client.pragma('wal_checkpoint(NOOP)') as [{ log: number; checkpointed: number }];
  return { pages: state.log, uncopied: state.log - state.checkpointed };
}
