import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MigrationFailedError, NewerDatabaseError } from '../migrations.ts';
import { first, madeUpMigrations } from '../testing/made-up-migrations.ts';
import { migrateSqlite } from './migrate-sqlite.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'noek-migrate-'));
  file = join(folder, 'noek.db');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function open(): BetterSqlite3.Database {
  const client = new BetterSqlite3(file, { timeout: 0 });
  client.pragma('journal_mode = WAL');
  client.pragma('foreign_keys = ON');
  return client;
}

/** Everything in the database: its tables, and their rows. */
function everythingIn(client: BetterSqlite3.Database): unknown[] {
  const all = (query: string) => client.prepare(query).all();
  const tables = all("select name, sql from sqlite_schema where type = 'table' order by name") as { name: string }[];
  return [tables, ...tables.map(({ name }) => all(`select * from "${name}"`))];
}

const refusalOf = (migrate: () => void): Error => {
  try {
    migrate();
  } catch (error) {
    return error as Error;
  }
  throw new Error('It was migrated.');
};

test('a migration that fails halfway, after another one, leaves everything as it was', () => {
  const migrations = madeUpMigrations(first);
  const client = open();
  migrateSqlite(client, migrations.folder);
  const before = everythingIn(client);
  migrations.write({
    ...first,
    '0001_more': ['create table more (id integer)', "update people set name = 'Bea'"],
    '0002_broken': ['alter table people add city text', 'delete from notes', 'insert into nowhere values (1)'],
  });
  const refusal = refusalOf(() => migrateSqlite(client, migrations.folder));
  expect(refusal).toBeInstanceOf(MigrationFailedError);
  expect(refusal.message).toBe(
    'The database could not be changed for this version (0002_broken). It is as it was before. Start the version that you used before, and report this reason: no such table: nowhere.',
  );
  expect(everythingIn(client)).toEqual(before);
  expect(client.pragma('foreign_keys', { simple: true })).toBe(1);
  client.close();
});

test('a table that is changed by copying and dropping it keeps the rows that refer to it', () => {
  const migrations = madeUpMigrations(first);
  const client = open();
  migrateSqlite(client, migrations.folder);
  const rebuild = [
    'create table new_people (id integer primary key, name text)',
    'insert into new_people select id, name from people',
    'drop table people',
    'alter table new_people rename to people',
  ];
  migrations.write({ ...first, '0001_rebuild': rebuild });
  migrateSqlite(client, migrations.folder);
  expect(client.prepare('select * from notes').all()).toEqual([{ id: 1, person: 1 }]);
  client.exec('delete from people');
  expect(client.prepare('select * from notes').all()).toEqual([]);
  client.close();
});

test('a migration that would leave rows that belong to nothing is refused', () => {
  const migrations = madeUpMigrations(first);
  const client = open();
  migrateSqlite(client, migrations.folder);
  migrations.write({ ...first, '0001_careless': ['delete from people'] });
  expect(refusalOf(() => migrateSqlite(client, migrations.folder)).message).toContain(
    'It would leave rows that belong to nothing.',
  );
  expect(client.prepare('select name from people').all()).toEqual([{ name: 'Ada' }]);
  // Those that were there before do not keep a database from being migrated.
  client.pragma('foreign_keys = OFF');
  client.exec('insert into notes values (2, 99)');
  migrations.write({ ...first, '0001_careful': ['create table more (id integer)'] });
  migrateSqlite(client, migrations.folder);
  client.close();
});

test('a full disk and another program that writes are said, and leave everything as it was', () => {
  const migrations = madeUpMigrations(first);
  const [client, other] = [open(), open()];
  migrateSqlite(client, migrations.folder);
  const before = everythingIn(client);
  migrations.write({ ...first, '0001_large': ['create table large as select zeroblob(1000000) as content'] });
  client.pragma(`max_page_count = ${client.pragma('page_count', { simple: true })}`);
  expect(refusalOf(() => migrateSqlite(client, migrations.folder)).message).toBe(
    'The database could not be changed for this version (0001_large). It is as it was before. The disk is full: free some space, and start again.',
  );
  expect(everythingIn(client)).toEqual(before);
  client.pragma('max_page_count = 1000000');
  other.exec('begin immediate');
  expect(refusalOf(() => migrateSqlite(client, migrations.folder)).message).toContain(
    'Another program is using it: stop all other Noek processes, and start again.',
  );
  other.exec('rollback');
  migrateSqlite(client, migrations.folder);
  for (const each of [client, other]) each.close();
});

test('what a newer version has migrated is refused before anything is changed; an earlier migration that was left out is applied', () => {
  const migrations = madeUpMigrations({ ...first, '0002_later': ['create table later (id integer)'] });
  const client = open();
  migrateSqlite(client, migrations.folder);
  const before = everythingIn(client);
  migrations.write({ ...first, '0001_between': ['create table between_them (id integer)'] });
  expect(refusalOf(() => migrateSqlite(client, migrations.folder))).toBeInstanceOf(NewerDatabaseError);
  expect(everythingIn(client)).toEqual(before);
  migrations.write({ ...first, '0001_between': ['create table between_them (id integer)'], '0002_later': ['fails'] });
  migrateSqlite(client, migrations.folder);
  expect(client.prepare('select * from between_them').all()).toEqual([]);
  client.close();
});

/** A process that migrates the file like the server, and stops where a migration says `wait_here()`. */
const migrating = `
  const { writeSync } = await import('node:fs');
  const { openSqlite } = await import('${new URL('open-sqlite.ts', import.meta.url).href}');
  const { migrateSqlite } = await import('${new URL('migrate-sqlite.ts', import.meta.url).href}');
  const { $client } = openSqlite(process.argv[1]).orm;
  $client.function('wait_here', () => {
    writeSync(1, 'in the middle');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    return 1;
  });
  $client.pragma('busy_timeout = 60000');
  migrateSqlite($client, process.argv[2]);
  writeSync(1, 'migrated');
  process.exit(0);
`;
const startMigrating = (migrations: string) =>
  spawn(process.execPath, ['--input-type=module', '-e', migrating, file, migrations], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });

test('a process that is killed in the middle of a migration leaves everything as it was, and the next one migrates', async () => {
  const migrations = madeUpMigrations(first);
  const client = open();
  migrateSqlite(client, migrations.folder);
  const before = everythingIn(client);
  client.close();
  const change = [
    'alter table people add city text',
    // More than the cache, so that a part of it is already in the log.
    'create table large as with recursive n(i) as (select 1 union all select i + 1 from n where i < 30) select zeroblob(1000000) from n',
    'select wait_here()',
  ];
  migrations.write({ ...first, '0001_change': change });
  const child = startMigrating(migrations.folder);
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  expect(said.toString()).toBe('in the middle');
  child.kill('SIGKILL');
  await once(child, 'exit');

  const again = open();
  expect(everythingIn(again)).toEqual(before);
  again.function('wait_here', () => 1);
  migrateSqlite(again, migrations.folder);
  expect(again.prepare('select city from people').all()).toEqual([{ city: null }]);
  expect(again.prepare('select count(*) from large').pluck().get()).toBe(30);
  again.close();
});

test('processes that start at once migrate once', async () => {
  const migrations = madeUpMigrations(first);
  const ends = await Promise.all(
    [1, 2, 3].map(async () => {
      const [code] = await once(startMigrating(migrations.folder), 'exit');
      return code;
    }),
  );
  expect(ends).toEqual([0, 0, 0]);
  const client = open();
  expect(client.prepare('select count(*) from notes').pluck().get()).toBe(1);
  client.close();
});
