import type { Database } from '@noek/db/database';
import { mergeStep } from '@noek/db/search-merges';

type Client = { prepare(sql: string): { all(...values: unknown[]): unknown[] } };
const clientOf = (db: Database): Client => (db.orm as unknown as { $client: Client }).$client;

/** Merges the lists of the search index now, which a server does in its pauses. */
export function mergeSearchLists(db: Database): void {
  const client = clientOf(db) as Parameters<typeof mergeStep>[0];
  while (mergeStep(client));
}

/** Search without an index: reads every message and returns the newest 30 that contain all pieces. */
export function likeScan(db: Database, pieces: readonly string[]): unknown[] {
  const fits = pieces.map(() => 'm.content like ?').join(' and ');
  const query = `select m.id, m.content, c.title from messages m not indexed cross join conversations c on c.id = m.conversation_id
    where ${fits} and c.deleted_at is null order by m.created_at desc limit 30`;
  return clientOf(db)
    .prepare(query)
    .all(...pieces.map((piece) => `%${piece}%`));
}

/** Records statements when they are prepared. Start with a new database, because existing prepared statements are not seen. */
export function recordStatements(db: Database): Set<string> {
  const client = clientOf(db);
  const prepare = client.prepare.bind(client);
  const seen = new Set<string>();
  client.prepare = (sql) => {
    seen.add(sql);
    return prepare(sql);
  };
  return seen;
}

/** SQLite's plan for a statement, one line per step. */
export function planOf(db: Database, statement: string): string[] {
  const placeholders = statement.replace(/'[^']*'|"[^"]*"/g, '').split('?').length - 1;
  const rows = clientOf(db)
    .prepare(`explain query plan ${statement}`)
    .all(...Array.from({ length: placeholders }, () => null));
  return (rows as { detail: string }[]).map(({ detail }) => detail);
}
