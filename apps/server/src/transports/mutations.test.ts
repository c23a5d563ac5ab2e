import { insertConversation } from '@noek/db/factories';
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
  ['no input', () => undefined, 400],
])('%s is answered as tRPC answers it, alone and as a batch of one', async (_, inputFor, status) => {
  const input = inputFor(conversationId);
  // tRPC itself answers batches of several calls.
  const theirs = await post('chat.rename,chat.rename?batch=1', { 0: input, 1: input });
  const [answer] = (await theirs.json()) as [object];
  const without = (value: object) =>
    JSON.parse(JSON.stringify(value).replace(/"updatedAt":"[^"]*"/g, '"updatedAt":""'));
  for (const [ours, expected] of [
    [await post('chat.rename?batch=1', { 0: input }), [answer]],
    [await post('chat.rename', input ?? {}), answer],
  ] as const) {
    const body = (await ours.json()) as object;
    expect(ours.status).toBe(status);
    expect(theirs.status).toBe(status);
    for (const header of ['content-type', 'vary', 'cache-control', 'x-robots-tag', 'x-content-type-options'])
      expect([header, ours.headers.get(header)]).toEqual([header, theirs.headers.get(header)]);
    // An absent input alone is an empty object here, whose fields are named as missing.
    if (input !== undefined || Array.isArray(expected)) expect(without(body)).toEqual(without(expected));
  }
});

test('a body that is not JSON is a 400 that says so', async () => {
  for (const path of ['chat.rename', 'chat.rename?batch=1']) {
    const response = await fixture.me.call(`/api/trpc/${path}`, { method: 'POST', text: '{"conversationId"' });
    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringContaining('The request is not valid JSON.'),
    ]);
  }
});

test('a batch that is no object is a 400', async () => {
  for (const body of [null, 5, [{}]]) expect((await post('chat.rename?batch=1', body)).status).toBe(400);
});

test('other types of body and refused tokens are left to tRPC', async () => {
  const path = '/api/trpc/chat.rename';
  const plain = await fixture.me.call(path, { method: 'POST', text: '{}', headers: { 'Content-Type': 'text/plain' } });
  expect(plain.status).toBe(415);
  const refused = await fixture.guest.call(path, {
    method: 'POST',
    body: {},
    headers: { Authorization: 'Bearer unknown' },
  });
  expect([refused.status, await refused.text()]).toEqual([401, expect.stringContaining('UNAUTHORIZED')]);
});
