import type { Message } from '@noek/contract/chat/schemas';
import type { Database } from '@noek/db/database';
import { openTestDatabase } from '@noek/db/testing/engines';
import { insertUser } from '@noek/db/testing/factories';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WebSearch } from '../../integrations/web-search/web-search.ts';
import { createTestApp } from '../../testing/create-test-app.ts';
import { createScriptedLlm } from '../../testing/stand-ins/scripted-llm.ts';

let db: Database;
beforeEach(async () => {
  db = await openTestDatabase();
});
afterEach(() => db.close());

function begin() {
  const llm = createScriptedLlm((call) => {
    call.text('Seeds [1], or not [5].');
    call.finish();
  });
  const webSearch: WebSearch = {
    describe: () => 'fake',
    search: vi.fn(async () => [{ url: 'https://a.example/', title: '' }]),
    read: async (url) => ({ url, title: 'Walnuts', site: 'a.example', text: 'Walnuts are seeds.' }),
    close: async () => {},
  };
  return { llm, webSearch, ...createTestApp(db, llm, { webSearch }) };
}

test('REST: `webSearch: true` searches, streams its steps, and the message has its sources', async () => {
  const { caller, webSearch } = begin();
  const guest = caller();
  const stream = await guest.call('/api/guest/chat', {
    method: 'POST',
    body: { message: 'Are walnuts seeds?', webSearch: true },
    headers: { Accept: 'text/event-stream' },
  });
  const text = await stream.text();
  const steps = [...text.matchAll(/^event: step\n(?:id: .*\n)?data: (.*)$/gm)].map(([, json = '']) => JSON.parse(json));
  expect(steps.map((step) => [step.kind, step.text, step.url])).toEqual([
    ['search', 'Searching the web for “walnuts seeds”', undefined],
    ['search', 'Searched the web for “walnuts seeds”', undefined],
    ['read', 'Reading a.example', 'https://a.example/'],
    ['read', 'Read a.example', 'https://a.example/'],
  ]);
  const next = await guest.json<{ aiMessage: Message }>('/api/guest/chat', {
    method: 'POST',
    body: { message: 'Are almonds seeds?', webSearch: true },
  });
  expect(next.body.aiMessage).toMatchObject({
    content: 'Seeds [1], or not.',
    sources: [
      { number: 1, url: 'https://a.example/', title: 'Walnuts', site: 'a.example', quote: 'Walnuts are seeds.' },
    ],
  });
  expect(webSearch.search).toHaveBeenCalledTimes(2);
});

test('`webSearch: "yes"` is refused with a sentence: nothing is stored, charged, searched or asked', async () => {
  const { caller, signedIn, llm, webSearch } = begin();
  const { id } = await insertUser(db);
  const me = await signedIn(id);
  const created = await me.json<{ id: number }>('/api/conversations', { method: 'POST', body: {} });
  const guest = caller();
  const before = await guest.json('/api/guest/status');
  for (const bad of ['yes', 'true', 1, {}, null])
    for (const [who, path, body] of [
      [guest, '/api/guest/chat', { message: 'Hi', webSearch: bad }],
      [me, `/api/conversations/${created.body.id}/messages`, { content: 'Hi', webSearch: bad }],
      [me, '/api/trpc/chat.send', { conversationId: null, content: 'Hi', webSearch: bad }],
      [me, '/api/trpc/chat.changeAnswerSettings', { conversationId: created.body.id, webSearch: bad }],
    ] as const) {
      const { status, body: answer } = await who.json(path, { method: 'POST', body });
      expect([path, bad, status]).toEqual([path, bad, 400]);
      const { message } = ('error' in answer ? answer.error : answer) as { message: string };
      expect(message).toBe('webSearch must be true or false.');
    }
  expect(await guest.json('/api/guest/status')).toEqual(before);
  expect(await db.orm.select().from(db.tables.messages)).toEqual([]);
  expect(await db.orm.select().from(db.tables.allowanceLedger)).toEqual([]);
  expect(llm.calls).toEqual([]);
  expect(webSearch.search).not.toHaveBeenCalled();
});
