import { parentPort } from 'node:worker_threads';
import BetterSqlite3 from 'better-sqlite3';

/**
 * The thread of sqlite-checkpoints.ts. For each path of a database that it is sent, it copies the pages that are in the log into the
 * database, through a connection of its own, and answers with null or with why it failed. It is JavaScript, because
 * Node.js needs 30 ms of processor time and as many MB of memory to strip the first types in a thread.
 */
parentPort?.on('message', (/** @type {string} */ file) => {
  parentPort?.postMessage(copyLog(file));
});

/** @param {string} file */
function copyLog(file) {
  try {
    const client = new BetterSqlite3(file, { fileMustExist: true });
    try {
      client.pragma('wal_checkpoint(PASSIVE)');
    } finally {
      client.close();
    }
    return null;
  } catch (error) {
    return String(error);
  }
}
