import type { Message } from '@noek/contract/chat/schemas';
import type { PublicConfig } from '@noek/contract/config/schemas';
import type { Database } from '@noek/db/database';
import { openTestDatabase } from '@noek/db/testing/engines';
import { insertConversation, insertUser } from '@noek/db/testing/factories';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestApp } from '../../../../testing/create-test-app.ts';
import { createScriptedLlm, offeredModel } from '../../../../testing/stand-ins/scripted-llm.ts';

let db: Database;
beforeEach(async () => {
  db = await openTestDatabase();
});
afterEach(() => db.close());

async function begin() {
  const llm = createScriptedLlm(
    (call) => {
      call.text('An answer.');
      call.finish();
    },
    [
      offeredModel('small'),
      offeredModel('other', { provider: 'Second', resting: true }),
      offeredModel('large', { premium: true, sees: 'yes' }),
      offeredModel('ended', { endsAt: '2026-11-20' }),
    ],
  );
  const harness = createTestApp(db, llm);
  const user = await insertUser(db);
  const { id } = await insertConversation(db, { userId: user.id });
  const me = await harness.signedIn(user.id);
  const send = (body: object) =>
    me.call(`/api/conversations/${id}/messages`, { method: 'POST', body: { content: 'Hello', ...body } });
  return { ...harness, llm, me, send, id };
}

test('/api/config lists the models by name, with the documented fields only', async () => {
  const { caller } = await begin();
  const { models } = (await (await caller().call('/api/config')).json()) as PublicConfig;
  const found = { endsAt: null, description: null, contextWindow: 32_000, tools: 'unknown', efforts: [] };
  expect(models).toEqual([
    { name: 'small', provider: 'Scripted', premium: false, resting: false, sees: 'unknown', ...found },
    { name: 'other', provider: 'Second', premium: false, resting: true, sees: 'unknown', ...found },
    { name: 'large', provider: 'Scripted', premium: true, resting: false, sees: 'yes', ...found },
  ]);
});

test('a REST send names a model, and the conversation keeps it', async () => {
  const { me, send, llm } = await begin();
  const response = await send({ model: 'other' });
  expect(response.status).toBe(201);
  const [, answer] = (await response.json()) as [Message, Message];
  expect(answer).toMatchObject({ model: 'other', answeredBy: 'Scripted · other' });
  expect(await (await me.call('/api/conversations')).json()).toMatchObject([{ model: 'other' }]);
  await send({});
  expect(llm.calls.map(({ request }) => request.model)).toEqual(['other', 'other']);
});

test('effort: both REST sends and PATCH take it, another word is refused, and a temporary chat can change it', async () => {
  const { me, send, llm, id, caller } = await begin();
  const path = `/api/conversations/${id}`;
  const patch = (body: object, at = path) => me.json(at, { method: 'PATCH', body });
  expect((await send({ effort: 'thorough' })).status).toBe(201);
  expect(await patch({ effort: 'quick' })).toMatchObject({ status: 200, body: { id, effort: 'quick' } });
  for (const effort of ['high', 'Quick', '', null, 1])
    expect(await patch({ effort })).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
  await send({});
  const guest = { message: 'Hello', effort: 'thorough' };
  const answer = await caller().json('/api/guest/chat', { method: 'POST', body: guest });
  expect(answer.body).toMatchObject({ conversation: { effort: 'thorough' } });
  expect(llm.calls.map(({ request }) => request.effort)).toEqual(['thorough', 'quick', 'thorough']);
  const temporary = await me.json('/api/conversations', { method: 'POST', body: { temporary: true } });
  const its = `/api/conversations/${temporary.body.id}`;
  expect(await patch({ effort: 'quick' }, its)).toMatchObject({ status: 200, body: { effort: 'quick' } });
  expect((await patch({ effort: 'quick', pinned: true }, its)).status).toBe(400);
});

test('a model that has ended: 400 MODEL_ENDED over REST and as a procedure, and not in the list', async () => {
  const { me, send, id } = await begin();
  const refused = await send({ model: 'ended' });
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([400, 'MODEL_ENDED']);
  const body = { conversationId: id, model: 'ended' };
  const typed = await me.json('/api/trpc/chat.changeAnswerSettings', { method: 'POST', body });
  expect(typed).toMatchObject({ status: 400, body: { error: { data: { code: 'MODEL_ENDED' } } } });
});

test.each([
  [{ model: 'gpt-99' }, 400, 'This model is not available. Choose another one, or Automatic.'],
  [{ model: 'large' }, 403, 'The model “large” is part of SuperNoek. Choose another one, or Automatic.'],
  [{ model: '' }, 400, /\w+ \w+/],
  [{ model: 7 }, 400, /\w+ \w+/],
  [{ model: 'x'.repeat(201) }, 400, /\w+ \w+/],
  [{ webSearch: 'yes' }, 400, /\w+ \w+/],
  [{ effort: 'high' }, 400, /\w+ \w+/],
  [{ effort: null }, 400, /\w+ \w+/],
  [{ model: 'ended' }, 400, 'The model “ended” is no longer available. Choose another one, or Automatic.'],
])('%j is refused with a sentence: nothing is stored, charged or asked', async (settings, status, message) => {
  const { me, send, id, llm, caller } = await begin();
  const left = async () => (await me.call('/api/trpc/chat.allowance')).json();
  const before = await left();
  const refused = await send(settings);
  expect([refused.status, await refused.json()]).toEqual([
    status,
    expect.objectContaining({ message: expect.stringMatching(message) }),
  ]);
  expect(await (await me.call(`/api/conversations/${id}/messages`)).json()).toEqual([]);
  expect(await left()).toEqual(before);
  const guest = caller();
  const body = { message: 'Hello', ...settings };
  expect((await guest.call('/api/guest/chat', { method: 'POST', body })).status).toBe(status);
  expect(await (await guest.call('/api/guest/status')).json()).toMatchObject({ remainingMessages: 10 });
  expect(llm.calls).toEqual([]);
});
