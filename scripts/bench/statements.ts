import type { Database } from '@noek/db/database';
import { searchParts, searchPartTable } from '@noek/db/search-parts';

type Client = { prepare(sql: string): { all(...values: unknown[]): unknown[]; run(...values: unknown[]): unknown } };
const clientOf = (db: Database): Client => (db.orm as unknown as { $client: Client }).$client;

/** Inserts rows, of the same columns each, in one statement. The other columns get their defaults. */
export function insertRows(db: Database, table: string, rows: readonly Record<string, string | number | null>[]): void {
  const columns = Object.keys(rows[0] ?? {});
  const values = columns.map((_, at) => `value ->> ${at}`);
  const statement = `insert into ${table} (${columns.join(', ')}) select ${values.join(', ')} from json_each(?)`;
  clientOf(db)
    .prepare(statement)
    .run(JSON.stringify(rows.map((row) => Object.values(row))));
}

/**
 * Runs `fill` without waiting for the disk, and then merges the lists of the search index, which a server does in its pauses. The
 * index takes in much more at once than it does by default.
 */
export async function inBulk(db: Database, fill: () => Promise<void>): Promise<void> {
  const client = clientOf(db);
  const tables = searchParts.map(searchPartTable);
  const setting = (table: string, name: string, value: number) =>
    client.prepare(`insert into ${table} (${table}, rank) values (?, ?)`).run(name, BigInt(value));
  client.prepare('pragma synchronous = off').run();
  for (const table of tables) setting(table, 'hashsize', 64 * 1024 * 1024);
  await fill();
  const changes = () => Number((client.prepare('select total_changes() as n').all()[0] as { n: number }).n);
  for (const table of tables) {
    setting(table, 'hashsize', 1024 * 1024);
    for (let before = -2; changes() - before >= 2; ) {
      before = changes();
      setting(table, 'merge', 10_000);
    }
  }
  client.prepare('pragma synchronous = normal').run();
}

/** Runs `work` in a transaction. */
export function inTransaction(db: Database, work: () => void): void {
  const client = clientOf(db);
  client.prepare('begin').run();
  work();
  client.prepare('commit').run();
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
