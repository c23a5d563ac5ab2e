import { closeSync, fdatasync, openSync } from 'node:fs';

/** Brings a file's content to disk: the signature of fs.fdatasync. */
export type SyncFile = (descriptor: number, callback: (error: Error | null) => void) => void;

export type LogSync = {
  /** Resolves when everything that was committed before the call is on disk. */
  synced(): Promise<void>;
  /** Throws if an earlier sync failed. */
  assertWorks(): void;
  /** Waits for a sync that is running. */
  close(): Promise<void>;
};

/**
 * Brings the commits of SQLite's write-ahead log to disk in Node's thread pool. Commits that come while a sync is running share the
 * next one. `onWrite` is called after each commit.
 *
 * After a failed sync the system may forget what it could not write, so that a later sync says nothing about it. Therefore a
 * failure is final: nothing is acknowledged any more, and the process must be started again
 * (https://wiki.postgresql.org/wiki/Fsync_Errors).
 */
export function createLogSync(file: string, onWrite: () => void, sync: SyncFile = fdatasync): LogSync {
  let descriptor: number | null = null;
  let failure: Error | null = null;
  let running = false;
  let latest: Promise<void> | undefined;
  let next: { promise: Promise<void>; resolve(): void; reject(error: unknown): void } | null = null;

  const run = () => {
    const current = next;
    if (!current) return;
    next = null;
    running = true;
    const onDone = (error: Error | null) => {
      running = false;
      failure ??= error;
      if (failure) current.reject(failure);
      else current.resolve();
      run();
    };
    try {
      // SQLite never locks its log, and deletes it only when the last connection is closed.
      descriptor ??= openSync(file, 'r+');
      sync(descriptor, onDone);
    } catch (error) {
      onDone(error as Error);
    }
  };

  return {
    synced() {
      onWrite();
      next ??= Promise.withResolvers<void>();
      latest = next.promise;
      if (!running) run();
      return latest;
    },
    assertWorks() {
      if (failure) throw failure;
    },
    async close() {
      await latest?.catch(() => {});
      if (descriptor !== null) closeSync(descriptor);
    },
  };
}
