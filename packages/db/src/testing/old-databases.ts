import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type pg from 'pg';
import { inject } from 'vitest';
import type { Database } from '../database.ts';
import { journalOf, migrationsFolder } from '../migrations.ts';
import { openPostgres } from '../postgres/open-postgres.ts';
import { openSqlite, sqliteImage } from '../sqlite/open-sqlite.ts';
import { rowsFile, rowsOf } from './described-tables.ts';
import { closedAfterItsUsers, templateUrl } from './engines.ts';
import { withClient } from './postgres.ts';

type Engine = Database['engine'];
type Row = Record<string, unknown>;
/** A row of each table of a database, as texts, by the name of the table. */
export type RowsByTable = Map<string, Record<string, string | null>[]>;

/** The names of the migrations, in order. Each is a version of the tables. */
export const versions: readonly string[] = journalOf(migrationsFolder('sqlite')).map(({ tag }) => tag);

/** The versions whose databases are migrated: all, or on PostgreSQL, where a copy takes a second, some unless the run is thorough. */
export const triedVersions = (engine: Engine): string[] =>
  versions.filter((_, i) => engine === 'sqlite' || inject('isThorough') || i % 9 === 0 || i === versions.length - 1);

/**
 * The statements that make a database of a version from one of the version before: the migration, its entry in the log, and the rows.
 */
function stepsTo(engine: Engine, tag: string): string[] {
  const folder = migrationsFolder(engine);
  const { when } = journalOf(folder).find((entry) => entry.tag === tag) as { when: number };
  const log = engine === 'sqlite' ? '__drizzle_migrations' : 'drizzle.__drizzle_migrations';
  const rows = existsSync(rowsFile(tag)) ? readFileSync(rowsFile(tag), 'utf8') : '';
  return [
    ...readFileSync(`${folder}/${tag}.sql`, 'utf8').split('--> statement-breakpoint'),
    `insert into ${log} (hash, created_at) values ('of ${tag}', ${when})`,
    engine === 'sqlite' ? rows.replace(/'(\d{4}-\d\d-\d\dT[\d:.]+Z)'/g, (_, time) => String(Date.parse(time))) : rows,
  ];
}

const createLog = {
  sqlite: 'create table __drizzle_migrations (id serial primary key, hash text not null, created_at numeric)',
  postgres: `create schema drizzle;
    create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`,
};

export type OldDatabases = {
  /** Goes from version to version up to this one. */
  upgrade(to: string): Promise<void>;
  /** The rows of all tables but the search index, which triggers write. */
  rows(): Promise<RowsByTable>;
  /** Opens a copy of the database as it is now, with the code of today, without migrating it. The caller closes it. */
  openCopy(): Promise<Database>;
  close(): Promise<void>;
};

/** A database that goes from version to version as it was written then, from the first one. */
export const startOldDatabases = (engine: Engine): Promise<OldDatabases> =>
  engine === 'sqlite' ? startOldSqlite() : startOldPostgres();

async function startOldSqlite(): Promise<OldDatabases> {
  const db = openSqlite(':memory:');
  const { $client: client } = db.orm as unknown as { $client: { exec(statements: string): void } };
  client.exec(createLog.sqlite);
  const ahead = [...versions];
  return {
    async upgrade(to) {
      while (ahead.includes(to)) for (const step of stepsTo('sqlite', ahead.shift() as string)) client.exec(step);
    },
    rows: () => rowsByTable('sqlite', (query) => rowsOf(db, query)),
    openCopy: async () => closedAfterItsUsers(openSqlite(sqliteImage(db))),
    close: () => db.close(),
  };
}

async function startOldPostgres(): Promise<OldDatabases> {
  const server = new URL(templateUrl());
  const name = `noek_old_${randomBytes(6).toString('hex')}`;
  const urlOf = (database: string) => Object.assign(new URL(server), { pathname: `/${database}` }).href;
  const administer = (statement: string) => withClient(urlOf('postgres'), (admin) => admin.query(statement));
  const inDatabase = <T>(work: (client: pg.Client) => Promise<T>) => withClient(urlOf(name), work);
  let copies = 0;
  await administer(`create database ${name} encoding 'UTF8' template template0`);
  await inDatabase((client) => client.query(createLog.postgres));
  const drop = (database: string) => administer(`drop database ${database} with (force)`);
  const ahead = [...versions];
  return {
    async upgrade(to) {
      await inDatabase(async (client) => {
        while (ahead.includes(to))
          for (const step of stepsTo('postgres', ahead.shift() as string)) await client.query(step);
      });
    },
    rows: () => inDatabase((client) => rowsByTable('postgres', async (query) => (await client.query(query)).rows)),
    async openCopy() {
      const copy = `${name}_${copies++}`;
      await administer(`create database ${copy} template ${name}`);
      const db = await openPostgres(urlOf(copy), { poolSize: 4 });
      return closedAfterItsUsers({
        ...db,
        async close() {
          await db.close();
          await drop(copy);
        },
      });
    },
    async close() {
      await drop(name);
    },
  };
}

const listTables = {
  sqlite: "select name from sqlite_schema where type = 'table' and name not like '\\_\\_%' escape '\\'",
  postgres: "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
};

/** The rows of all tables but the search index. `all` runs a query. */
export async function rowsByTable(engine: Engine, all: (query: string) => Promise<Row[]>): Promise<RowsByTable> {
  const tables: RowsByTable = new Map();
  for (const { name } of await all(listTables[engine])) {
    if (/^(search|sqlite)_/.test(String(name))) continue;
    // As JSON, because the driver reads times in another form for Drizzle.
    const rows =
      engine === 'sqlite'
        ? await all(`select * from "${name}"`)
        : (await all(`select row_to_json(t)::text as json from "${name}" t`)).map(({ json }) =>
            JSON.parse(String(json)),
          );
    tables.set(String(name), rows.map(asTexts));
  }
  return tables;
}

const asTexts = (row: Row) =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      value === null ? null : typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
  );
