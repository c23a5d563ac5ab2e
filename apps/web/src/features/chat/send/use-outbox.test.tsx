// @vitest-environment happy-dom
import type { QueryClient } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiProvider } from '../../../api/api-provider.tsx';
import { createQueryClient } from '../../../api/query-client.ts';
import { stubApi } from '../../../testing/render-page.tsx';
import type { ChatCache } from '../cache/chat-cache.ts';
import { entry } from '../testing/entry.ts';
import { useOutbox } from './use-outbox.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => void vi.useRealTimers());

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

/** A page with one waiting message and a server that cannot be reached. */
function startPage(queries: QueryClient) {
  localStorage.setItem('noek_outbox', JSON.stringify({ entries: [entry('c1', { ownerId: 'mira' })], made: [] }));
  const calls = stubApi({
    'chat.send': () => {
      throw new Error('no connection');
    },
  });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ApiProvider queryClient={queries}>{children}</ApiProvider>
  );
  const options = {
    ownerId: 'mira',
    cache: { messages: { untilShown: async () => {} }, missedSince: () => () => false } as unknown as ChatCache,
    signedInUser: async () => ({ id: 'mira' }),
    onMade: () => {},
    onBranched: () => {},
    onSettled: () => {},
    onRefused: () => false,
  };
  const { unmount } = renderHook(() => useOutbox(options), { wrapper });
  return { tries: () => calls['chat.send']?.length ?? 0, unmount };
}

/** Each attempt makes two requests: after a lost answer, the send is retried immediately. */
test('retries become less frequent; a successful read triggers one immediately', async () => {
  const queries = createQueryClient();
  const { tries, unmount } = startPage(queries);
  await pass(10);
  expect(tries()).toBe(2);
  await pass(2_100);
  expect(tries()).toBe(4);
  await pass(3_000);
  expect(tries()).toBe(4);
  const read = () => queries.fetchQuery({ queryKey: ['anything'], queryFn: () => 'an answer', staleTime: 0 });
  await read();
  await pass(10);
  expect(tries()).toBe(6);
  // After a recent refusal, successful reads do not trigger more sends.
  await read();
  await pass(500);
  expect(tries()).toBe(6);
  queries.setQueryData(['anything'], 'something this page knew');
  await pass(2_000);
  expect(tries()).toBe(6);
  unmount();
  await read();
  await pass(60_000);
  expect(tries()).toBe(6);
});
