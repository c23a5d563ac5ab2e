import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { type PgTable, getTableConfig as postgresConfig } from 'drizzle-orm/pg-core';
import { type SQLiteTable, getTableConfig as sqliteConfig } from 'drizzle-orm/sqlite-core';
import { expect, test } from 'vitest';
import type { Database } from './database.ts';
import { postgresTables, sqliteTables } from './tables.ts';
import { describeOnEngines } from './testing/engines.ts';

// A common description of tables, to compare both engines' schemas and the migrated databases.
type TableShape = {
  columns: Record<string, { type: string; nullable: boolean; hasDefault: boolean }>;
  primaryKey: string[];
  indexes: Record<string, { unique: boolean; columns: string[] }>;
  foreignKeys: Record<string, { references: string; onDelete: string }>;
};
type Engine = Database['engine'];

const tables = { sqlite: sqliteTables, postgres: postgresTables } as const;
/** Each engine's names of the kit's column kinds. */
const kinds: Record<Engine, Record<string, string>> = {
  sqlite: { text: 'text', integer: 'integer' },
  postgres: {
    text: 'text',
    bigint: 'integer',
    boolean: 'boolean',
    'timestamp(3) with time zone': 'timestamp',
    json: 'json',
  },
};
const kindOf = (engine: Engine, type: string) => kinds[engine][type.replace(' (', '(')] ?? `unknown: ${type}`;

function shapesInCode(engine: Engine): Record<string, TableShape> {
  return Object.fromEntries(
    Object.values(tables[engine]).map((table) => {
      const config =
        engine === 'sqlite'
          ? sqliteConfig(table as unknown as SQLiteTable)
          : (postgresConfig(table as unknown as PgTable) as unknown as ReturnType<typeof sqliteConfig>);
      const ownKey = config.columns.filter((column) => column.primary).map((column) => column.name);
      const shape: TableShape = {
        columns: Object.fromEntries(
          config.columns.map((column) => [
            column.name,
            {
              type: kindOf(engine, column.getSQLType()),
              nullable: !column.notNull,
              hasDefault: column.default !== undefined,
            },
          ]),
        ),
        primaryKey: config.primaryKeys[0]?.columns.map((column) => column.name) ?? ownKey,
        indexes: Object.fromEntries(
          config.indexes.map(({ config: index }) => [
            index.name,
            { unique: index.unique, columns: index.columns.map((column) => (column as { name: string }).name) },
          ]),
        ),
        foreignKeys: Object.fromEntries(
          config.foreignKeys.map((key) => {
            const { columns, foreignColumns } = key.reference();
            const target = foreignColumns[0] as unknown as { name: string; table: SQLiteTable };
            const tableName = (target.table as unknown as Record<symbol, string>)[Symbol.for('drizzle:Name')];
            return [
              columns.map((column) => column.name).join(),
              { references: `${tableName}.${target.name}`, onDelete: key.onDelete ?? 'no action' },
            ];
          }),
        ),
      };
      return [config.name, shape];
    }),
  );
}

async function rowsOf(db: Database, query: string): Promise<Record<string, unknown>[]> {
  const client = db.orm as unknown as {
    all(query: unknown): Promise<Record<string, unknown>[]>;
    execute(query: unknown): Promise<{ rows: Record<string, unknown>[] }>;
  };
  return db.engine === 'sqlite' ? client.all(sql.raw(query)) : (await client.execute(sql.raw(query))).rows;
}

/** The search index belongs to the engine. Triggers write it, and it is not part of the schema. */
const isSearchIndex = ({ name }: { name: string }) => name.startsWith('search_');

/** The same description of an actual database. SQLite's pragmas are read as table functions. */
async function shapesInDatabase(db: Database): Promise<Record<string, TableShape>> {
  const names = (await rowsOf(db, db.engine === 'sqlite' ? sqliteQueries.tables : postgresQueries.tables)) as {
    name: string;
  }[];
  const shapes: Record<string, TableShape> = {};
  const queries = db.engine === 'sqlite' ? sqliteQueries : postgresQueries;
  for (const { name } of names.filter((table) => !isSearchIndex(table))) {
    const shape: TableShape = { columns: {}, primaryKey: [], indexes: {}, foreignKeys: {} };
    for (const row of (await rowsOf(db, queries.columns(name))) as ColumnRow[]) {
      shape.columns[row.name] = {
        type: kindOf(db.engine, row.type),
        nullable: !row.required,
        hasDefault: row.preset !== null,
      };
    }
    for (const row of (await rowsOf(db, queries.primaryKey(name))) as { name: string }[])
      shape.primaryKey.push(row.name);
    for (const row of (await rowsOf(db, queries.indexes(name))) as IndexRow[]) {
      shape.indexes[row.index] ??= { unique: Boolean(row.is_unique), columns: [] };
      shape.indexes[row.index]?.columns.push(row.column);
    }
    for (const row of (await rowsOf(db, queries.foreignKeys(name))) as ForeignKeyRow[])
      shape.foreignKeys[row.column] = {
        references: `${row.target_table}.${row.target_column}`,
        onDelete: row.on_delete.toLowerCase(),
      };
    shapes[name] = shape;
  }
  return shapes;
}

