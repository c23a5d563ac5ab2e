import { afterAll, afterEach, beforeEach, describe } from 'vitest';
import type { Database } from './database.ts';
import { openSqlite } from './sqlite.ts';
import { openTemplateCopy } from './testing-postgres.ts';

export type Engine = Database['engine'];

/** The engines this run tests: both, or SQLite alone with NOEK_TEST_ENGINES=sqlite. */
export const testEngines: readonly Engine[] =
  process.env.NOEK_TEST_ENGINES === 'sqlite' ? ['sqlite'] : ['sqlite', 'postgres'];

/** What uses a test's database and has to end before it is closed, by the part of it that stand-ins share with it. */
const users = new WeakMap<Database['orm'], (() => Promise<void>)[]>();

/** Has `close` called, and awaited, before the test database `db` is closed; what it throws fails the test. */
export function closeBefore(db: Database, close: () => Promise<void>): void {
  const usersOfIt = users.get(db.orm);
  if (!usersOfIt) throw new Error('This database is not of openTestDatabase or describeOnEngines.');
  usersOfIt.push(close);
}

/**
 * Opens an empty, migrated database of its own: SQLite in memory, or a copy of the run's template on its PostgreSQL.
 * The caller closes it, which ends what `closeBefore` named first. Rejects for "postgres" when the run brought no server.
 */
export async function openTestDatabase(engine: Engine = 'sqlite'): Promise<Database> {
  const opened = await openEmpty(engine);
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
  if (engine === 'postgres') {
    const templateUrl = process.env.NOEK_TEST_POSTGRES_URL;
    if (!templateUrl) throw new Error('NOEK_TEST_POSTGRES_URL is not set: run vitest from the root of the repository.');
    return openTemplateCopy(templateUrl);
  }
  const db = openSqlite(':memory:');
  await db.migrate();
  return db;
}

/**
 * A `describe` for each engine of the run, titled "name (sqlite)" and "name (postgres)". `open` gives an empty, migrated
 * database and is called as often as needed; nobody has to close: what a test or beforeEach opened is closed after that
 * test, what beforeAll opened after the block. Not for test.concurrent.
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
