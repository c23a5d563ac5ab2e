import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { FakeEventSource } from '../../testing/fake-event-source.ts';
import { ignoreSession } from '../base/session-fetch.ts';
import { createTrpcClient } from '../client.ts';

beforeEach(() => {
  FakeEventSource.made = [];
  vi.stubGlobal('EventSource', FakeEventSource);
});
afterEach(() => void vi.unstubAllGlobals());

/** A server that answers only when told to, and the calls that it has received and not answered. */
function stubSlowServer() {
  const open: { path: string; answer: () => void; fail: () => void }[] = [];
  vi.stubGlobal('fetch', (address: string) => {
    const path = new URL(address, 'http://page.test').pathname.replace('/api/trpc/', '');
    return new Promise<Response>((resolve, reject) => {
      const results = path.split(',').map(() => ({ result: { data: {} } }));
      open.push({ path, answer: () => resolve(Response.json(results)), fail: () => reject(new TypeError('Failed')) });
    });
  });
  return {
    paths: () => open.map(({ path }) => path),
    /** Answers or breaks off the oldest call. */
    end: (how: 'answer' | 'fail') => open.shift()?.[how](),
  };
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 20));

test('a visitor whose first two calls would each make a guest sends the second one after the answer to the first', async () => {
  const server = stubSlowServer();
  const client = createTrpcClient();
  void client.chat.guestStatus.query();
  void client.chat.conversations.query({});
  void client.chat.send.mutate({ conversationId: null, content: 'Hello' });
  client.chat.live.subscribe(undefined, {});
  await pause();
  expect(server.paths()).toEqual(['chat.conversations,chat.guestStatus']);
  expect(FakeEventSource.made).toEqual([]);
  server.end('answer');
  await vi.waitFor(() => expect(server.paths()).toEqual(['chat.send']));
  await pause();
  expect(FakeEventSource.made).toEqual([]);
  server.end('answer');
  await vi.waitFor(() => expect(FakeEventSource.made).toHaveLength(1));
  // Now there is a guest.
  void client.chat.send.mutate({ conversationId: null, content: 'Again' });
  await vi.waitFor(() => expect(server.paths()).toEqual(['chat.send']));
  void client.chat.continueShared.mutate({ conversationId: 1 });
  await vi.waitFor(() => expect(server.paths()).toEqual(['chat.send', 'chat.continueShared']));
});

test('a call that failed may have made no guest, so the next ones still wait for each other', async () => {
  const server = stubSlowServer();
  const client = createTrpcClient();
  client.chat.guestStatus.query().catch(() => {});
  void client.chat.send.mutate({ conversationId: null, content: 'Hello' });
  void client.reports.share.mutate({ conversationId: 1, reason: 'wrong' });
  await vi.waitFor(() => expect(server.paths()).toEqual(['chat.guestStatus']));
  server.end('fail');
  await vi.waitFor(() => expect(server.paths()).toEqual(['chat.send']));
  await pause();
  expect(server.paths()).toEqual(['chat.send']);
  server.end('answer');
  await vi.waitFor(() => expect(server.paths()).toEqual(['reports.share']));
});

test('a call that is aborted while it waits for its turn is not sent, and does not let the next one overtake', async () => {
  const server = stubSlowServer();
  const client = createTrpcClient();
  const leaving = new AbortController();
  void client.chat.guestStatus.query();
  const left = client.chat.send
    .mutate({ conversationId: null, content: 'Hello' }, { signal: leaving.signal })
    .catch((error: Error) => error.message);
  void client.reports.share.mutate({ conversationId: 1, reason: 'wrong' });
  await vi.waitFor(() => expect(server.paths()).toEqual(['chat.guestStatus']));
  leaving.abort(new Error('left'));
  expect(await left).toBe('left');
  await pause();
  expect(server.paths()).toEqual(['chat.guestStatus']);
  server.end('answer');
  await vi.waitFor(() => expect(server.paths()).toEqual(['reports.share']));
});

test('signed-in people never wait for another call; after they have signed out, there is a new guest', async () => {
  const server = stubSlowServer();
  let isSignedIn = true;
  const client = createTrpcClient(undefined, () => isSignedIn);
  void client.chat.send.mutate({ conversationId: null, content: 'One' });
  await vi.waitFor(() => expect(server.paths()).toEqual(['chat.send']));
  void client.chat.send.mutate({ conversationId: null, content: 'Two' });
  await vi.waitFor(() => expect(server.paths()).toEqual(['chat.send', 'chat.send']));
  client.chat.live.subscribe(undefined, {});
  await vi.waitFor(() => expect(FakeEventSource.made).toHaveLength(1));
  isSignedIn = false;
  void client.chat.guestStatus.query();
  void client.chat.send.mutate({ conversationId: null, content: 'Three' });
  await vi.waitFor(() => expect(server.paths()).toEqual(['chat.send', 'chat.send', 'chat.guestStatus']));
  await pause();
  expect(server.paths()).toHaveLength(3);
});

test('[4.30] the identity of a read that ignored the session is lost, so the next calls wait for each other', async () => {
  ignoreSession();
  onTestFinished(() => ignoreSession(false));
  const server = stubSlowServer();
  const client = createTrpcClient();
  const status = client.chat.guestStatus.query();
  await vi.waitFor(() => expect(server.paths()).toEqual(['chat.guestStatus']));
  server.end('answer');
  await status;
  void client.chat.send.mutate({ conversationId: null, content: 'Hello' });
  await vi.waitFor(() => expect(server.paths()).toEqual(['auth.logout']));
  void client.chat.guestStatus.query();
  client.chat.live.subscribe(undefined, {});
  server.end('answer');
  await vi.waitFor(() => expect(server.paths()).toEqual(['chat.send']));
  await pause();
  expect(server.paths()).toEqual(['chat.send']);
  expect(FakeEventSource.made).toEqual([]);
  server.end('answer');
  await vi.waitFor(() => expect(server.paths()).toEqual(['chat.guestStatus']));
});
