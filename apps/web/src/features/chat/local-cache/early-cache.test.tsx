// @vitest-environment happy-dom
import type { QueryClient } from '@tanstack/react-query';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, renderHook } from '@testing-library/react';
import { getQueryKey } from '@trpc/react-query';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '../../../api/query-client.ts';
import { currentUserKey, trpc } from '../../../api/trpc.ts';
import { storeUser } from '../../session/start/stored-user.ts';
import { mira } from '../../session/testing/mira.ts';
import { conversation } from '../testing/conversation.ts';
import { memoryStorage } from '../testing/memory-storage.ts';
import { message } from '../testing/message.ts';
import { LocalCache } from './local-cache.ts';
import { openKept } from './open-local-cache.ts';
import { useLocalCache } from './use-local-cache.ts';

const storage = vi.hoisted(() => ({ current: null as unknown as ReturnType<typeof memoryStorage> }));
vi.mock('./indexed-db.ts', () => ({ indexedDbStorage: () => storage.current }));

const ben = { ...mira, id: 'u2', name: 'Ben' };
const pageKey = getQueryKey(trpc.chat.messagePage, { conversationId: 7 }, 'query');
const texts = () =>
  queries.getQueryData<{ messages: { content: string }[] }>(pageKey)?.messages.map(({ content }) => content);

let queries: QueryClient;
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queries}>{children}</QueryClientProvider>
);
/** What the first render of the screen gets. */
function firstRender(userId: string | null) {
  const seen: boolean[] = [];
  renderHook(() => seen.push(useLocalCache(userId, 7)), { wrapper });
  return seen[0];
}

beforeEach(async () => {
  storage.current = memoryStorage();
  queries = createQueryClient();
  storeUser(mira);
  const cache = new LocalCache(storage.current, mira.id);
  await cache.save([conversation(7)]);
  await cache.saveMessages(7, { messages: [message('kept')], older: null, versions: {} });
});
afterEach(() => {
  cleanup();
  queries.clear();
  localStorage.clear();
});

test('the kept part of the opened conversation is there for the first render', async () => {
  await openKept(queries, mira.id, 7, null);
  expect(texts()).toEqual(['kept']);
  expect(firstRender(mira.id)).toBe(true);
});

test('it stays when the server confirms the person before the first render', async () => {
  await openKept(queries, mira.id, 7, null);
  queries.setQueryData(currentUserKey, mira);
  expect(texts()).toEqual(['kept']);
});

test.each([
  ['no person is', null],
  ['another person is', ben],
])('it goes when the server says that %s here', async (_, user) => {
  await openKept(queries, mira.id, 7, null);
  queries.setQueryData(currentUserKey, user);
  expect(texts()).toBeUndefined();
  expect(firstRender(user?.id ?? null)).toBe(false);
});

test('neither storage that never answers nor code that does not load holds up the page', async () => {
  vi.useFakeTimers();
  vi.spyOn(storage.current, 'read').mockReturnValue(new Promise(() => {}));
  const opened = openKept(queries, mira.id, 7, null);
  await vi.advanceTimersByTimeAsync(250);
  await opened;
  expect(firstRender(mira.id)).toBe(false);
  vi.mocked(storage.current.read).mockRestore();
  const waiting = openKept(queries, mira.id, 7, new Promise(() => {}));
  await vi.advanceTimersByTimeAsync(250);
  await waiting;
  vi.useRealTimers();
  expect(texts()).toEqual(['kept']);
});
