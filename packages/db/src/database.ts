import type { BaseSQLiteDatabase } from 'drizzle-orm/sqlite-core';
import type { Tables } from './tables.ts';

type Builder = BaseSQLiteDatabase<'async', unknown, Record<string, never>>;
type Reading = 'select' | 'selectDistinct';

/**
 * The query builder for reading, for both engines. Await a query to get the rows. `.get()`, `.all()` and `.run()` exist only on SQLite
 * and are not used.
 */
export type ReadOrm = Pick<Builder, Reading | '$with'> & {
  with(...queries: Parameters<Builder['with']>): Pick<ReturnType<Builder['with']>, Reading>;
};

/** The query builder for the statements of `write` and `atomic`, which may also change rows. */
export type Orm = Pick<Builder, Reading | 'insert' | 'update' | 'delete' | '$with' | 'with'>;

/** A statement of `write` or `atomic`: any query of the builder. With `.returning()`, an insert, update or delete has rows. */
export type Statement = PromiseLike<unknown>;
/** What a statement of a step returned. */
export type StatementResult<Rows> = {
  /** Can be read once all statements of the step have run: in its checks and after `atomic`. Throws before. */
  readonly rows: Rows;
};

/**
 * One transaction that is being built. Features add their statements and checks to it without knowing those of others. All statements run,
 * in the order in which they were added. Then the checks run, in theirs, before the commit. The first one that throws rolls everything
 * back, and its error reaches the caller.
 */
export type Step = {
  /** Builds the statements of this step. */
  readonly orm: Orm;
  add<Rows>(statement: PromiseLike<Rows>): StatementResult<Rows>;
  /** Adds a statement that must return a row, and the check that throws `refusal` if it returns none. */
  must<Rows extends readonly unknown[]>(statement: PromiseLike<Rows>, refusal: () => Error): StatementResult<Rows>;
  /** `check` reads the results of statements, and throws to refuse the step. */
  check(check: () => void): void;
};

export type Database = {
  readonly engine: 'sqlite' | 'postgres';
  /** Only reads. What changes rows is written with `write` or `atomic`. */
  readonly orm: ReadOrm;
  readonly tables: Tables;
  /** Whether a connection is asked for a prepared statement by its name. A pooler may give the next transaction another connection. */
  readonly namesStatements: boolean;
  /**
   * Runs one statement and returns its rows. Resolves when it is on disk. Rejects with an error of which `databaseFailure` is "locked"
   * if another process holds SQLite's write lock for too long. `build` may be called again if the statement has to be repeated, so it
   * has no effects.
   */
  write<Rows>(build: (orm: Orm) => PromiseLike<Rows>): Promise<Rows>;
  /**
   * Like `write`, for several statements: `build` adds them to a step, which runs in one transaction. Resolves to what `build` returned,
   * such as the results of some statements. `build` and its checks may be called again, with a new step, so they have no effects.
   *
   * `onCommit` is called as soon as the commit is made, before it is on disk, for work that may begin then but must not be acknowledged
   * yet.
   */
  atomic<Result>(build: (step: Step) => Result, options?: { onCommit?: (() => void) | undefined }): Promise<Result>;
  /**
   * Applies new migrations, all or none of them. Several processes may call it at once. Rejects with NewerDatabaseError if a newer version
   * has migrated it, and with MigrationFailedError if a migration fails. In both cases, the database is as it was.
   */
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
  /**
   * Shows other processes that this one is alive, under an id of its own, until the database is closed, the process ends or its connection
   * breaks. A connection that broke is opened again, and shows it again.
   */
  holdPresence(id: string): Promise<void>;
  /**
   * Which of these processes are not connected any more. A process may be one of them for a second although it is alive, when only its
   * connection broke. None is for some seconds after this process has connected.
   */
  findGone(ids: readonly string[]): Promise<string[]>;
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

/** Whether an error of a driver has such a code. It may be wrapped as the cause of Drizzle's errors. */
export function hasCode(error: unknown, code: RegExp): boolean {
  for (let e = error, depth = 0; e instanceof Error && depth < 4; e = e.cause, depth++)
    if (code.test(String((e as { code?: unknown }).code))) return true;
  return false;
}
