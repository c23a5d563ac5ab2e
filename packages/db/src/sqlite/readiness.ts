import { statfs } from 'node:fs/promises';
import type BetterSqlite3 from 'better-sqlite3';
import { DatabaseUnavailable, databaseFailure } from '../database-failures.ts';

/** A write within this time shows that the disk accepts writes. */
export const recentMs = 250;
/** Enough bytes for several turns. */
const leastSpace = 1024 * 1024;

/**
 * Throws if hardly anything fits on the disk. A small write alone does not show it: it may find room in the log, where a larger one was
 * given up.
 */
export async function assertSpace(file: string): Promise<void> {
  const { bsize, bavail, bfree } = await statfs(file);
  // Linux keeps blocks for root.
  if (bsize * (process.getuid?.() === 0 ? bfree : bavail) < leastSpace) throw new DatabaseUnavailable('full');
}

/** Writes a page without changing it. Throws if the disk accepts nothing. A process that is writing shows that it does. */
export function tryToWrite(client: BetterSqlite3.Database): void {
  try {
    client.pragma(`user_version = ${client.pragma('user_version', { simple: true })}`);
  } catch (error) {
    if (databaseFailure(error) !== 'locked') throw error;
  }
}
