import { EventEmitter } from 'node:events';
import BetterSqlite3 from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { AtomicStep } from '../atomic-step.ts';
import type { Database, Orm, Statement } from '../database.ts';
import { migrationsFolder } from '../migrations.ts';
import { sqliteTables } from '../tables.ts';
import { type CheckpointOptions, createCheckpoints, longestLogPages } from './checkpoints.ts';
import { groupCommits } from './group-commits.ts';
import { createLogSync, type SyncFile } from './log-sync.ts';
import { migrateSqlite } from './migrate-sqlite.ts';
import { assertSpace, recentMs, tryToWrite } from './readiness.ts';
import { createMergeSteps, createSearchMerges, eraseInIndexOfPeople } from './search-merges.ts';

const minimumVersion = [3, 51, 3] as const;
/** Only before the first request. Later, `groupCommits` waits without blocking the event loop. */
const waitForOthers = 'busy_timeout = 5000';
const doNotWait = 'busy_timeout = 0';
/** How long a write waits while another process is writing. */
const lockPatienceMs = 5_000;

/**
 * Opens the embedded engine. `file` is a path, ":memory:", or an `sqliteImage` to copy into memory. With `exclusive`, as the server uses
 * it, a second server process on the same file is refused while this one is running. Scripts open the file without it and write
 * concurrently in WAL mode.
 */
export function openSqlite(
  file: string | Buffer,
  options: { exclusive?: boolean; sync?: SyncFile; checkpoints?: CheckpointOptions; patienceMs?: number } = {},
): Database {
  const release =
    options.exclusive && typeof file === 'string' && file !== ':memory:' ? holdOwnership(`${file}-owner`) : () => {};
  const { patienceMs = lockPatienceMs } = options;
  const client = new BetterSqlite3(file);
  assertVersion(client);
  for (const pragma of [
    'journal_mode = WAL',
    // A commit only hands the log to the system. It is then brought to disk outside of the event loop, as below.
    'synchronous = NORMAL',
    waitForOthers,
    'foreign_keys = ON',
    'trusted_schema = OFF',
    // Deleted data is overwritten, so that addresses, texts and hashes of tokens do not stay in free pages.
    'secure_delete = ON',
    // Only 16 MB: below 1 GB of data, SQLite scans its whole cache at the end of most commits, because truncating the cache after
    // a page split does not know where to stop. Reads are served by the system's cache.
    'cache_size = -16384',
    // A thread copies the log back long before, as below.
    `wal_autocheckpoint = ${longestLogPages}`,
  ])
    client.pragma(pragma);
  client.pragma(doNotWait);

  const orm = drizzle(client) as unknown as Orm;
  let writtenAt = Number.NEGATIVE_INFINITY;
  const onWrite = () => {
    writtenAt = performance.now();
    checkpoints.soon();
  };
  const logSync = client.memory ? null : createLogSync(`${client.name}-wal`, onWrite, options.sync);
  const commits = groupCommits(client, logSync, () => merges.soon(), patienceMs);
  const mergeSteps = createMergeSteps(client, commits.pauseFor, longestLogPages);
  const merges = createSearchMerges(mergeSteps.step, () => checkpoints.empty(), mergeSteps.worked);
  const checkpoints = createCheckpoints(client, commits.pauseFor, options.checkpoints);
  const topics = new EventEmitter();
  const present = new Set<string>();
  topics.setMaxListeners(0);

  return {
    engine: 'sqlite',
    orm,
    tables: sqliteTables,
    namesStatements: true,
    write: (build) => commits.add(() => executeSync(build(orm)) as never),
    atomic(build, options) {
      return commits.add(() => {
        const step = new AtomicStep(orm);
        const result = build(step);
        step.runSync(executeSync);
        return result;
      }, options?.onCommit);
    },
    async migrate() {
      client.pragma(waitForOthers);
      try {
        migrateSqlite(client, migrationsFolder('sqlite'));
        eraseInIndexOfPeople(client);
      } finally {
        client.pragma(doNotWait);
      }
      await logSync?.synced();
    },
    async ping() {
      logSync?.assertWorks();
      client.prepare('select 1').get();
      if (client.memory) return;
      await assertSpace(client.name);
      if (performance.now() - writtenAt < recentMs) return;
      tryToWrite(client);
      onWrite();
    },
    connections: () => null,
    notify(topic) {
      setImmediate(() => topics.emit('topic', topic));
    },
    // Within a process, nothing is lost.
    listen(onTopic) {
      topics.on('topic', onTopic);
      return () => void topics.off('topic', onTopic);
    },
    // Only one server process can open the file.
    async holdPresence(id) {
      present.add(id);
    },
    findGone: async (ids) => ids.filter((id) => !present.has(id)),
    eraseDeleted() {
      if (client.memory) return;
      checkpoints.empty();
      merges.removeDeleted();
    },
    async close() {
      topics.removeAllListeners();
      await Promise.all([merges.stop(), checkpoints.stop()]);
      await commits.flush();
      await mergeSteps.close();
      await logSync?.close();
      client.close();
      release();
    },
  };
}

/** The whole content of an embedded database, for copies of it in memory. */
export const sqliteImage = ({ orm }: Pick<Database, 'orm'>): Buffer =>
  (orm as unknown as { $client: BetterSqlite3.Database }).$client.serialize();

type SyncQuery = { prepare(): { execute(): { sync(): unknown } } };
function executeSync(statement: Statement): unknown {
  return (statement as unknown as SyncQuery).prepare().execute().sync();
}

function assertVersion(client: BetterSqlite3.Database): void {
  const version = (client.prepare('select sqlite_version() as v').get() as { v: string }).v;
  const parts = version.split('.').map(Number);
  for (const [i, needed] of minimumVersion.entries()) {
    const part = parts[i] ?? 0;
    if (part > needed) return;
    if (part < needed) throw new Error(`SQLite ${minimumVersion.join('.')} or newer is needed, this is ${version}.`);
  }
}

/** An exclusive lock by the operating system on a file next to the database. It is released when the process ends for any reason. */
function holdOwnership(file: string): () => void {
  const owner = new BetterSqlite3(file, { timeout: 0 });
  try {
    owner.pragma('journal_mode = DELETE');
    owner.pragma('locking_mode = EXCLUSIVE');
    owner.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    owner.close();
    if ((error as { code?: string }).code === 'SQLITE_BUSY') throw new DatabaseInUseError(file);
    throw error;
  }
  return () => owner.close();
}

export class DatabaseInUseError extends Error {
  constructor(file: string) {
    super(
      `Another Noek process is using ${file.replace(/-owner$/, '')}. Stop it first, or set DATA_DIR to another folder.`,
    );
    this.name = 'DatabaseInUseError';
  }
}
