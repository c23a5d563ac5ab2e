import { whenUnlocked } from './sqlite-lock.ts';
import type { LogSync } from './sqlite-log-sync.ts';

type Values = Record<string, unknown>;
type Client = { readonly inTransaction: boolean };
type Prepared = {
  stmt: { readonly: boolean };
  run(values: Values): unknown;
  all(values: Values): unknown;
  get(values: Values): unknown;
};
type Session = { prepareQuery(...query: readonly unknown[]): Prepared };

/**
 * Changes how Drizzle runs the writes of `db`. `logSync` is null for a database in memory. While another process is writing, they wait
 * for `patienceMs`.
 */
export function adjustWrites(db: object, client: Client, logSync: LogSync | null, patienceMs: number): void {
  const { session } = db as { session: Session };
  const prepareQuery = session.prepareQuery.bind(session);
  session.prepareQuery = (...query) => {
    const prepared = prepareQuery(...query);
    if (logSync && !prepared.stmt.readonly) answerWhenOnDisk(prepared, client, logSync, patienceMs);
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
