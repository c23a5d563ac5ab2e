import { is, Param, Placeholder } from 'drizzle-orm';
import { whenUnlocked } from './sqlite-lock.ts';
import type { LogSync } from './sqlite-log-sync.ts';

type Values = Record<string, unknown>;
type Client = { readonly inTransaction: boolean };
type Query = { params: readonly unknown[] };
type Prepared = {
  stmt: { readonly: boolean; reader: boolean; run(...values: readonly unknown[]): unknown };
  run(values: Values): unknown;
  all(values: Values): unknown;
  get(values: Values): unknown;
};
type Session = { prepareQuery(query: Query, ...how: readonly unknown[]): Prepared };

/**
 * Changes how Drizzle runs the writes of `db`. `logSync` is null for a database in memory. While another process is writing, they wait
 * for `patienceMs`.
 */
export function adjustWrites(db: object, client: Client, logSync: LogSync | null, patienceMs: number): void {
  const { session } = db as { session: Session };
  const prepareQuery = session.prepareQuery.bind(session);
  session.prepareQuery = (query, ...how) => {
    const prepared = prepareQuery(query, ...how);
    if (!prepared.stmt.readonly) {
      if (!prepared.stmt.reader) fillInQuickly(prepared, query);
      if (logSync) answerWhenOnDisk(prepared, client, logSync, patienceMs);
    }
    return prepared;
  };
}

/**
 * A write outside of a step is a commit of its own. It is made when it is awaited. Like a step, it is answered when it is on disk, and does
 * not block the event loop until then.
 */
function answerWhenOnDisk(prepared: Prepared, client: Client, logSync: LogSync, patienceMs: number): void {
  for (const method of ['run', 'all', 'get'] as const) {
    const write = prepared[method].bind(prepared);
    const alone = async (values: Values) => {
      logSync.assertWorks();
      const rows = await whenUnlocked(() => write(values), patienceMs);
      await logSync.synced();
      return rows;
    };
    prepared[method] = (values) => (client.inTransaction ? write(values) : alone(values));
  }
}

/** Finds the placeholders and their types once. Drizzle looks for them among up to 50 values in each run. */
function fillInQuickly(prepared: Prepared, { params }: Query): void {
  if (!params.some((param) => is(param, Placeholder) || (is(param, Param) && is(param.value, Placeholder)))) return;
  const { stmt } = prepared;
  const readers = params.map(readerOf);
  prepared.run = (given) => stmt.run(...readers.map((read) => read(given)));
}

/** Returns a function that reads the value of a parameter from the given ones. */
function readerOf(param: unknown): (given: Record<string, unknown>) => unknown {
  const placeholder = is(param, Param) ? param.value : param;
  if (!is(placeholder, Placeholder)) return () => param;
  const { name } = placeholder;
  const encode = is(param, Param)
    ? (value: unknown) => param.encoder.mapToDriverValue(value)
    : (value: unknown) => value;
  return (given) => {
    if (given[name] === undefined) throw new Error(`No value for the placeholder "${name}" was given.`);
    return encode(given[name]);
  };
}
