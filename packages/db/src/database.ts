import type { BaseSQLiteDatabase } from 'drizzle-orm/sqlite-core';
import type { Tables } from './tables.ts';

/**
 * The query builder as verbs see it, on either engine. Await a query (or `.returning()`) and read the rows;
 * `.get()`, `.all()` and `.run()` exist on SQLite only and are not used.
 */
export type Orm = Pick<
  BaseSQLiteDatabase<'async', unknown, Record<string, never>>,
  'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | '$with' | 'with'
>;

/** One statement of an atomic step: any query of the builder. */
export type Statement = PromiseLike<unknown>;
type Rows<S extends readonly Statement[]> = { -readonly [I in keyof S]: Awaited<S[I]> };

export type Database = {
  readonly engine: 'sqlite' | 'postgres';
  readonly orm: Orm;
  readonly tables: Tables;
  /**
   * Runs the statements in order in one transaction and returns their rows. `verify` sees the rows before the commit;
   * what it throws rolls everything back and reaches the caller. The only way to write more than one statement.
   */
  atomic<const S extends readonly Statement[]>(
    build: (orm: Orm) => S,
    verify?: (rows: Rows<S>) => void,
  ): Promise<Rows<S>>;
  /** Brings the schema up to date; safe to call from several processes. */
  migrate(): Promise<void>;
  /** Resolves when a trivial query answers, rejects else. */
  ping(): Promise<void>;
  /** Tells every process that shares the database (this one included) that something about `topic` changed. At most 7,000 bytes. */
  notify(topic: string): void;
  /** Calls back on every notify of any process. Returns how to stop. */
  listen(onTopic: (topic: string) => void): () => void;
  close(): Promise<void>;
};

/** True when an insert or update met a unique index, on either engine. */
export function isUniqueViolation(error: unknown): boolean {
  return hasCode(error, /^(23505|SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY))$/);
}

/** True when a row was to point to one that is not there (any more), on either engine. */
export function isForeignKeyViolation(error: unknown): boolean {
  return hasCode(error, /^(23503|SQLITE_CONSTRAINT_FOREIGNKEY)$/);
}

/** True when a statement broke a rule of the schema (unique, foreign key, not null …), on either engine. */
export function isConstraintViolation(error: unknown): boolean {
  return hasCode(error, /^(23\d{3}|SQLITE_CONSTRAINT.*)$/);
}

/** Drivers' errors arrive as they are or as the cause of Drizzle's. */
function hasCode(error: unknown, code: RegExp): boolean {
  for (let e = error, depth = 0; e instanceof Error && depth < 4; e = e.cause, depth++)
    if (code.test(String((e as { code?: unknown }).code))) return true;
  return false;
}
