// @vitest-environment happy-dom
import type { QueryClient } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiProvider } from '../../../api/api-provider.tsx';
import { createQueryClient } from '../../../api/query-client.ts';
import { stubApi } from '../../../testing/render-page.tsx';
import type { ChatCache } from '../cache/chat-cache.ts';
import { entry } from './testing/entry.ts';
import { useOutbox } from './use-outbox.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => void vi.useRealTimers());

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

/** A page with one message that waits, and a server that cannot be reached. */
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
    cache: { messages: { untilShown: async () => {} } } as unknown as ChatCache,
    signedInUser: async () => ({ id: 'mira' }),
    onMade: () => {},
    onBranched: () => {},
    onRefused: () => false,
  };
  const { unmount } = renderHook(() => useOutbox(options), { wrapper });
  return { tries: () => calls['chat.send']?.length ?? 0, unmount };
}

/** Each try asks twice: an answer that was lost is asked for again at once. */
test('tries grow rarer; a read that succeeds says that the server is back, and is not waited for', async () => {
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
  // Just refused again: reads in a row are no reason to send in a row.
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
