import { afterAll, afterEach, beforeEach, describe } from 'vitest';
import type { Database } from '../database.ts';
import { openPostgres } from '../postgres/open-postgres.ts';
import { openSqlite } from '../sqlite/open-sqlite.ts';
import { endListeners, openTemplateCopy } from './postgres.ts';
import { migratedImage } from './sqlite-image.ts';

export type Engine = Database['engine'];

/** The engines to test: both, or only SQLite with NOEK_TEST_ENGINES=sqlite. */
export const testEngines: readonly Engine[] =
  process.env.NOEK_TEST_ENGINES === 'sqlite' ? ['sqlite'] : ['sqlite', 'postgres'];

/** What must end before a test's database is closed, by the part of the database that stand-ins share with it. */
const users = new WeakMap<Database['orm'], (() => Promise<void>)[]>();

/** Registers `close` to be awaited before the test database `db` is closed. If it throws, the test fails. */
export function closeBefore(db: Database, close: () => Promise<void>): void {
  const usersOfIt = users.get(db.orm);
  if (!usersOfIt) throw new Error('This database was not opened by openTestDatabase or describeOnEngines.');
  usersOfIt.push(close);
}

/**
 * Opens an empty, migrated database: SQLite in memory, or a copy of the template on the run's PostgreSQL server. The caller closes
 * it, which first ends what `closeBefore` registered. Rejects for "postgres" if the run has no server.
 */
export async function openTestDatabase(engine: Engine = 'sqlite'): Promise<Database> {
  return closedAfterItsUsers(await openEmpty(engine));
}

/** Opens an empty, migrated SQLite database in a file. The caller closes it. */
export async function openTestFile(file: string): Promise<Database> {
  const db = closedAfterItsUsers(openSqlite(file));
  await db.migrate();
  return db;
}

/** Opens the migrated PostgreSQL database at `url`. The caller closes it. */
export async function openTestDatabaseAt(url: string): Promise<Database> {
  return closedAfterItsUsers(await openPostgres(url, { poolSize: 8 }));
}

/** Opens a test's PostgreSQL database again, like another process. It is closed before `db`. */
export async function openAsOtherProcess(db: Database): Promise<Database> {
  const other = closedAfterItsUsers(await openPostgres(urlOf(db), { poolSize: 4 }));
  closeBefore(db, other.close);
  return other;
}

/** Ends the connections over which processes receive notifications, as a restart of PostgreSQL does. Resolves to how many there were. */
export const breakListening = (db: Database): Promise<number> => endListeners(urlOf(db));

function urlOf(db: Database): string {
  const { url } = db as Database & { url?: string };
  if (!url) throw new Error('Only a test database on PostgreSQL has an address.');
  return url;
}

/** The same database for `closeBefore`: its `close` first ends what was registered. */
export function closedAfterItsUsers(opened: Database): Database {
  const usersOfIt: (() => Promise<void>)[] = [];
  const db: Database = {
    ...opened,
    async close() {
      const ends = await Promise.allSettled(usersOfIt.splice(0).map((close) => close()));
      await opened.close();
      for (const end of ends) if (end.status === 'rejected') throw end.reason;
    },
  };
  users.set(db.orm, usersOfIt);
  return db;
}

async function openEmpty(engine: Engine): Promise<Database> {
  if (engine === 'postgres') return openTemplateCopy(templateUrl());
  return openSqlite(await migratedImage());
}

/** The migrated database on the run's PostgreSQL server that tests copy. */
export function templateUrl(): string {
  const url = process.env.NOEK_TEST_POSTGRES_URL;
  if (!url) throw new Error('NOEK_TEST_POSTGRES_URL is not set: run vitest from the root of the repository.');
  return url;
}

/**
 * A `describe` for each engine of the run, titled "name (sqlite)" and "name (postgres)". `open` returns an empty, migrated database
 * and can be called repeatedly. Databases are closed automatically: after the test if a test or beforeEach opened them, after the
 * block if beforeAll did. Not for test.concurrent.
 *
 * @example
 * describeOnEngines('archiveConversation', (open) => {
 *   test('moves the conversation', async () => {
 *     const db = await open();
 *     …
 *   });
 * });
 */
export function describeOnEngines(name: string, define: (open: () => Promise<Database>, engine: Engine) => void): void {
  describe.each(testEngines)(`${name} (%s)`, (engine) => {
    const ofBlock: Database[] = [];
    const ofTest: Database[] = [];
    let inTest = false;
    beforeEach(() => {
      inTest = true;
    });
    // Registered first, so they run after the hooks of the block.
    afterEach(async () => {
      inTest = false;
      await closeAll(ofTest);
    });
    afterAll(() => closeAll(ofBlock));

    define(async () => {
      const db = await openTestDatabase(engine);
      (inTest ? ofTest : ofBlock).push(db);
      return db;
    }, engine);
  });
}

async function closeAll(databases: Database[]): Promise<void> {
  for (const db of databases.splice(0)) await db.close();
}
