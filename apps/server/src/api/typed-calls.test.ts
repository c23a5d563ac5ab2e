import { insertConversation } from '@noek/db/testing/factories';
import { beforeEach, expect, test } from 'vitest';
import { type Fixture, openFixture } from '../testing/documented-calls/documented-call.ts';

let fixture: Fixture;
let conversationId: number;
beforeEach(async () => {
  fixture = await openFixture();
  ({ id: conversationId } = await insertConversation(fixture.db, { userId: fixture.user.id }));
});

const post = (path: string, body: unknown) => fixture.me.call(`/api/trpc/${path}`, { method: 'POST', body });

test.each([
  ['a result', (id: number) => ({ conversationId: id, title: 'A new name' }), 200],
  ['a refusal', () => ({ conversationId: 1, title: 'A new name' }), 404],
  ['input of a wrong form', (id: number) => ({ conversationId: id, title: 5 }), 400],
])('%s has the same form alone and in a batch', async (_, inputFor, status) => {
  const input = inputFor(conversationId);
  const alone = await post('chat.update', input);
  const batch = await post('chat.update,chat.update?batch=1', { 0: input, 1: input });
  const without = (text: string) => JSON.parse(text.replace(/"updatedAt":"[^"]*"/g, '"updatedAt":""'));
  const answer = without(await alone.text());
  expect(without(await batch.text())).toEqual([answer, answer]);
  expect([alone.status, batch.status]).toEqual([status, status]);
  expect(JSON.stringify(answer)).not.toMatch(/"stack"|apps\/server/);
});

test('no input names the fields that are missing', async () => {
  const response = await post('chat.update', {});
  expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('conversationId is missing')]);
});

test('a batch of more than ten calls is refused', async () => {
  const paths = Array(11).fill('chat.update').join(',');
  expect((await post(`${paths}?batch=1`, {})).status).toBe(400);
});

test('a body that is not JSON is a 400 that says so', async () => {
  for (const path of ['chat.update', 'chat.update?batch=1']) {
    const response = await fixture.me.call(`/api/trpc/${path}`, { method: 'POST', text: '{"conversationId"' });
    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringContaining('The request is not valid JSON.'),
    ]);
  }
});

test('a batch that is not an object is a 400', async () => {
  for (const body of [null, 5, [{}]]) expect((await post('chat.update?batch=1', body)).status).toBe(400);
});

test('another type of body is a 415, and a token that is refused a 401', async () => {
  const path = '/api/trpc/chat.update';
  const plain = await fixture.me.call(path, { method: 'POST', text: '{}', headers: { 'Content-Type': 'text/plain' } });
  expect(plain.status).toBe(415);
  const refused = await fixture.guest.call(path, {
    method: 'POST',
    body: {},
    headers: { Authorization: 'Bearer unknown' },
  });
  expect([refused.status, await refused.text()]).toEqual([401, expect.stringContaining('UNAUTHORIZED')]);
});
