import type BetterSqlite3 from 'better-sqlite3';
import { databaseFailure } from '../database-failures.ts';
import type { LogSync } from './log-sync.ts';

/** How long to wait before the next attempt while another process is writing. */
const betweenTriesMs = 10;

/**
 * Group commit: the steps (`atomic`, `write`) of one turn of the event loop, and those that come while a commit is brought to disk, share a
 * transaction, so that many senders wait for a single disk write. A step that fails is rolled back alone. Callers are answered when the
 * commit is on disk; the event loop is not blocked until then. While another process is writing, steps wait for `patienceMs`, without
 * blocking the event loop either, as SQLite itself would.
 */
export function groupCommits(
  client: BetterSqlite3.Database,
  logSync: LogSync | null,
  afterCommit: () => void,
  patienceMs: number,
) {
  type Step = {
    run(): unknown;
    onCommit?: (() => void) | undefined;
    resolve(rows: never): void;
    reject(error: unknown): void;
    /** When it was first refused because another process was writing. */
    lockedSince?: number;
  };
  type Done = { step: Step; rows: unknown } | { step: Step; error: unknown };
  let waiting: Step[] = [];
  let last = Promise.resolve();
  let paused = false;
  /** Settles when nothing that asked for a pause is left. */
  let pauses = Promise.resolve();
  /** A commit is on its way to disk. The next one could not be answered earlier, so it waits for more steps. */
  let syncing = false;
  /** Runs while another process holds the write lock. */
  let nextTry: NodeJS.Timeout | undefined;

  let failed: { step: Step; error: unknown } | null = null;
  const runTogether = client.transaction((steps: readonly Step[]): Done[] =>
    steps.map((step) => {
      try {
        return { step, rows: step.run() };
      } catch (error) {
        failed = { step, error };
        throw error;
      }
    }),
  );
  const runApart = client.transaction((steps: readonly Step[]): Done[] =>
    steps.map((step) => {
      try {
        return { step, rows: inSavepoint(step.run) };
      } catch (error) {
        // Some failures, such as a full disk, end the whole transaction. Then none of its steps may be reported as committed.
        if (!client.inTransaction) throw error;
        return { step, error };
      }
    }),
  );
  const inSavepoint = client.transaction((run: () => unknown) => run());

  /** A savepoint copies every page that its step changes. Few steps fail, so they get savepoints only after one of them did. */
  function runAll(steps: readonly Step[]): Done[] {
    logSync?.assertWorks();
    failed = null;
    try {
      return runTogether.immediate(steps);
    } catch (error) {
      if (!failed) throw error;
      if (steps.length === 1) return [failed];
    }
    return runApart.immediate(steps);
  }

  function commitWaiting(): void {
    if (paused || syncing || nextTry || waiting.length === 0) return;
    const steps = waiting;
    waiting = [];
    last = commit(steps);
  }

  async function commit(steps: readonly Step[]): Promise<void> {
    try {
      const done = runAll(steps);
      const written = done.filter((result) => 'rows' in result);
      for (const { step, error } of done.filter((result) => 'error' in result)) step.reject(error);
      if (written.length === 0) return;
      afterCommit();
      const synced = logSync?.synced();
      for (const { step } of written) begin(step);
      if (synced) await onDisk(synced);
      for (const { step, rows } of written) step.resolve(rows as never);
    } catch (error) {
      if (databaseFailure(error) === 'locked') await tryAgain(steps, error);
      else for (const step of steps) step.reject(error);
    }
  }

  /** Commits the steps, and what comes in the meantime, once the other process has written. Rejects those that have waited long enough. */
  async function tryAgain(steps: readonly Step[], error: unknown): Promise<void> {
    const now = performance.now();
    const patient = steps.filter((step) => {
      step.lockedSince ??= now;
      if (now - step.lockedSince < patienceMs) return true;
      step.reject(error);
      return false;
    });
    waiting = [...patient, ...waiting];
    if (waiting.length === 0) return;
    await new Promise((resolve) => {
      nextTry = setTimeout(resolve, betweenTriesMs);
    });
    nextTry = undefined;
    commitWaiting();
  }

  async function onDisk(synced: Promise<void>): Promise<void> {
    syncing = true;
    try {
      await synced;
    } finally {
      syncing = false;
      if (waiting.length > 0) setImmediate(commitWaiting);
    }
  }

  function begin({ onCommit, reject }: Step): void {
    try {
      onCommit?.();
    } catch (error) {
      reject(error);
    }
  }

  return {
    add: <Rows>(run: () => Rows, onCommit?: () => void): Promise<Rows> =>
      new Promise((resolve, reject) => {
        if (waiting.push({ run, onCommit, resolve, reject }) === 1) setImmediate(commitWaiting);
      }),
    /** Runs `work` while no step is committed. Steps that come meanwhile are committed together after it. Pauses follow each other. */
    pauseFor<Result>(work: () => Promise<Result>): Promise<Result> {
      const pause = pauses.then(async () => {
        paused = true;
        try {
          return await work();
        } finally {
          paused = false;
          commitWaiting();
        }
      });
      pauses = pause.then(
        () => {},
        () => {},
      );
      return pause;
    },
    /** Commits pending steps and waits until all are on disk. Called before the database is closed. */
    async flush(): Promise<void> {
      do {
        await last;
        commitWaiting();
        await last;
      } while (waiting.length > 0);
    },
  };
}
