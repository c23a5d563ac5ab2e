import { insertConversation, insertMessages } from '@noek/db/factories';
import { openTestDatabase } from '@noek/db/testing';
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
  const prepare = client.prepare;
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
  expect([...new Set(scans)].toSorted()).toEqual([
    'SCAN CONSTANT ROW',
    'SCAN d',
    'SCAN json_each VIRTUAL TABLE INDEX 1:',
    'SCAN search_index VIRTUAL TABLE INDEX 0:M1><',
    'SCAN search_words VIRTUAL TABLE INDEX 513:',
    'SCAN w',
  ]);
  expect(plans.flat()).toContainEqual(
    expect.stringMatching(/^SEARCH search_documents USING .*PRIMARY KEY \(rowid>\? AND rowid<\?\)$/),
  );
});
