import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { getTableName } from 'drizzle-orm';
import pg from 'pg';
import type { Database } from '../database.ts';
import { listeningName } from '../postgres/keep-listening.ts';
import { openPostgres } from '../postgres/open-postgres.ts';
import { type Connections, openConnections } from '../postgres/pool.ts';
import { postgresTables } from '../tables.ts';

// Separate from engines.ts so that vitest's global setup, where vitest's own functions do not work, can import it.

/** A few connections for a test's parallel statements. A test run has many databases open at once. */
const poolSize = 8;
const connectionName = 'noek test';
const giveUpMs = 3_000;
const templateName = /^noek_template_([0-9a-f]+)$/;

/** Creates an empty, migrated database on the server at `serverUrl` for the tests to copy. `drop` also drops the copies. */
export async function makeTemplateDatabase(serverUrl: string): Promise<{ url: string; drop(): Promise<void> }> {
  const run = randomBytes(6).toString('hex');
  const name = `noek_template_${run}`;
  const url = urlOf(serverUrl, name);
  const drop = () =>
    withClient(urlOf(serverUrl, 'postgres'), async (admin) => {
      for (const database of [...(await copiesOf(admin, run)), name])
        await admin.query(`drop database if exists ${database} with (force)`);
    });
  await withClient(urlOf(serverUrl, 'postgres'), (admin) =>
    admin.query(`create database ${name} encoding 'UTF8' template template0`),
  );
  try {
    const db = await openPostgres(url, { poolSize: 1 });
    await db.migrate().finally(() => db.close());
    return { url, drop };
  } catch (error) {
    await drop();
    throw error;
  }
}

/** A copy of the template that this process has reserved. */
type Copy = { name: string; admin: pg.Client; connections: Connections };

/** The copies whose tests are over, by the URL of their template. */
const idleCopies = new Map<string, Copy[]>();
const mostIdleCopies = 2;

/**
 * Opens an empty copy of the template database at `templateUrl`. Afterwards the copy is emptied and used for the next test, with the
 * same connections: a new copy takes fifty times as long, and a new connection ten times. `url` opens the same copy again.
 */
export async function openTemplateCopy(templateUrl: string): Promise<Database & { url: string }> {
  const idle = idleCopies.get(templateUrl) ?? [];
  idleCopies.set(templateUrl, idle);
  const copy = (await emptied(idle.pop())) ?? (await reserveCopy(templateUrl));
  const url = urlOf(templateUrl, copy.name);
  try {
    const lease = leaseOf(copy.connections);
    const db = await openPostgres(url, { connections: lease });
    let closed: Promise<void> | undefined;
    const close = async () => {
      await db.close();
      if (lease.isInUse() || idle.length >= mostIdleCopies) await giveUp(copy);
      else idle.push(copy);
    };
    return {
      ...db,
      url,
      close() {
        closed ??= close();
        return closed;
      },
    };
  } catch (error) {
    await giveUp(copy);
    throw error;
  }
}

/** The copy without its rows; null if there is none, or if its connections do not work any more. */
async function emptied(copy: Copy | undefined): Promise<Copy | null> {
  if (!copy) return null;
  try {
    await copy.admin.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name <> $2',
      [copy.name, connectionName],
    );
    await copy.connections.query(emptyAllTables);
    return copy;
  } catch {
    await giveUp(copy);
    return null;
  }
}

/** Reserves an existing copy that is not in use, or makes one. */
async function reserveCopy(templateUrl: string): Promise<Copy> {
  const run = templateName.exec(new URL(templateUrl).pathname.slice(1))?.[1];
  if (!run) throw new Error('This is not the URL of a template database.');
  const admin = new pg.Client({ connectionString: urlOf(templateUrl, 'postgres') });
  admin.on('error', () => {});
  await admin.connect();
  try {
    const name = (await claimCopy(admin, templateUrl, run)) ?? (await makeCopy(admin, run));
    const connections = openConnections(urlOf(templateUrl, name), { size: poolSize, application_name: connectionName });
    return { name, admin, connections };
  } catch (error) {
    await admin.end();
    throw error;
  }
}

async function giveUp({ admin, connections }: Copy): Promise<void> {
  await Promise.race([connections.end(), sleep(giveUpMs, undefined, { ref: false })]);
  await admin.end();
}

/** The connections of `pool` for one test. Its `end` leaves them open, but ends their use. */
function leaseOf(pool: Connections): Connections & { isInUse(): boolean } {
  let ended = false;
  let inUse = 0;
  const used = async <T>(use: () => Promise<T>): Promise<T> => {
    if (ended) throw new Error('The test is over, and so is its use of the database.');
    inUse++;
    return use().finally(() => inUse--);
  };
  const lease: Connections = Object.create(pool, { ending: { get: () => ended } });
  return Object.assign(lease, {
    query: (...given: [string, unknown[]]) => used(() => pool.query(...given)),
    async connect() {
      const client = await used(() => pool.connect());
      const { release } = client;
      inUse++;
      client.release = (error) => {
        inUse--;
        release(error);
      };
      return client;
    },
    async end() {
      ended = true;
      for (let waits = 0; inUse > 0 && waits < 100; waits++) await sleep(10);
    },
    isInUse: () => inUse > 0,
  });
}

/** Runs one statement over a connection of its own and resolves to its rows. */
export function administer(url: string, query: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  return withClient(url, async (client) => (await client.query(query, values)).rows);
}

/** Ends the connections of the database at `url` that listen. Resolves to how many there were. */
export function endListeners(url: string): Promise<number> {
  const query = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = '${listeningName}'`;
  return administer(url, query).then((rows) => rows.length);
}

/** An existing copy that is not in use, emptied; null if all are in use. */
async function claimCopy(admin: pg.Client, templateUrl: string, run: string): Promise<string | null> {
  for (const name of await copiesOf(admin, run)) {
    if (!(await lock(admin, name))) continue;
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    await withClient(urlOf(templateUrl, name), (client) => client.query(emptyAllTables));
    return name;
  }
  return null;
}

async function makeCopy(admin: pg.Client, run: string): Promise<string> {
  const name = `noek_test_${run}_${randomBytes(6).toString('hex')}`;
  await lock(admin, name);
  await admin.query(`create database ${name} template noek_template_${run}`);
  return name;
}

// Tables are declared after those they reference, so the last ones are emptied first. A trigger counts in the figures which
// accounts are deleted, so they are emptied again.
const emptyAllTables = [...Object.values(postgresTables).reverse(), postgresTables.figures]
  .map((table) => `delete from "${getTableName(table)}"`)
  .join('; ');

async function copiesOf(admin: pg.Client, run: string): Promise<string[]> {
  const query = 'select datname from pg_database where starts_with(datname, $1)';
  const { rows } = await admin.query<{ datname: string }>(query, [`noek_test_${run}_`]);
  return rows.map(({ datname }) => datname);
}

/** A lock held by the connection, so it lasts until the test stops using the database, however that happens. */
async function lock(admin: pg.Client, name: string): Promise<boolean> {
  const query = 'select pg_try_advisory_lock(hashtextextended($1, 0)) as locked';
  const { rows } = await admin.query<{ locked: boolean }>(query, [name]);
  return rows[0]?.locked === true;
}

function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}

/** Runs `work` with a connection of its own. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
