import { randomBytes } from 'node:crypto';
import { getTableName } from 'drizzle-orm';
import pg from 'pg';
import type { Database } from './database.ts';
import { openPostgres } from './postgres.ts';
import { postgresTables } from './tables.ts';

// Apart from testing.ts so that the test run's global set-up, where vitest's own functions do not work, can import it.

/** A few for a test's parallel statements; a run has many databases open at once. */
const poolSize = 8;
const templateName = /^noek_template_([0-9a-f]+)$/;

/** Makes an empty, migrated database on the server of `serverUrl`, to be copied by the tests. `drop` takes the copies too. */
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

/**
 * Opens an empty copy of the template that `templateUrl` names. Nobody else has it until it is closed or the process is
 * gone; then it is emptied and used again, which takes a tenth of the time of a new one. `url` opens it a second time.
 */
export async function openTemplateCopy(templateUrl: string): Promise<Database & { url: string }> {
  const run = templateName.exec(new URL(templateUrl).pathname.slice(1))?.[1];
  if (!run) throw new Error('This is not the URL of a template database.');
  const admin = new pg.Client({ connectionString: urlOf(templateUrl, 'postgres') });
  admin.on('error', () => {});
  await admin.connect();
  try {
    const name = (await claimCopy(admin, templateUrl, run)) ?? (await makeCopy(admin, run));
    const url = urlOf(templateUrl, name);
    const db = await openPostgres(url, { poolSize });
    let closed: Promise<void> | undefined;
    const close = () => db.close().finally(() => admin.end());
    return {
      ...db,
      url,
      close() {
        closed ??= close();
        return closed;
      },
    };
  } catch (error) {
    await admin.end();
    throw error;
  }
}

/** A copy that is there and that nobody holds, emptied; null when all are in use. */
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

// What a table references is declared before it, so the last go first.
const emptyAllTables = Object.values(postgresTables)
  .map((table) => `delete from "${getTableName(table)}"`)
  .reverse()
  .join('; ');

async function copiesOf(admin: pg.Client, run: string): Promise<string[]> {
  const query = 'select datname from pg_database where starts_with(datname, $1)';
  const { rows } = await admin.query<{ datname: string }>(query, [`noek_test_${run}_`]);
  return rows.map(({ datname }) => datname);
}

/** Held by the connection, and so for as long as the test uses the database, however the test ends. */
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

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
