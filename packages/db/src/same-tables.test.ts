import { readFileSync } from 'node:fs';
import { generateDrizzleJson, generateSQLiteDrizzleJson } from 'drizzle-kit/api';
import { expect, test } from 'vitest';
import { postgresTables, sqliteTables } from './tables.ts';
import { describeSchema, describeTables, rowsOf } from './testing/described-tables.ts';
import { describeOnEngines } from './testing/engines.ts';

type Declared = Record<
  string,
  {
    name: string;
    columns: Record<string, { name: string; type: string; notNull: boolean; primaryKey: boolean; default?: unknown }>;
    compositePrimaryKeys: object;
    foreignKeys: object;
    indexes: Record<
      string,
      { name: string; isUnique: boolean; where?: string; columns: (string | { expression: string })[] }
    >;
  }
>;

/** What drizzle-kit reads of an engine's tables, without what only one engine has. */
const declared = (tables: Declared, typeOf = (type: string): string | undefined => type) =>
  Object.values(tables).map(({ name, columns, compositePrimaryKeys, foreignKeys, indexes }) => ({
    name,
    columns: Object.values(columns).map(({ name, type, notNull, primaryKey, default: preset }) => ({
      name,
      type: typeOf(type),
      notNull,
      primaryKey,
      preset,
    })),
    compositePrimaryKeys,
    foreignKeys,
    indexes: Object.values(indexes).map(({ name, isUnique, where, columns }) => ({
      name,
      isUnique,
      where,
      columns: columns.map((column) => (typeof column === 'string' ? column : column.expression)),
    })),
  }));

/** SQLite's types of the kit's columns, by PostgreSQL's. */
const sqliteTypes: Record<string, string> = {
  text: 'text',
  bigint: 'integer',
  boolean: 'integer',
  'timestamp (3) with time zone': 'integer',
  json: 'text',
};

test('both engines declare the same tables, columns, keys and indexes', async () => {
  const sqlite = await generateSQLiteDrizzleJson(sqliteTables);
  const postgres = generateDrizzleJson(postgresTables);
  expect(declared(postgres.tables, (type) => sqliteTypes[type])).toEqual(declared(sqlite.tables));
});

const migrationsOf = (engine: 'sqlite' | 'postgres') => {
  const text = readFileSync(new URL(`../migrations/${engine}/meta/_journal.json`, import.meta.url), 'utf8');
  return (JSON.parse(text) as { entries: { tag: string }[] }).entries.map(({ tag }) => tag);
};

test('both engines have the same migrations', () => {
  expect(migrationsOf('postgres')).toEqual(migrationsOf('sqlite'));
});

describeOnEngines('migrations', (open, engine) => {
  test('create exactly the tables of the schema (after a change, generate a migration)', async () => {
    const db = await open();
    expect(await describeTables(db)).toEqual(await describeSchema(db, db.tables));
  });

  test('change nothing the second time', async () => {
    const db = await open();
    const before = await describeTables(db);
    await db.migrate();
    expect(await describeTables(db)).toEqual(before);
  });

  test('of a newer version are refused, with what to do', async () => {
    const db = await open();
    const applied = engine === 'sqlite' ? '__drizzle_migrations' : 'drizzle.__drizzle_migrations';
    await rowsOf(db, `insert into ${applied} (hash, created_at) values ('of 2286', 9999999999999) returning hash`);
    await expect(db.migrate()).rejects.toThrow(
      'A newer version of Noek has already used this database. Start that version again, or restore a backup that this one made.',
    );
    // Another test gets the same database.
    await rowsOf(db, `delete from ${applied} where created_at = 9999999999999 returning hash`);
  });
});
