// @vitest-environment happy-dom
import { timeZoneHeader } from '@noek/contract/calls/headers';
import { sendFailure } from '@noek/contract/chat/sending';
import { afterEach, expect, test, vi } from 'vitest';
import { errorText } from './base/error-text.ts';
import { sessionCall } from './base/session-fetch.ts';
import { createTrpcClient } from './client.ts';

afterEach(() => void vi.unstubAllGlobals());

/** Answers every call with null. Returns the requests: their paths, and what they were sent with. */
function stubServer() {
  const requests: { paths: string[]; init: RequestInit }[] = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const paths = new URL(address, 'http://page.test').pathname.replace('/api/trpc/', '').split(',');
    requests.push({ paths, init });
    return Response.json(paths.map(() => ({ result: { data: null } })));
  });
  return requests;
}

test('calls of one moment share requests of at most 10 calls, reads and writes apart', async () => {
  const requests = stubServer();
  const { chat } = createTrpcClient();
  const reads = Array.from({ length: 12 }, (_, at) => chat.conversation.query({ conversationId: at + 1 }));
  await Promise.all([...reads, chat.update.mutate({ conversationId: 1, title: 'Tea' })]);
  expect(requests.map(({ paths, init }) => [init.method, paths.length])).toEqual([
    ['GET', 10],
    ['GET', 2],
    ['POST', 1],
  ]);
});

test('calls that find out who is here share no request, so that none waits for another', async () => {
  const requests = stubServer();
  const { auth } = createTrpcClient();
  const ask = () => auth.user.query(undefined, sessionCall());
  await Promise.all([ask(), ask(), auth.sessions.query()]);
  expect(requests.map(({ paths }) => paths)).toEqual([['auth.user'], ['auth.user'], ['auth.sessions']]);
});

test('a request that is refused before its calls are looked at is a refusal with its sentence', async () => {
  const body = { code: 'FORBIDDEN', message: 'This request comes from a page of another site.' };
  vi.stubGlobal('fetch', async () => Response.json(body, { status: 403 }));
  const client = createTrpcClient();
  const refused = await client.chat.createConversation.mutate({ title: 'Tea' }).catch((error: unknown) => error);
  expect(refused).toMatchObject({ message: body.message, data: { code: 'FORBIDDEN', httpStatus: 403 } });
  expect([sendFailure(refused), errorText(refused)]).toEqual(['refused', body.message]);
});

test('a server that is restarting refuses nothing: the calls are lost and sent again', async () => {
  const body = { code: 'UNAVAILABLE', message: 'The server is restarting. Please try again in a moment.' };
  vi.stubGlobal('fetch', async () => Response.json(body, { status: 503 }));
  const client = createTrpcClient();
  const failed = await client.chat.createConversation.mutate({ title: 'Tea' }).catch((error: unknown) => error);
  expect(sendFailure(failed)).toBe('lost');
});

test('calls name the time zone of the browser', async () => {
  const requests = stubServer();
  await createTrpcClient().chat.conversations.query({});
  expect(requests.map(({ init }) => new Headers(init.headers).get(timeZoneHeader))).toEqual([
    Intl.DateTimeFormat().resolvedOptions().timeZone,
  ]);
});

test.each([
  ['its text', 'upstream is away', 'text/html', '502: upstream is away'],
  ['the name of the status', '', 'text/plain', '502: Bad Gateway'],
])('[7.03] an unsuccessful answer becomes an error with its status and %s', async (_, text, type, message) => {
  vi.stubGlobal(
    'fetch',
    async () => new Response(text, { status: 502, statusText: 'Bad Gateway', headers: { 'Content-Type': type } }),
  );
  const client = createTrpcClient();
  const error = await client.chat.createConversation.mutate({}).catch((failure: Error) => failure);
  expect(error).toMatchObject({ message });
  expect(errorText(error)).toBe("Can't reach Noek right now. Please try again in a moment.");
  await expect(client.auth.user.query(undefined, sessionCall())).rejects.toThrow(message);
});
