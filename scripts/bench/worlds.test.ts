import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '@noek/db/database';
import { expect, onTestFinished, test } from 'vitest';
import { searchConversations } from '../../apps/server/src/features/chat/search/search-conversations.ts';
import { fill, insertChats, insertPeople } from './corpus.ts';
import { makeWorld, turn, turnsOf } from './worlds.ts';

// The measurements of growth work on what the product has now: its tables, triggers and verbs.

async function small() {
  const folder = mkdtempSync(join(tmpdir(), 'noek-worlds-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const world = await makeWorld(folder, 'a small world', async (db) => {
    const [userId = ''] = await fill(db, { count: 200, owners: 2, answerWords: 8 });
    await insertPeople(db, 1, () => ({ id: 'grace' }));
    insertChats(db, { conversations: 3, ownerOf: () => 'grace', messagesEach: 4, firstId: 1_000 });
    return userId;
  });
  onTestFinished(async () => {
    await world.close();
  });
  return world;
}

const conversationsIn = (db: Database) => db.orm.select().from(db.tables.conversations);
const messagesIn = (db: Database) => db.orm.select().from(db.tables.messages).orderBy(db.tables.messages.ordinal);

test('the corpus has the messages that were asked for, each under the one before', async () => {
  const { db } = await small();
  const messages = await messagesIn(db);
  expect(messages.length).toBe(200 + 12);
  expect(messages.filter(({ parentId }) => parentId === null).length).toBe(8);
  expect((await conversationsIn(db)).filter(({ userId }) => userId === 'grace').length).toBe(3);
});

test('its people send messages, which are answered, kept and found', async () => {
  const { ctx, contextOf, db, pass } = await small();
  const id = await turn(ctx, null);
  expect(await turn(ctx, id)).toBe(id);
  const rows = (await messagesIn(db)).filter(({ conversationId }) => conversationId === id);
  expect(rows.map(({ role, status }) => `${role} ${status}`)).toEqual([
    'user complete',
    'assistant complete',
    'user complete',
    'assistant complete',
  ]);
  const q = rows[0]?.content.split(' ').slice(0, 6).join(' ') ?? '';
  const found = async () => (await searchConversations(ctx, { q, limit: 5 })).map((hit) => hit.conversationId);
  expect(await found()).toContain(id);
  expect(await turn(await contextOf('grace'), 1_000)).toBe(1_000);
  // More searches than are allowed in a minute.
  for (let i = 0; i < 130; i++) {
    pass(2_000);
    await found();
  }
});

test('ten turns share a conversation', async () => {
  const { ctx, db } = await small();
  const before = (await conversationsIn(db)).length;
  const next = turnsOf(ctx);
  for (let i = 0; i < 11; i++) await next();
  expect((await conversationsIn(db)).length - before).toBe(2);
});
