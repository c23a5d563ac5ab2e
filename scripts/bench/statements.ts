import type { Database } from '@noek/db/database';

type Client = { prepare(sql: string): { all(...values: unknown[]): unknown[] } };
const clientOf = (db: Database): Client => (db.orm as unknown as { $client: Client }).$client;

/** The newest thirty messages with all pieces in them, without an index: every message is read. */
export function likeScan(db: Database, pieces: readonly string[]): unknown[] {
  const fits = pieces.map(() => 'm.content like ?').join(' and ');
  const query = `select m.id, m.content, c.title from messages m not indexed cross join conversations c on c.id = m.conversation_id
    where ${fits} and c.deleted_at is null order by m.created_at desc limit 30`;
  return clientOf(db)
    .prepare(query)
    .all(...pieces.map((piece) => `%${piece}%`));
}

/** The texts of the statements that are prepared from now on. Prepared ones are not seen again: begin with a new database. */
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

/** How SQLite runs a statement, one line a step. */
export function planOf(db: Database, statement: string): string[] {
  const placeholders = statement.replace(/'[^']*'|"[^"]*"/g, '').split('?').length - 1;
  const rows = clientOf(db)
    .prepare(`explain query plan ${statement}`)
    .all(...Array.from({ length: placeholders }, () => null));
  return (rows as { detail: string }[]).map(({ detail }) => detail);
}
