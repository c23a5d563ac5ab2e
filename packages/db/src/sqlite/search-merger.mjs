import { parentPort } from 'node:worker_threads';
import BetterSqlite3 from 'better-sqlite3';
import { mergeStep } from './merge-step.mjs';

/** @typedef {{ file: string, mostLogPages: number }} DatabaseFile */
/** @typedef {DatabaseFile & { table?: string, all?: boolean }} Step */

/** @type {BetterSqlite3.Database | undefined} */
let client;

/**
 * The thread of search-merges.ts. For each message it does a step of a merge, through its own connection, and answers with its result and how
 * long the processor worked on it.
 * Without a table, it only opens the connection. It is JavaScript for the same reason as log-copier.mjs.
 */
parentPort?.on('message', (/** @type {Step} */ { table, all = false, ...database }) => {
  const before = cpuMicroseconds();
  const result = step(database, table, all);
  parentPort?.postMessage({ result, cpuMs: (cpuMicroseconds() - before) / 1000 });
});

function cpuMicroseconds() {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}

/**
 * @param {DatabaseFile} database
 * @param {string | undefined} table
 * @param {boolean} all
 */
function step(database, table, all) {
  try {
    client ??= open(database);
  } catch {
    return 'failed';
  }
  return table === undefined ? 'nothing' : mergeStep(client, table, all);
}

/** @param {DatabaseFile} database */
function open({ file, mostLogPages }) {
  const opened = new BetterSqlite3(file, { fileMustExist: true, timeout: 0 });
  // As in open-sqlite.ts. A very long log, after the list of a very frequent word, is copied here instead of on the event loop.
  for (const pragma of ['synchronous = NORMAL', 'secure_delete = ON', `wal_autocheckpoint = ${mostLogPages}`])
    opened.pragma(pragma);
  return opened;
}
