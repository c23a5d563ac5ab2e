import { fileURLToPath } from 'node:url';
import {
  generateDrizzleJson,
  generateMigration,
  generateSQLiteDrizzleJson,
  generateSQLiteMigration,
} from 'drizzle-kit/api';
import { sql, TransactionRollbackError } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Database } from '../database.ts';
import { openSqlite } from '../sqlite/open-sqlite.ts';

// Separate from the test of migrations, because generate-migration.ts compares tables too.

// drizzle-kit adds methods to all arrays and strings. Test files share their processes, so no loop over keys may meet these.
for (const prototype of [Array.prototype, String.prototype])
  for (const added of Object.keys(prototype)) Object.defineProperty(prototype, added, { enumerable: false });

/**
 * The statements that turn the tables `before` of an engine into `after`, both as tables.ts has them. drizzle-kit asks in the terminal
 * whether a table or a column was renamed.
 */
export async function migrationBetween(engine: Database['engine'], before: object, after: object): Promise<string[]> {
  const [from, to] = [{ ...before }, { ...after }];
  return engine === 'sqlite'
    ? generateSQLiteMigration(await generateSQLiteDrizzleJson(from), await generateSQLiteDrizzleJson(to))
    : generateMigration(generateDrizzleJson(from), generateDrizzleJson(to));
}

/** The file with what databases have since a migration: SQL for both engines. A time is a text such as '2026-11-21T13:00:00.000Z'. */
export const rowsFile = (tag: string): string =>
  fileURLToPath(new URL(`./rows-of-versions/${tag}.sql`, import.meta.url));

type Queryable = { engine: Database['engine']; orm: unknown };

/** Runs one statement that has rows. */
export async function rowsOf({ engine, orm }: Queryable, statement: string): Promise<Record<string, unknown>[]> {
  if (engine === 'sqlite') return (orm as BetterSQLite3Database).all(sql.raw(statement));
  return (await (orm as NodePgDatabase).execute(sql.raw(statement))).rows;
}

/** The tables of a database: one line per column, key and index. The search index is left out, because triggers write it. */
export async function describeTables(db: Queryable): Promise<string[]> {
  const rows = await rowsOf(db, descriptions[db.engine]);
  return rows.map(({ line }) => String(line)).sort();
}

/** The same lines for the tables that `tables` declares. They are made in another database, or in a transaction that is undone. */
export async function describeSchema(db: Queryable, tables: object): Promise<string[]> {
  const statements = await migrationBetween(db.engine, {}, tables);
  if (db.engine === 'sqlite') {
    const made = openSqlite(':memory:');
    try {
      for (const statement of statements) (made.orm as unknown as BetterSQLite3Database).run(sql.raw(statement));
      return await describeTables(made);
    } finally {
      await made.close();
    }
  }
  let lines: string[] = [];
  const making = (db.orm as NodePgDatabase).transaction(async (orm) => {
    const all = ['alter schema public rename to migrated', 'create schema public', ...statements];
    await orm.execute(sql.raw(all.join(';')));
    lines = await describeTables({ engine: 'postgres', orm });
    orm.rollback();
  });
  await making.catch((error: unknown) => {
    if (!(error instanceof TransactionRollbackError)) throw error;
  });
  return lines;
}

// Renaming rewrites SQLite's indexes with other quotes, and leaves PostgreSQL's primary keys with the names that they had.
const descriptions = {
  sqlite: `
    with t as (
      select name from sqlite_master
      where type = 'table' and substr(name, 1, 7) not in ('sqlite_', 'search_') and substr(name, 1, 2) <> '__'
    )
    select concat('column ', t.name, '.', c.name, ' ', lower(c.type), iif(c."notnull", ' not null', ''), ' default ' || c.dflt_value,
      iif(c.pk, ' key ' || c.pk, ''), iif(c.hidden, ' generated', '')) as line
    from t, pragma_table_xinfo(t.name) c
    union all
    select concat('foreign key ', t.name, '(', group_concat(f."from" order by seq), ') references ', f."table",
      '(', group_concat(f."to" order by seq), ') on update ', on_update, ' on delete ', on_delete)
    from t, pragma_foreign_key_list(t.name) f group by t.name, f.id
    union all
    select coalesce(replace(m.sql, '\`', '"'), concat('unique ', t.name, '(',
      (select group_concat(name order by seqno) from pragma_index_info(l.name)), ')'))
    from t, pragma_index_list(t.name) l left join sqlite_master m on m.name = l.name where l.origin <> 'pk'`,
  postgres: `
    with t as (
      select oid, relname from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace and not starts_with(relname, 'search_')
    )
    select concat('column ', relname, '.', attname, ' ', format_type(atttypid, atttypmod), case when attnotnull then ' not null' end,
      ' default ' || pg_get_expr(adbin, adrelid), case when concat(attidentity, attgenerated) <> '' then ' generated' end) as line
    from t join pg_attribute on attrelid = t.oid and attnum > 0 and not attisdropped
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
    union all
    select concat('constraint ', relname, case when contype <> 'p' then '.' || conname end, ' ', pg_get_constraintdef(c.oid))
    from t join pg_constraint c on conrelid = t.oid and contype in ('p', 'u', 'f', 'c', 'x')
    union all
    select pg_get_indexdef(indexrelid) from t join pg_index on indrelid = t.oid and not indisprimary`,
};
