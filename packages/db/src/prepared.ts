import { type Placeholder, sql } from 'drizzle-orm';
import type { Database, Orm, Statement } from './database.ts';
import { withoutNul } from './kit.ts';
import type { Tables } from './tables.ts';

type Prepared<Rows> = { execute(values: Record<string, unknown>): PromiseLike<Rows> };
type Preparable<Rows> = PromiseLike<Rows> & {
  prepare(name?: string): Prepared<Rows>;
};
type Builder<Values, Rows> = (
  orm: Orm,
  tables: Tables,
  value: <Name extends keyof Values & string>(name: Name) => Placeholder<Name>,
) => PromiseLike<Rows>;

export type PreparedQuery<Values, Rows> = {
  /** Runs the query alone, outside a transaction. */
  run(db: Database, values: Values): Promise<Rows>;
  /** The query as a statement of an atomic step. `orm` is the one passed to that step. */
  in(db: Database, orm: Orm, values: Values): Statement & PromiseLike<Rows>;
};

/**
 * A query that is built once per database and then only given values. Building a query costs several times as much as running it on SQLite.
 * Use it for queries that run for every message; build all others where they run. `name` must be unique: on PostgreSQL it is the name of
 * the connection's prepared statement.
 */
export function preparedQuery<Values extends Record<string, unknown>, Rows>(
  name: string,
  build: Builder<Values, Rows>,
): PreparedQuery<Values, Rows> {
  const built = new WeakMap<Database, Prepared<Rows>>();
  const queryOn = (orm: Orm, tables: Tables) => build(orm, tables, (key) => sql.placeholder(key)) as Preparable<Rows>;

  function preparedFor(db: Database) {
    let prepared = built.get(db);
    if (!prepared) {
      prepared = queryOn(db.orm, db.tables).prepare(name);
      built.set(db, prepared);
    }
    return prepared;
  }

  return {
    run: async (db, values) => preparedFor(db).execute(storable(db, values)),
    in(db, orm, values) {
      // PostgreSQL runs a transaction on one connection, so the query is built for that connection. SQLite has only one.
      const execute = () =>
        (db.engine === 'sqlite' ? preparedFor(db) : queryOn(orm, db.tables).prepare(name)).execute(
          storable(db, values),
        );
      return {
        prepare: () => ({ execute }),
        // biome-ignore lint/suspicious/noThenProperty: a statement is awaited on PostgreSQL, like every query of the builder
        then: (resolve, reject) => execute().then(resolve, reject),
      } as Statement & PromiseLike<Rows>;
    },
  };
}

/** Converts a placeholder like its column, because Drizzle does this only for values, not for comparisons. */
function storable(db: Database, values: Record<string, unknown>): Record<string, unknown> {
  if (db.engine === 'sqlite') return values;
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, withoutNul(value)]));
}
