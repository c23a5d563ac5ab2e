import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeSchema, describeTables, rowsFile, rowsOf } from './testing/described-tables.ts';
import { testEngines } from './testing/engines.ts';
import {
  type OldDatabases,
  type RowsByTable,
  rowsByTable,
  startOldDatabases,
  triedVersions,
  versions,
} from './testing/old-databases.ts';

const howToWrite =
  'Write it: what a database has after this migration, as SQL for both engines. INSERT rows into the new tables, and UPDATE or INSERT some with the new columns. If the migration adds none, write a comment that says so.';

/** The tables and columns that `after` has a value in. */
const filled = (tables: RowsByTable) =>
  new Set(
    [...tables].flatMap(([table, rows]) =>
      rows.flatMap((row) =>
        Object.keys(row)
          .filter((column) => row[column] !== null)
          .map((column) => `${table}.${column}`),
      ),
    ),
  );

test.each(versions)('%s has rows', (tag) => {
  expect(existsSync(rowsFile(tag)), `${rowsFile(tag)} is missing. ${howToWrite}`).toBe(true);
});

describe.each(testEngines)('a database of each version (%s)', (engine) => {
  let old: OldDatabases;
  let declared: string[] | undefined;
  beforeAll(async () => {
    old = await startOldDatabases(engine);
  });
  afterAll(() => old.close());

  test.each(triedVersions(engine))('%s is migrated to today, with all its rows', async (tag) => {
    await old.upgrade(tag);
    const before = await old.rows();
    const db = await old.openCopy();
    try {
      await db.migrate();
      declared ??= await describeSchema(db, db.tables);
      expect(await describeTables(db)).toEqual(declared);
      const after = await rowsByTable(engine, (query) => rowsOf(db, query));
      for (const [table, rows] of before) {
        // Tables and columns that were dropped since are not compared.
        const kept = after.get(table);
        const today = Object.keys(kept?.[0] ?? {});
        const same = rows.map((row) =>
          expect.objectContaining(
            Object.fromEntries(today.flatMap((column) => (column in row ? [[column, row[column]]] : []))),
          ),
        );
        if (kept) expect(kept, table).toEqual(expect.arrayContaining(same));
      }
      // What today's code reads: no time, number or text of JSON is one that it cannot read.
      for (const table of Object.values(db.tables)) await db.orm.select().from(table);
    } finally {
      await db.close();
    }
  });

  test('has values in each table and column of today', async () => {
    const db = await old.openCopy();
    const all = await describeTables(db).finally(() => db.close());
    const columns = all.flatMap((line) => /^column (\S+)/.exec(line)?.[1] ?? []);
    const values = filled(await old.rows());
    expect(
      columns.filter((column) => !values.has(column)),
      `No version's rows have a value in these columns. ${howToWrite}`,
    ).toEqual([]);
  });
});
