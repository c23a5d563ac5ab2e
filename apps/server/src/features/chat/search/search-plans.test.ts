import { openTestDatabase, testEngines } from '@noek/db/testing/engines';
import { insertConversation, insertMessages } from '@noek/db/testing/factories';
import { expect, onTestFinished, test } from 'vitest';
import { userActor } from '../../../testing/create-chat-ctx.ts';
import { createTestCtx } from '../../../testing/create-test-ctx.ts';
import { searchConversations } from './search-conversations.ts';

type Client = { prepare(sql: string): { all(...values: unknown[]): unknown[] } };

test('a search on SQLite reads only the owner’s part of the index, and scans no table', async () => {
  const db = await openTestDatabase();
  onTestFinished(() => db.close());
  const actor = await userActor(db);
  const { id } = await insertConversation(db, { userId: actor.user.id });
  await insertMessages(db, id, ['a lantern', '東京']);
  const client = (db.orm as unknown as { $client: Client }).$client;
  const prepare = client.prepare.bind(client);
  const statements: string[] = [];
  client.prepare = (sql) => {
    statements.push(sql);
    return prepare(sql);
  };
  const me = createTestCtx({ db, actor });
  for (const q of ['lantern', '"a lantern" lanterns', '東京']) await searchConversations(me, { q, limit: 30 });
  client.prepare = prepare;

  const plans = statements.map((sql) => {
    const values = Array.from({ length: sql.split('?').length - 1 }, () => null);
    return (prepare(`explain query plan ${sql}`).all(...values) as { detail: string }[]).map(({ detail }) => detail);
  });
  const scans = plans.flat().filter((line) => line.startsWith('SCAN'));
  // SQLite calls every use of a virtual table a scan: M is a MATCH, >< the range of the owner; the number is 0 because the list is not
  // read backwards from its end. 513 is a search for the next word. d is the bounded subquery, w what was found so far.
  expect([...new Set(scans.map((line) => line.replace(/(search_\w+)_\d/, '$1_N')))].toSorted()).toEqual([
    'SCAN CONSTANT ROW',
    'SCAN d',
    'SCAN json_each VIRTUAL TABLE INDEX 1:',
    'SCAN search_index_N VIRTUAL TABLE INDEX 0:M1><',
    'SCAN search_words_N VIRTUAL TABLE INDEX 513:',
    'SCAN w',
  ]);
  expect(plans.flat()).toContainEqual(
    expect.stringMatching(/^SEARCH search_documents USING .*PRIMARY KEY \(rowid>\? AND rowid<\?\)$/),
  );
});

test.runIf(testEngines.includes('postgres'))(
  'a search on PostgreSQL reads no more messages than it shows',
  async () => {
    const db = await openTestDatabase('postgres');
    onTestFinished(() => db.close());
    const actor = await userActor(db);
    const { id } = await insertConversation(db, { userId: actor.user.id });
    await insertMessages(
      db,
      id,
      Array.from({ length: 600 }, (_, i) => `lantern ${i} ${'word '.repeat(40)}`),
    );
    type Query = (query: { text: string }, values: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>;
    const client = (db.orm as unknown as { $client: { query: Query } }).$client;
    const query = client.query.bind(client) as Query;
    await query({ text: 'analyze' }, []);
    let read = 0;
    client.query = async (asked, values) => {
      if (asked.text.includes('@@')) {
        const { rows } = await query({ text: `explain (analyze, format json) ${asked.text}` }, values);
        const [plan] = (rows[0]?.['QUERY PLAN'] ?? []) as { Plan: PlanNode }[];
        if (plan) read += rowsOf(plan.Plan, 'messages');
      }
      return query(asked, values);
    };
    expect(await searchConversations(createTestCtx({ db, actor }), { q: 'lantern', limit: 30 })).toHaveLength(30);
    expect(read).toBe(30);
  },
);

type PlanNode = { 'Relation Name'?: string; 'Actual Rows': number; 'Actual Loops': number; Plans?: PlanNode[] };

/** How many rows of a table a statement read. */
function rowsOf(node: PlanNode, table: string): number {
  const own = node['Relation Name'] === table ? node['Actual Rows'] * node['Actual Loops'] : 0;
  return (node.Plans ?? []).reduce((sum, part) => sum + rowsOf(part, table), own);
}
