import type { Database } from '@noek/db/database';

type Client = { prepare(sql: string): { all(...values: unknown[]): unknown[] } };

/** SQLite's plan for each query that `run` makes: "SEARCH conversations USING INDEX …", "SCAN …". */
export async function queryPlans(db: Database, run: () => Promise<unknown>): Promise<string[]> {
  const client = (db.orm as unknown as { $client: Client }).$client;
  const { prepare } = client;
  const asked = new Set<string>();
  client.prepare = (sql) => {
    asked.add(sql);
    return prepare.call(client, sql);
  };
  try {
    await run();
  } finally {
    client.prepare = prepare;
  }
  return [...asked].flatMap((sql) => {
    const values = Array.from(sql.matchAll(/\?/g), () => 1);
    const steps = client.prepare(`explain query plan ${sql}`).all(...values) as { detail: string }[];
    return steps.map(({ detail }) => detail);
  });
}
