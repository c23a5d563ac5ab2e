import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { Database } from './database.ts';
import { openPostgres } from './postgres.ts';

// Apart from testing.ts so that the test run's global set-up, where vitest's own functions do not work, can import it.

/** A few for a test's parallel statements; a run has many databases open at once. */
const poolSize = 8;

/** Makes an empty, migrated database on the server of `serverUrl`, to be copied by every test. */
export async function makeTemplateDatabase(serverUrl: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `noek_template_${randomBytes(6).toString('hex')}`;
  await administer(serverUrl, `create database ${name} encoding 'UTF8' template template0`);
  const url = databaseUrl(serverUrl, name);
  const drop = () => administer(serverUrl, `drop database if exists ${name} with (force)`);
  try {
    const db = await openPostgres(url, { poolSize: 1 });
    await db.migrate().finally(() => db.close());
    return { url, drop };
  } catch (error) {
    await drop();
    throw error;
  }
}

/** Copies the template that `templateUrl` names; closing the copy drops it. `url` opens a second connection to it. */
export async function openTemplateCopy(templateUrl: string): Promise<Database & { url: string }> {
  const template = new URL(templateUrl).pathname.slice(1);
  const name = `noek_test_${randomBytes(8).toString('hex')}`;
  await administer(templateUrl, `create database ${name} template ${template}`);
  const url = databaseUrl(templateUrl, name);
  const db = await openPostgres(url, { poolSize });
  let closed: Promise<void> | undefined;
  const close = async () => {
    await db.close();
    await administer(templateUrl, `drop database if exists ${name} with (force)`);
  };
  return { ...db, url, close: () => (closed ??= close()) };
}

function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function administer(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl(serverUrl, 'postgres') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
