import { type Placeholder, sql } from 'drizzle-orm';
import type { Database, Orm, ReadOrm, Statement } from './database.ts';
import { withoutNul } from './kit.ts';
import type { Tables } from './tables.ts';

type Prepared<Rows> = { execute(values: Record<string, unknown>): PromiseLike<Rows> };
type Builder<Using, Values, Rows> = (
  orm: Using,
  tables: Tables,
  value: <Name extends keyof Values & string>(name: Name) => Placeholder<Name>,
) => PromiseLike<Rows>;

export type PreparedQuery<Values, Rows> = {
  run(db: Database, values: Values): Promise<Rows>;
};

export type PreparedStatement<Values, Rows> = {
  /** The statement with its values. `orm` is the one that `write` or `atomic` passes to their builders. */
  in(db: Database, orm: Orm, values: Values): Statement & PromiseLike<Rows>;
};

/**
 * A query that is built once per connection and then only given values. Building a query costs several times as much as running it on
 * SQLite. Use it for queries that run for every message; build all others where they run. `name` must be unique: on PostgreSQL it is the
 * name of the connection's prepared statement.
 */
export function preparedQuery<Values extends Record<string, unknown>, Rows>(
  name: string,
  build: Builder<ReadOrm, Values, Rows>,
): PreparedQuery<Values, Rows> {
  const preparedFor = oncePerOrm(name, build);
  return { run: async (db, values) => preparedFor(db, db.orm).execute(storable(db, values)) };
}

/** Like `preparedQuery`, for a statement of `write` or `atomic`. */
export function preparedStatement<Values extends Record<string, unknown>, Rows>(
  name: string,
  build: Builder<Orm, Values, Rows>,
): PreparedStatement<Values, Rows> {
  const preparedFor = oncePerOrm(name, build);
  return {
    in(db, orm, values) {
      const execute = () => preparedFor(db, orm).execute(storable(db, values));
      return {
        prepare: () => ({ execute }),
        // biome-ignore lint/suspicious/noThenProperty: a statement is awaited on PostgreSQL, like every query of the builder
        then: (resolve, reject) => execute().then(resolve, reject),
      } as Statement & PromiseLike<Rows>;
    },
  };
}

/** PostgreSQL has one builder per connection, because a transaction runs on one, and one for all of them. SQLite has only one. */
function oncePerOrm<Using extends object, Values, Rows>(name: string, build: Builder<Using, Values, Rows>) {
  const known = new WeakMap<Using, Prepared<Rows>>();
  return (db: Database, orm: Using): Prepared<Rows> => {
    let prepared = known.get(orm);
    if (!prepared) {
      const query = build(orm, db.tables, (key) => sql.placeholder(key)) as unknown as {
        prepare(name: string): Prepared<Rows>;
      };
      prepared = query.prepare(db.namesStatements ? name : '');
      known.set(orm, prepared);
    }
    return prepared;
  };
}

/** Converts a placeholder like its column, because Drizzle does this only for values, not for comparisons. */
function storable(db: Database, values: Record<string, unknown>): Record<string, unknown> {
  if (db.engine === 'sqlite') return values;
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, withoutNul(value)]));
}
