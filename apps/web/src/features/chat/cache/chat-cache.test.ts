// @vitest-environment happy-dom
import { QueryObserver } from '@tanstack/react-query';
import { createTRPCQueryUtils, getQueryKey } from '@trpc/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { createTrpcClient } from '../../../api/client.ts';
import { createQueryClient } from '../../../api/query-client.ts';
import { currentUserKey, trpc } from '../../../api/trpc.ts';
import { mira } from '../../session/testing/mira.ts';
import { message } from '../testing/message.ts';
import { createChatCache } from './chat-cache.ts';

afterEach(() => void vi.unstubAllGlobals());

const allowance = { remainingMessages: 9, messageLimit: 10, resetAt: null, windows: [] };

test.each([
  ['a guest', null, 'guestStatus'],
  ['a signed-in person', mira, 'allowance'],
] as const)(
  'a read that began before a charge does not restore the number of messages left before it, for %s',
  async (_, user, procedure) => {
    const read = Promise.withResolvers<Response>();
    vi.stubGlobal('fetch', () => read.promise);
    const queries = createQueryClient();
    queries.setQueryData(currentUserKey, user);
    const client = createTrpcClient();
    const cache = createChatCache(client, queries);
    const reading = createTRPCQueryUtils({ client, queryClient: queries }).chat[procedure].fetch();
    cache.putAllowance({ ...allowance, remainingMessages: 8 });
    read.resolve(Response.json([{ result: { data: { ...allowance, messageCount: 1, hasReachedLimit: false } } }]));
    await reading;
    const known = () => queries.getQueryData(getQueryKey(trpc.chat[procedure], undefined, 'query'));
    await vi.waitFor(() => expect(known()).toMatchObject({ remainingMessages: 8 }));
  },
);

test('messages around a found one stay when they arrive together with a read of the end', async () => {
  const all = Array.from({ length: 100 }, (_, at) => message(`m${at}`, { parentId: at === 0 ? null : `m${at - 1}` }));
  const page = (from: number) => ({ messages: all.slice(from), older: { before: from }, newer: null, versions: {} });
  const queries = createQueryClient();
  const client = createTrpcClient();
  const cache = createChatCache(client, queries);
  const queryKey = getQueryKey(trpc.chat.messagePage, { conversationId: 7 }, 'query');
  queries.setQueryData(queryKey, page(60));
  const answers: ((response: Response) => void)[] = [];
  const requests: string[] = [];
  vi.stubGlobal('fetch', (url: string) => {
    requests.push(decodeURIComponent(url));
    return new Promise<Response>((resolve) => answers.push(resolve));
  });

  const query = new QueryObserver(queries, { queryKey, queryFn: () => cache.messages.read(7, 'm30'), staleTime: 0 });
  const stop = query.subscribe(() => {});
  const found = cache.messages.loadAround(7, 'm30');
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  expect(requests[0]).toContain('"around":"m30"');
  answers[0]?.(Response.json([page(60), page(10)].map((data) => ({ result: { data } }))));
  expect(await found).toBe(true);
  const first = () => cache.windowOf(7)?.messages[0]?.id;
  expect(first()).toBe('m10');
  // What was read is read again, in the new extent.
  await vi.waitFor(() => expect(requests).toHaveLength(2));
  expect(requests[1]).toContain('"limit":90');
  answers[1]?.(Response.json([{ result: { data: page(10) } }]));
  await vi.waitFor(() => expect(queries.isFetching()).toBe(0));
  expect(first()).toBe('m10');
  stop();
});