type ColumnRow = { name: string; type: string; required: boolean | number; preset: string | null };
type IndexRow = { index: string; is_unique: boolean | number; column: string };
type ForeignKeyRow = { column: string; target_table: string; target_column: string; on_delete: string };

const sqliteQueries = {
  tables: `select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name not like '\\_\\_%' escape '\\'`,
  columns: (table: string) =>
    `select name, lower(type) as type, "notnull" as required, dflt_value as preset from pragma_table_info('${table}')`,
  primaryKey: (table: string) => `select name from pragma_table_info('${table}') where pk > 0 order by pk`,
  indexes: (table: string) =>
    `select l.name as "index", l."unique" as is_unique, i.name as "column" from pragma_index_list('${table}') l, pragma_index_info(l.name) i where l.origin = 'c' order by l.name, i.seqno`,
  foreignKeys: (table: string) =>
    `select "from" as "column", "table" as target_table, "to" as target_column, on_delete from pragma_foreign_key_list('${table}')`,
};

const inSchema = "n.nspname = 'public'";
const postgresQueries = {
  tables: `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r' and ${inSchema}`,
  columns: (table: string) =>
    `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required, pg_get_expr(d.adbin, d.adrelid) as preset
     from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
     where a.attrelid = 'public.${table}'::regclass and a.attnum > 0 and not a.attisdropped order by a.attnum`,
  primaryKey: (table: string) =>
    `select a.attname as name from pg_index i, unnest(i.indkey) with ordinality k(attnum, at) join pg_attribute a on a.attrelid = 'public.${table}'::regclass and a.attnum = k.attnum
     where i.indrelid = 'public.${table}'::regclass and i.indisprimary order by k.at`,
  indexes: (table: string) =>
    `select c.relname as "index", i.indisunique as is_unique, a.attname as "column" from pg_index i join pg_class c on c.oid = i.indexrelid, unnest(i.indkey) with ordinality k(attnum, at)
     join pg_attribute a on a.attrelid = 'public.${table}'::regclass and a.attnum = k.attnum
     where i.indrelid = 'public.${table}'::regclass and not i.indisprimary order by c.relname, k.at`,
  foreignKeys: (table: string) =>
    `select a.attname as "column", f.confrelid::regclass::text as target_table, b.attname as target_column, case f.confdeltype when 'c' then 'cascade' when 'n' then 'set null' when 'r' then 'restrict' else 'no action' end as on_delete
     from pg_constraint f join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1] join pg_attribute b on b.attrelid = f.confrelid and b.attnum = f.confkey[1]
     where f.contype = 'f' and f.conrelid = 'public.${table}'::regclass`,
};

/** SQLite has fewer types, so some kinds are indistinguishable there. */
const asSqlite: Record<string, string> = { boolean: 'integer', timestamp: 'integer', json: 'text' };

test('both engines build the same tables, columns, keys and indexes', () => {
  const postgres = shapesInCode('postgres');
  for (const shape of Object.values(postgres))
    for (const column of Object.values(shape.columns)) column.type = asSqlite[column.type] ?? column.type;
  expect(postgres).toEqual(shapesInCode('sqlite'));
});

const journal = (engine: Engine) => {
  const text = readFileSync(new URL(`../migrations/${engine}/meta/_journal.json`, import.meta.url), 'utf8');
  return (JSON.parse(text) as { entries: { tag: string }[] }).entries.map(({ tag }) => tag);
};

test('both engines have the same migrations', () => {
  expect(journal('postgres')).toEqual(journal('sqlite'));
});

describeOnEngines('migrations', (open, engine) => {
  test('create exactly the tables of the schema (after a change, generate a migration)', async () => {
    expect(await shapesInDatabase(await open())).toEqual(shapesInCode(engine));
  });

  test('change nothing the second time', async () => {
    const db = await open();
    const before = await shapesInDatabase(db);
    await db.migrate();
    expect(await shapesInDatabase(db)).toEqual(before);
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
