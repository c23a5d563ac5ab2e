import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeEventSource } from '../../testing/fake-event-source.ts';
import { ignoreSession, isSessionIgnored, sessionCall } from '../base/session-fetch.ts';
import { createTrpcClient } from '../client.ts';

beforeEach(() => {
  FakeEventSource.made = [];
  vi.stubGlobal('EventSource', FakeEventSource);
  ignoreSession();
});
afterEach(() => {
  ignoreSession(false);
  vi.unstubAllGlobals();
});

/** Answers every call with null, or with nothing at all while `broken` names it. Returns the paths and whether cookies were sent. */
function stubServer(broken = '') {
  const asked: [path: string, cookies: string][] = [];
  vi.stubGlobal('fetch', async (address: string, { credentials = 'same-origin' }: RequestInit) => {
    const path = new URL(address, 'http://page.test').pathname.replace('/api/trpc/', '');
    asked.push([path, credentials]);
    if (path === broken) throw new TypeError('Failed to fetch');
    return Response.json(path.split(',').map(() => ({ result: { data: null } })));
  });
  return asked;
}

test('[4.30] an ignored session is not used for reads; the first write ends it before it is sent', async () => {
  const asked = stubServer();
  const client = createTrpcClient();
  await client.chat.conversations.query({});
  await client.chat.createConversation.mutate({});
  await client.chat.conversations.query({});
  expect(asked).toEqual([
    ['chat.conversations', 'omit'],
    ['auth.logout', 'same-origin'],
    ['chat.createConversation', 'same-origin'],
    ['chat.conversations', 'same-origin'],
  ]);
  expect(isSessionIgnored()).toBe(false);
});

test('a write is not sent while the session cannot be ended', async () => {
  const asked = stubServer('auth.logout');
  const client = createTrpcClient();
  await expect(client.chat.createConversation.mutate({})).rejects.toThrow('Failed to fetch');
  expect(asked).toEqual([['auth.logout', 'same-origin']]);
  expect(isSessionIgnored()).toBe(true);
});

test('calls that find out or change who is here use the session, and do not stop ignoring it', async () => {
  const asked = stubServer();
  const client = createTrpcClient();
  await client.auth.user.query(undefined, sessionCall());
  await client.auth.crossDomainLogout.mutate(undefined, sessionCall());
  expect(asked).toEqual([
    ['auth.user', 'same-origin'],
    ['auth.crossDomainLogout', 'same-origin'],
  ]);
  expect(isSessionIgnored()).toBe(true);
});

test('no stream is opened with an ignored session', async () => {
  const onComplete = vi.fn();
  createTrpcClient().chat.live.subscribe(undefined, { onComplete });
  await vi.waitFor(() => expect(onComplete).toHaveBeenCalledOnce());
  expect(FakeEventSource.made).toEqual([]);
  ignoreSession(false);
  createTrpcClient().chat.live.subscribe(undefined, {});
  await vi.waitFor(() => expect(FakeEventSource.made).toHaveLength(1));
});
