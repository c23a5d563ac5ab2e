import { setTimeout as sleep } from 'node:timers/promises';
import { databaseFailure } from './database-failures.ts';

export const betweenTriesMs = 10;

/** Whether another process is writing. SQLite itself does not wait here, because that would block the event loop. */
export const isLocked = (error: unknown): boolean => databaseFailure(error) === 'locked';

/** Runs a write. If another process holds the lock, tries again for `patienceMs`, then throws the last error. */
export async function whenUnlocked<Result>(write: () => Result, patienceMs: number): Promise<Result> {
  const endAt = performance.now() + patienceMs;
  for (;;) {
    try {
      return write();
    } catch (error) {
      if (!isLocked(error) || performance.now() >= endAt) throw error;
    }
    await sleep(betweenTriesMs);
  }
}
