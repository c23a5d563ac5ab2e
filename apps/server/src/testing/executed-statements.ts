import type { Database } from '@noek/db/database';

type Execute = (...values: unknown[]) => unknown;
type Client = { prepare(sql: string): Record<'run' | 'get' | 'all', Execute> };

/**
 * Records what runs on a SQLite database from now on: the texts of its statements, in order, without BEGIN and COMMIT. Call it before
 * anything else uses the database.
 */
export function executedStatements(db: Database): string[] {
  const client = (db.orm as unknown as { $client: Client }).$client;
  const { prepare } = client;
  const executed: string[] = [];
  const seen = new Set<unknown>();
  client.prepare = (sql) => {
    const statement = prepare.call(client, sql);
    if (seen.has(statement)) return statement;
    seen.add(statement);
    for (const name of ['run', 'get', 'all'] as const) {
      const execute = statement[name].bind(statement);
      statement[name] = (...values) => {
        executed.push(sql);
        return execute(...values);
      };
    }
    return statement;
  };
  return executed;
}
