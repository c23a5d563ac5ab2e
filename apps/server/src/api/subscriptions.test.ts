import type { AddressInfo } from 'node:net';
import type { SendResult } from '@noek/contract/chat/schemas';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { type Fixture, openFixture } from '../testing/documented-calls/documented-call.ts';
import { createNodeServer } from '../transports/node-server.ts';

let fixture: Fixture;
beforeEach(async () => {
  fixture = await openFixture();
});

const asksForEvents = { Accept: 'text/event-stream' };
const inputOf = (input: unknown) => `?input=${encodeURIComponent(JSON.stringify(input))}`;

async function answeredMessage(): Promise<string> {
  const sent = await fixture.me.json<{ result: { data: SendResult } }>('/api/trpc/chat.send', {
    method: 'POST',
    body: { conversationId: null, content: 'Go' },
  });
  const messageId = sent.body.result.data.assistantMessage.id;
  await (await fixture.me.call(`/api/trpc/chat.events${inputOf({ messageId })}`)).text();
  return messageId;
}

/** The types of the events of a stream, as `message` or the name that tRPC gives them. */
const eventsIn = (text: string) =>
  text
    .split(/\n\n+/)
    .filter(Boolean)
    .map((frame) => /^event: (.*)$/m.exec(frame)?.[1] ?? 'message');

/** The fields of each event of a stream. */
const eventsOf = (text: string) =>
  text
    .split(/\n\n+/)
    .filter(Boolean)
    .map((frame) => frame.split('\n').toSorted());

test('a stream over a connection has the frames of tRPC and the headers of every call, and continues after the last event', async () => {
  const messageId = await answeredMessage();
  const server = createNodeServer(fixture.app.fetch);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const cookie = [...fixture.me.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const read = (headers: Record<string, string> = {}, query = '') =>
    fetch(`http://127.0.0.1:${port}/api/trpc/chat.events${inputOf({ messageId })}${query}`, {
      headers: { Cookie: cookie, ...asksForEvents, ...headers },
    });
  const response = await read();
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-robots-tag': 'noindex',
    'x-content-type-options': 'nosniff',
  });
  expect(response.headers.get('content-security-policy')).toContain("default-src 'self'");
  const all = await response.text();
  expect(all).toMatch(/^event: connected\ndata: {"reconnectAfterInactivityMs":45000}\n\n/);
  expect(all).toMatch(/\ndata: {"type":"done".*\nid: \d+\n\nevent: return\ndata: \n\n$/);
  const last = /\nid: (\d+)\n\nevent: return/.exec(all)?.[1] ?? '';
  for (const rest of [await read({ 'Last-Event-Id': last }), await read({}, `&lastEventId=${last}`)])
    expect(eventsIn(await rest.text())).toEqual(['connected', 'message', 'return']);
});

test.each([
  ['input that is not JSON', '/api/trpc/chat.events?input={', 'BAD_REQUEST', 'The request is not valid JSON.'],
  ['no input', '/api/trpc/chat.events', 'BAD_REQUEST', ''],
  ['a message that is not there', `/api/trpc/chat.events${inputOf({ messageId: 'none' })}`, 'NOT_FOUND', ''],
])('%s ends the stream with the error that clients read', async (_, path, code, message) => {
  const text = await (await fixture.me.call(path, { headers: asksForEvents })).text();
  expect(eventsIn(text)).toEqual(['connected', 'serialized-error']);
  const error = JSON.parse(/^data: (.*)$/m.exec(text.slice(text.indexOf('serialized-error')))?.[1] ?? '');
  expect([error.data.code, error.message]).toEqual([code, message || expect.stringMatching(/\.$/)]);
  expect(text).not.toMatch(/"stack"|apps\/server/);
});

test('other methods, a batch, a query and an unknown call are answered by tRPC', async () => {
  expect((await fixture.me.call('/api/trpc/chat.live', { method: 'HEAD' })).status).toBe(204);
  const posted = await fixture.me.call('/api/trpc/chat.live', { method: 'POST', body: {} });
  expect(await posted.text()).toContain('METHOD_NOT_SUPPORTED');
  const batch = await fixture.me.call(`/api/trpc/chat.live?batch=1&input=${encodeURIComponent('{}')}`);
  expect([batch.status, await batch.text()]).toEqual([400, expect.stringContaining('BAD_REQUEST')]);
  for (const headers of [{}, asksForEvents])
    for (const path of ['chat.nothing', 'constructor', '__proto__', 'toString'])
      expect((await fixture.me.call(`/api/trpc/${path}`, { headers })).status).toBe(404);
  const query = await fixture.me.call('/api/trpc/auth.user', { headers: asksForEvents });
  expect(await query.json()).toMatchObject({ result: { data: { id: fixture.user.id } } });
});

test('a caller that does not ask for events gets the same ones from tRPC', async () => {
  const path = `/api/trpc/chat.events${inputOf({ messageId: await answeredMessage() })}`;
  const [ours, theirs] = [await fixture.me.call(path, { headers: asksForEvents }), await fixture.me.call(path)];
  // tRPC ends each event with one more line break.
  expect(eventsOf(await ours.text())).toEqual(eventsOf(await theirs.text()));
  for (const header of ['content-type', 'vary', 'cache-control', 'connection', 'x-accel-buffering'])
    expect([header, ours.headers.get(header)]).toEqual([header, theirs.headers.get(header)]);
});

test('a token that is refused never gets a stream', async () => {
  const response = await fixture.guest.call('/api/trpc/chat.live', {
    headers: { ...asksForEvents, Authorization: 'Bearer unknown' },
  });
  expect(await response.text()).toContain('UNAUTHORIZED');
});

test('a stream in which nothing happens says so every 15 seconds', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const response = await fixture.me.call('/api/trpc/chat.live', { headers: asksForEvents });
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  let text = '';
  const readUntil = async (wanted: string) => {
    while (!text.includes(wanted)) text += new TextDecoder().decode((await reader.read()).value);
  };
  await readUntil('"hello"');
  expect(text).not.toContain('ping');
  vi.advanceTimersByTime(15_000);
  await readUntil('event: ping\ndata: \n\n');
  await reader.cancel();
});
