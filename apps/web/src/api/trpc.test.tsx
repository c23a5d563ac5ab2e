import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiProvider } from './api-provider.tsx';
import { createQueryClient } from './query-client.ts';
import { trpc } from './trpc.ts';

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
function read() {
  const queries = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ApiProvider queryClient={queries}>{children}</ApiProvider>
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
