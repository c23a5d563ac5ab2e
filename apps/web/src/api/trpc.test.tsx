import { timeZoneHeader } from '@noek/contract/calls/headers';
import { sendFailure } from '@noek/contract/chat/sending';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiProvider } from './api-provider.tsx';
import { callAuth } from './base/call-auth.ts';
import { errorText } from './base/error-text.ts';
import { createQueryClient } from './query-client.ts';
import { createTrpcClient, trpc } from './trpc.ts';

afterEach(() => void vi.unstubAllGlobals());

/** Answers every call with an empty list, and notes what was asked. */
function stubServer() {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    const path = new URL(address, 'http://page.test').pathname;
    asked.push(path);
    return Response.json(path.split(',').map(() => ({ result: { data: { conversations: [], nextCursor: null } } })));
  });
  return asked;
}

/** A component that reads the archived conversations. */
function read(sessionCheck?: () => Promise<unknown> | null) {
  const queries = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ApiProvider queryClient={queries} client={createTrpcClient(sessionCheck)}>
      {children}
    </ApiProvider>
  );
  const { result } = renderHook(
    () => ({ query: trpc.chat.conversations.useQuery({ archived: true }), utils: trpc.useUtils() }),
    { wrapper },
  );
  return { queries, result };
}

test('[7.04] the first element of a query key is the path that is requested', async () => {
  const asked = stubServer();
  const { queries, result } = read();
  await waitFor(() => expect(result.current.query.isSuccess).toBe(true));
  const keys = queries
    .getQueryCache()
    .getAll()
    .map(({ queryKey }) => queryKey);
  expect(keys).toEqual([[['chat', 'conversations'], { input: { archived: true }, type: 'query' }]]);
  expect(asked).toEqual(['/api/trpc/chat.conversations']);
});

test('[7.01] [7.02] calls send the cookies of this host; only writes have a body and its content type', async () => {
  const sent: RequestInit[] = [];
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    sent.push(init);
    return Response.json([{ result: { data: { conversations: [], nextCursor: null } } }]);
  });
  const { result } = read();
  await waitFor(() => expect(result.current.query.isSuccess).toBe(true));
  await result.current.utils.client.chat.createConversation.mutate({ title: 'Tea' });
  const [reading, writing] = sent.map((init) => ({
    credentials: init.credentials ?? 'same-origin',
    method: init.method,
    type: new Headers(init.headers).get('Content-Type'),
    body: init.body ?? null,
  }));
  expect(reading).toEqual({ credentials: 'same-origin', method: 'GET', type: null, body: null });
  expect(writing).toEqual({
    credentials: 'same-origin',
    method: 'POST',
    type: 'application/json',
    body: '{"0":{"title":"Tea"}}',
  });
});

test('a request that is refused before its calls are looked at is a refusal with its sentence', async () => {
  const body = { code: 'FORBIDDEN', message: 'This request comes from a page of another site.' };
  vi.stubGlobal('fetch', async () => Response.json(body, { status: 403 }));
  const { calls } = createTrpcClient();
  const refused = await calls.chat.createConversation.mutate({ title: 'Tea' }).catch((error: unknown) => error);
  expect(refused).toMatchObject({ message: body.message, data: { code: 'FORBIDDEN', httpStatus: 403 } });
  expect([sendFailure(refused), errorText(refused)]).toEqual(['refused', body.message]);
  await expect(callAuth('user')).rejects.toMatchObject({ message: body.message, data: { httpStatus: 403 } });
});

test('a server that is restarting has refused nothing: its calls are lost and sent again', async () => {
  const body = { code: 'UNAVAILABLE', message: 'The server is restarting. Please try again in a moment.' };
  vi.stubGlobal('fetch', async () => Response.json(body, { status: 503 }));
  const { calls } = createTrpcClient();
  const failed = await calls.chat.createConversation.mutate({ title: 'Tea' }).catch((error: unknown) => error);
  expect(sendFailure(failed)).toBe('lost');
});

test('calls name the time zone of the browser', async () => {
  const sent: (string | null)[] = [];
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    sent.push(new Headers(init.headers).get(timeZoneHeader));
    return Response.json([{ result: { data: { conversations: [], nextCursor: null } } }]);
  });
  const { result } = read();
  await waitFor(() => expect(result.current.query.isSuccess).toBe(true));
  expect(sent).toEqual([Intl.DateTimeFormat().resolvedOptions().timeZone]);
});

