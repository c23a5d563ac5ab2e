// @vitest-environment happy-dom
import type { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTrpcClient } from '../../../api/client.ts';
import { createQueryClient } from '../../../api/query-client.ts';
import { stubApi } from '../../../testing/render-page.tsx';
import type { ChatCache } from '../cache/chat-cache.ts';
import { Drafts } from '../drafts/drafts.ts';
import { EditDrafts } from '../drafts/edits.ts';
import { UnsavedSettings } from '../drafts/unsaved-settings.ts';
import { entry } from '../testing/entry.ts';
import { Sending } from './sending.ts';

const emptyPage = {
  ...{ conversationId: null, projectId: null, messageId: null, find: null, entry: '' },
  ...{
    hrefOf: () => '',
    open: () => {},
    document: null,
    hrefOfDocument: () => '',
    openDocument: () => {},
    hrefOfProject: () => '',
    openProject: () => {},
  },
};

beforeEach(async () => {
  // The page has loaded it.
  await import('./delivery.ts');
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
  const cache = { messages: { untilShown: async () => {} }, missedSince: () => () => false } as unknown as ChatCache;
  const own = { drafts: new Drafts(), edits: new EditDrafts(), unsavedSettings: new UnsavedSettings() };
  const sending = new Sending({ client: createTrpcClient(), queries, cache, ...own, focusBox: () => {} }, emptyPage);
  sending.setOwner('mira');
  return { tries: () => calls['chat.send']?.length ?? 0, leave: sending.listen() };
}

/** Each attempt makes two requests: after a lost answer, the send is retried immediately. */
test('retries become less frequent; a successful read triggers one immediately', async () => {
  const queries = createQueryClient();
  const { tries, leave } = startPage(queries);
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
  leave();
  await read();
  await pass(60_000);
  expect(tries()).toBe(6);
});
