import type { BaseSQLiteDatabase } from 'drizzle-orm/sqlite-core';
import type { Tables } from './tables.ts';

/**
 * The query builder that verbs use, for both engines. Await a query (or `.returning()`) to get the rows. `.get()`, `.all()` and
 * `.run()` exist only on SQLite and are not used.
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
   * Runs the statements in order in one transaction and returns their rows. `verify` sees the rows before the commit. If it throws,
   * everything is rolled back and the error reaches the caller. This is the only way to write more than one statement. `build` and `verify`
   * may be called again if the step has to be repeated, so they have no effects.
   *
   * Resolves when the commit is on disk. `onCommit` is called earlier, when the commit is made, for work that may begin then but must not
   * be acknowledged yet.
   */
  atomic<const S extends readonly Statement[]>(
    build: (orm: Orm) => S,
    verify?: (rows: Rows<S>) => void,
    onCommit?: () => void,
  ): Promise<Rows<S>>;
  /** Applies new migrations. Several processes may call it at once. Rejects with NewerDatabaseError if a newer version has migrated it. */
  migrate(): Promise<void>;
  /** Resolves if the database answers and takes changes, otherwise rejects. */
  ping(): Promise<void>;
  /**
   * Call it after a deletion. On SQLite, soon afterwards no file of the database contains what was deleted: neither its log, nor free
   * pages, nor the search index. On PostgreSQL, old versions of rows stay until they are vacuumed.
   */
  eraseDeleted(): void;
  /** The connections of this process to PostgreSQL, and the requests that wait for one; null on SQLite. */
  connections(): { total: number; idle: number; waiting: number } | null;
  /** Notifies every process on this database, including this one, that `topic` changed. `topic` has at most 7,000 bytes. */
  notify(topic: string): void;
  /**
   * Calls back for every notification from any process. `onMissed` is called when notifications may have been lost, because the
   * connection that receives them broke and works again: what they would have said must be read again. Returns a function that stops this.
   */
  listen(onTopic: (topic: string) => void, onMissed: () => void): () => void;
  close(): Promise<void>;
};

/** Whether an insert or update violated a unique index, on either engine. */
export function isUniqueViolation(error: unknown): boolean {
  return hasCode(error, /^(23505|SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY))$/);
}

/** Whether a row would have referenced one that does not exist, on either engine. */
export function isForeignKeyViolation(error: unknown): boolean {
  return hasCode(error, /^(23503|SQLITE_CONSTRAINT_FOREIGNKEY)$/);
}

/** Whether a statement violated a constraint (unique, foreign key, not null …), on either engine. */
export function isConstraintViolation(error: unknown): boolean {
  return hasCode(error, /^(23\d{3}|SQLITE_CONSTRAINT.*)$/);
}

/** Errors of drivers may be wrapped as the cause of Drizzle's errors. */
function hasCode(error: unknown, code: RegExp): boolean {
  for (let e = error, depth = 0; e instanceof Error && depth < 4; e = e.cause, depth++)
    if (code.test(String((e as { code?: unknown }).code))) return true;
  return false;
}
