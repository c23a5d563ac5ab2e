import { parentPort } from 'node:worker_threads';
import BetterSqlite3 from 'better-sqlite3';

/**
 * The thread of checkpoints.ts. For each database path that it receives, it copies the pages in the log into the database, through
 * its own connection. With `empty`, it also empties the log. It answers with null, or with the reason of a failure. It is JavaScript,
 * because Node.js needs 30 ms of processor time and as many MB of memory to strip the first types in a thread.
 */
parentPort?.on('message', (/** @type {{ file: string, empty: boolean }} */ { file, empty }) => {
  parentPort?.postMessage(copyLog(file, empty));
});

/**
 * @param {string} file
 * @param {boolean} empty
 */
function copyLog(file, empty) {
  try {
    // It holds the write lock while it makes the log empty, so it does not wait for others who read an earlier state.
    const client = new BetterSqlite3(file, { fileMustExist: true, timeout: 0 });
    try {
      client.pragma('wal_checkpoint(PASSIVE)');
      if (empty && client.pragma('wal_checkpoint(TRUNCATE)', { simple: true }) !== 0) return 'Others are reading.';
    } finally {
      client.close();
    }
    return null;
  } catch (error) {
    return String(error);
  }
}