test.each([
  ['its text', 'upstream is away', 'text/html', '502: upstream is away'],
  ['the name of the status', '', 'text/plain', '502: Bad Gateway'],
])('[7.03] an unsuccessful answer becomes an error with its status and %s', async (_, text, type, message) => {
  vi.stubGlobal(
    'fetch',
    async () => new Response(text, { status: 502, statusText: 'Bad Gateway', headers: { 'Content-Type': type } }),
  );
  const { calls } = createTrpcClient();
  const error = await calls.chat.createConversation.mutate({}).catch((failure: Error) => failure);
  expect(error).toMatchObject({ message });
  expect(errorText(error)).toBe("Can't reach Noek right now. Please try again in a moment.");
  await expect(callAuth('user')).rejects.toThrow(message);
});

test('calls wait for the session check, except those of auth', async () => {
  const asked = stubServer();
  let known = () => {};
  const check = new Promise<void>((resolve) => {
    known = resolve;
  });
  const { result } = read(() => check);
  await result.current.utils.auth.user.fetch();
  expect(asked).toEqual(['/api/trpc/auth.user']);
  known();
  await waitFor(() => expect(result.current.query.isSuccess).toBe(true));
  expect(asked).toEqual(['/api/trpc/auth.user', '/api/trpc/chat.conversations']);
});

test('a call fails with the error of the session check, and nothing is sent', async () => {
  const asked = stubServer();
  const { calls } = createTrpcClient(() => Promise.reject(new TypeError('Failed to fetch')));
  const write = calls.chat.createConversation.mutate({});
  await expect(write).rejects.toBeInstanceOf(TypeError);
  expect(asked).toEqual([]);
});

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
  const { calls, streamCheck } = createTrpcClient();
  void calls.chat.guestStatus.query();
  void calls.chat.conversations.query({});
  void calls.chat.send.mutate({ conversationId: null, content: 'Hello' });
  const stream = vi.fn();
  void streamCheck()?.then(stream);
  await pause();
  expect(server.paths()).toEqual(['chat.conversations,chat.guestStatus']);
  expect(stream).not.toHaveBeenCalled();
  server.end('answer');
  await vi.waitFor(() => expect(server.paths()).toEqual(['chat.send']));
  // Now there is a guest.
  void calls.chat.continueShared.mutate({ conversationId: 1 });
  await vi.waitFor(() => expect(server.paths()).toEqual(['chat.send', 'chat.continueShared']));
  expect(streamCheck()).toBeNull();
});

test('a call that failed may have made no guest, so the next ones still wait for each other', async () => {
  const server = stubSlowServer();
  const { calls } = createTrpcClient();
  calls.chat.guestStatus.query().catch(() => {});
  void calls.chat.send.mutate({ conversationId: null, content: 'Hello' });
  void calls.reports.share.mutate({ conversationId: 1, reason: 'wrong' });
  await vi.waitFor(() => expect(server.paths()).toEqual(['chat.guestStatus']));
  server.end('fail');
  await vi.waitFor(() => expect(server.paths()).toEqual(['chat.send']));
  await pause();
  expect(server.paths()).toEqual(['chat.send']);
  server.end('answer');
  await vi.waitFor(() => expect(server.paths()).toEqual(['reports.share']));
});

test('signed-in people never wait for another call; after they have signed out, there is a new guest', async () => {
  const server = stubSlowServer();
  let isSignedIn = true;
  const { calls, streamCheck } = createTrpcClient(undefined, () => isSignedIn);
  void calls.chat.send.mutate({ conversationId: null, content: 'One' });
  await vi.waitFor(() => expect(server.paths()).toEqual(['chat.send']));
  void calls.chat.send.mutate({ conversationId: null, content: 'Two' });
  await vi.waitFor(() => expect(server.paths()).toEqual(['chat.send', 'chat.send']));
  expect(streamCheck()).toBeNull();
  isSignedIn = false;
  void calls.chat.guestStatus.query();
  void calls.chat.send.mutate({ conversationId: null, content: 'Three' });
  await vi.waitFor(() => expect(server.paths()).toEqual(['chat.send', 'chat.send', 'chat.guestStatus']));
  await pause();
  expect(server.paths()).toHaveLength(3);
});
