import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MigrationFailedError, NewerDatabaseError } from '../migrations.ts';
import { templateUrl, testEngines } from '../testing/engines.ts';
import { first, madeUpMigrations } from '../testing/made-up-migrations.ts';
import { administer } from '../testing/postgres.ts';
import { migratePostgres } from './migrate-postgres.ts';

describe.runIf(testEngines.includes('postgres'))('migrations on PostgreSQL', () => {
  let name: string;
  let url: string;
  const urlOf = (database: string) => Object.assign(new URL(templateUrl()), { pathname: `/${database}` }).href;
  beforeEach(async () => {
    name = `noek_migrate_${randomBytes(6).toString('hex')}`;
    url = urlOf(name);
    await administer(urlOf('postgres'), `create database ${name} template template0`);
  });
  afterEach(async () => {
    await administer(urlOf('postgres'), `drop database ${name} with (force)`);
  });

  const migrate = (folder: string, lockTimeout?: string) =>
    migratePostgres(new pg.Client({ connectionString: url }), folder, lockTimeout);
  const run = (query: string) => administer(url, query);
  /** The tables and their columns, and the rows of `first`. */
  const everything = async () => [
    await run(
      "select table_schema, table_name, column_name from information_schema.columns where table_schema in ('public', 'drizzle') order by 1, 2, 3",
    ),
    await run('select * from people'),
    await run('select * from notes'),
    await run('select * from drizzle.__drizzle_migrations'),
  ];
  const refusalOf = (migration: Promise<void>): Promise<Error> =>
    migration.then(
      () => {
        throw new Error('It was migrated.');
      },
      (error) => error as Error,
    );

  test('one that fails halfway, after another one, leaves everything as it was, also an empty database', async () => {
    const migrations = madeUpMigrations({
      '0000_broken': ['create table people (id integer)', 'insert into nowhere values (1)'],
    });
    expect(await refusalOf(migrate(migrations.folder))).toBeInstanceOf(MigrationFailedError);
    expect(await run("select nspname from pg_namespace where nspname = 'drizzle'")).toEqual([]);
    migrations.write(first);
    await migrate(migrations.folder);
    const before = await everything();
    migrations.write({
      ...first,
      '0001_more': ['create table more (id integer)', "update people set name = 'Bea'"],
      '0002_broken': ['alter table people add city text', 'delete from notes', 'insert into nowhere values (1)'],
    });
    const refusal = await refusalOf(migrate(migrations.folder));
    expect(refusal).toBeInstanceOf(MigrationFailedError);
    expect(refusal.message).toBe(
      'The database could not be changed for this version (0002_broken). It is as it was before. Start the version that you used before, and report this reason: relation "nowhere" does not exist.',
    );
    expect(await everything()).toEqual(before);
  });

  test('one that needs a table which another program holds gives up, and says so', async () => {
    const migrations = madeUpMigrations(first);
    await migrate(migrations.folder);
    migrations.write({ ...first, '0001_change': ['alter table people add city text'] });
    const holder = new pg.Client({ connectionString: url });
    await holder.connect();
    try {
      await holder.query('begin; select * from people');
      expect((await refusalOf(migrate(migrations.folder, '50ms'))).message).toBe(
        'The database could not be changed for this version (0001_change). It is as it was before. Another program is using it: stop all other Noek processes, and start again.',
      );
    } finally {
      await holder.end();
    }
    await migrate(migrations.folder);
  });

  test('what a newer version has migrated is refused; an earlier migration that was left out is applied', async () => {
    const migrations = madeUpMigrations({ ...first, '0002_later': ['create table later (id integer)'] });
    await migrate(migrations.folder);
    const before = await everything();
    migrations.write({ ...first, '0001_between': ['create table between_them (id integer)'] });
    expect(await refusalOf(migrate(migrations.folder))).toBeInstanceOf(NewerDatabaseError);
    expect(await everything()).toEqual(before);
    migrations.write({ ...first, '0001_between': ['create table between_them (id integer)'], '0002_later': ['fails'] });
    await migrate(migrations.folder);
    expect(await run('select * from between_them')).toEqual([]);
  });

  test('those of processes that start at once are applied once', async () => {
    const migrations = madeUpMigrations(first);
    await Promise.all([1, 2, 3].map(() => migrate(migrations.folder)));
    expect(await run('select count(*)::int from notes')).toEqual([{ count: 1 }]);
  });

  const migrating = `
    const { default: pg } = await import('${import.meta.resolve('pg')}');
    const { migratePostgres } = await import('${new URL('migrate-postgres.ts', import.meta.url).href}');
    await migratePostgres(new pg.Client({ connectionString: process.argv[1] }), process.argv[2]);
  `;

  test('a process that is killed in the middle of one leaves everything as it was, and the next one migrates', async () => {
    const migrations = madeUpMigrations(first);
    await migrate(migrations.folder);
    const before = await everything();
    const change = 'alter table people add city text';
    migrations.write({ ...first, '0001_change': [change, 'select pg_sleep(300)'] });
    const child = spawn(process.execPath, ['--input-type=module', '-e', migrating, url, migrations.folder], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const exit = once(child, 'exit');
    const sleeping =
      "select 1 as sleeps from pg_stat_activity where query like '%pg_sleep(300)' and datname = current_database()";
    await expect.poll(() => run(sleeping), { timeout: 60_000 }).toEqual([{ sleeps: 1 }]);
    child.kill('SIGKILL');
    await exit;
    migrations.write(first);
    // It waits until PostgreSQL has noticed.
    await migrate(migrations.folder);
    expect(await everything()).toEqual(before);
    migrations.write({ ...first, '0001_change': [change] });
    await migrate(migrations.folder);
    expect(await run('select city from people')).toEqual([{ city: null }]);
  });
});
