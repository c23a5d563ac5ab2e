// @vitest-environment happy-dom
import { InfiniteQueryObserver } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import { getQueryKey } from '@trpc/react-query';
import { createElement, type ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiProvider } from '../../../api/api-provider.tsx';
import { createQueryClient } from '../../../api/query-client.ts';
import { trpc } from '../../../api/trpc.ts';
import { createChatCache } from '../cache/chat-cache.ts';
import { listInput } from '../cache/list-inputs.ts';
import { conversation } from '../testing/conversation.ts';
import { refreshList } from './refresh-lists.ts';

afterEach(() => void vi.unstubAllGlobals());

test('a list whose first read is answered during an action shows the change, and is read after the action', async () => {
  const list = (...ids: number[]) => ({ conversations: ids.map((id) => conversation(id)), nextCursor: null });
  const answerOf = (data: unknown) => Response.json([{ result: { data } }]);
  const first = Promise.withResolvers<Response>();
  const fetch = vi.fn(() => Promise.resolve(answerOf(list(9, 8))));
  fetch.mockReturnValueOnce(first.promise);
  vi.stubGlobal('fetch', fetch);
  const queries = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(ApiProvider, { queryClient: queries, children });
  const utils = renderHook(() => trpc.useUtils(), { wrapper }).result.current;
  const { lists } = createChatCache(utils.client, queries);
  const shown = new InfiniteQueryObserver(queries, {
    queryKey: getQueryKey(trpc.chat.conversations, listInput(false), 'infinite'),
    queryFn: () => utils.client.chat.conversations.query(listInput(false)),
    initialPageParam: null,
    getNextPageParam: () => null,
  });
  const stop = shown.subscribe(() => {});
  await vi.waitFor(() => expect(fetch).toHaveBeenCalledOnce());
  lists.remove(new Set([7]));
  first.resolve(answerOf(list(8, 7)));
  await vi.waitFor(() => expect(shown.getCurrentResult().data?.pages).toEqual([list(8)]));
  await refreshList(utils, lists, listInput(false), { whole: false, isOutdated: () => false });
  expect(shown.getCurrentResult().data?.pages).toEqual([list(9, 8)]);
  stop();
});

test('a conversation that another device deletes while the list is read again does not come back', async () => {
  let answer: (list: unknown) => void = () => {};
  vi.stubGlobal(
    'fetch',
    vi.fn(() => new Promise((resolve) => (answer = (data) => resolve(Response.json([{ result: { data } }]))))),
  );
  const queries = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(ApiProvider, { queryClient: queries, children });
  const utils = renderHook(() => trpc.useUtils(), { wrapper }).result.current;
  const cache = createChatCache(utils.client, queries);
  const list = { conversations: [conversation(8), conversation(7)], nextCursor: null };
  utils.chat.conversations.setInfiniteData(listInput(false), { pages: [list], pageParams: [null] });
  const reading = refreshList(utils, cache.lists, listInput(false), { whole: true, isOutdated: () => false });
  await vi.waitFor(() => expect(fetch).toHaveBeenCalledOnce());
  cache.forgetConversation(8);
  answer(list);
  await vi.waitFor(() => expect(fetch).toHaveBeenCalledTimes(2));
  answer({ conversations: [conversation(7)], nextCursor: null });
  await reading;
  const ids = utils.chat.conversations
    .getInfiniteData(listInput(false))
    ?.pages.flatMap(({ conversations }) => conversations.map(({ id }) => id));
  expect(ids).toEqual([7]);
});
