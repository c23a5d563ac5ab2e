import type { NotNull } from 'drizzle-orm';
import * as pg from 'drizzle-orm/pg-core';
import * as sqlite from 'drizzle-orm/sqlite-core';

/**
 * The column kit: tables are defined once with it and built for both engines.
 *
 * | kit         | SQLite                       | PostgreSQL                 | in TypeScript |
 * |-------------|------------------------------|----------------------------|---------------|
 * | text        | text                         | text                       | string        |
 * | integer     | integer                      | bigint                     | number        |
 * | boolean     | integer 0/1                  | boolean                    | boolean       |
 * | timestamp   | integer, milliseconds (UTC)  | timestamptz(3)             | Date          |
 * | json        | text                         | json                       | unknown       |
 */
export const sqliteKit = {
  table: sqlite.sqliteTable,
  text: sqlite.text,
  integer: (name: string) => sqlite.integer(name),
  boolean: (name: string) => sqlite.integer(name, { mode: 'boolean' }),
  timestamp: (name: string) => sqlite.integer(name, { mode: 'timestamp_ms' }),
  json: (name: string) => sqlite.text(name, { mode: 'json' }),
  index: sqlite.index,
  uniqueIndex: sqlite.uniqueIndex,
  primaryKey: sqlite.primaryKey,
};

export type Kit = typeof sqliteKit;

/** PostgreSQL's text cannot contain U+0000, unlike SQLite's. It is not needed, so it is replaced with U+FFFD. */
export const withoutNul = <Value>(value: Value): Value =>
  typeof value === 'string' && value.includes('\0') ? (value.replaceAll('\0', '\ufffd') as Value) : value;

const text = pg.customType<{ data: string; driverData: string }>({ dataType: () => 'text', toDriver: withoutNul });

/** Builds the same tables for PostgreSQL. Both engines have the same TypeScript types, so queries are written once. */
export const postgresKit = {
  table: pg.pgTable,
  text: (name: string) => text(name),
  integer: (name: string) => pg.bigint(name, { mode: 'number' }),
  boolean: (name: string) => pg.boolean(name),
  timestamp: (name: string) => pg.timestamp(name, { withTimezone: true, precision: 3, mode: 'date' }),
  // jsonb rejects half of a surrogate pair, and a streamed piece of text may end with one.
  json: (name: string) => pg.json(name),
  index: pg.index,
  uniqueIndex: pg.uniqueIndex,
  primaryKey: pg.primaryKey,
} as unknown as Kit;

/** A column that says what a row belongs to: the row is deleted together with it. */
export const belongsTo = <Column extends sqlite.SQLiteColumnBuilder>(
  column: Column,
  to: () => sqlite.AnySQLiteColumn,
): NotNull<Column> => column.notNull().references(to, { onDelete: 'cascade' }) as NotNull<Column>;
