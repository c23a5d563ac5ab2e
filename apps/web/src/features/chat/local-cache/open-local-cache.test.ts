// @vitest-environment happy-dom
import type { Conversation, MessagePage } from '@noek/contract/chat/schemas';
import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '../../../api/query-client.ts';
import { currentUserKey, trpc } from '../../../api/trpc.ts';
import { Refusal } from '../../../testing/refusal.ts';
import { storeUser } from '../../session/start/stored-user.ts';
import { mira } from '../../session/testing/mira.ts';
import { changeQuery } from '../cache/change-query.ts';
import { type ConversationPages, withRows } from '../cache/conversation-cache.ts';
import { listInput } from '../cache/list-inputs.ts';
import { project } from '../projects/testing/project.ts';
import { conversation } from '../testing/conversation.ts';
import { memoryStorage } from '../testing/memory-storage.ts';
import { answer, message } from '../testing/message.ts';
import type { OpenLocalCache } from './early-cache.ts';
import { LocalCache } from './local-cache.ts';
import { openLocalCache } from './open-local-cache.ts';

const ben = { ...mira, id: 'u2', name: 'Ben' };
const listKey = (archived = false) => getQueryKey(trpc.chat.conversations, listInput(archived), 'infinite');
const conversationKey = (conversationId: number) => getQueryKey(trpc.chat.conversation, { conversationId }, 'query');
const pageKey = (conversationId: number) => getQueryKey(trpc.chat.messagePage, { conversationId }, 'query');
const page = (fields: Partial<MessagePage>): MessagePage => ({
  messages: [],
  older: null,
  newer: null,
  versions: {},
  ...fields,
});
const list = (...conversations: Conversation[]) => ({
  pages: [{ conversations, nextCursor: null }],
  pageParams: [null],
});

const kept = (...conversations: Conversation[]) => ({ ...list(...conversations), kept: true });

let storage: ReturnType<typeof memoryStorage>;
let cache: LocalCache;
let queries: QueryClient;
let opened: OpenLocalCache | undefined;
const open = async () => {
  opened = openLocalCache(queries, mira.id, storage);
  await opened.ready;
  return opened;
};
/** Waits until all pending changes are written. */
const written = () => vi.advanceTimersByTimeAsync(5_000);

beforeEach(async () => {
  vi.useFakeTimers();
  storage = memoryStorage();
  cache = new LocalCache(storage, mira.id);
  queries = createQueryClient();
  storeUser(mira);
  await cache.save([conversation(7), conversation(8, { archived: true })]);
  await cache.saveMessages(7, { messages: [message('kept')], older: null, versions: {} });
});
afterEach(() => {
  opened?.close();
  queries.clear();
  vi.useRealTimers();
});

test('kept data is shown as stale before the server has said who is here', async () => {
  await (await open()).show(7);
  expect(queries.getQueryData(listKey())).toEqual(kept(conversation(7)));
  expect(queries.getQueryData(listKey(true))).toEqual(kept(conversation(8, { archived: true })));
  expect(queries.getQueryData(conversationKey(7))).toEqual(conversation(7));
  expect(queries.getQueryData(pageKey(7))).toEqual(page({ messages: [message('kept')] }));
  for (const query of queries.getQueryCache().getAll()) expect(query.isStaleByTime(300_000)).toBe(true);
});

test("kept data never replaces the server's data", async () => {
  queries.setQueryData(currentUserKey, mira);
  queries.setQueryData(listKey(), list(conversation(9)));
  queries.setQueryData(pageKey(7), page({ messages: [message('new')] }));
  await (await open()).show(7);
  expect(queries.getQueryData(listKey())).toEqual(list(conversation(9)));
  expect(queries.getQueryData(pageKey(7))).toEqual(page({ messages: [message('new')] }));
});

test("when the server confirms the person, visible data stays until it is read again and other people's data is removed", async () => {
  await new LocalCache(storage, ben.id).save([conversation(5)]);
  await open();
  const look = new QueryObserver(queries, { queryKey: listKey(), enabled: false }).subscribe(() => {});
  queries.setQueryData(currentUserKey, mira);
  await written();
  expect(queries.getQueryData(listKey())).toEqual(kept(conversation(7)));
  look();
  expect(storage.keys().filter(([, userId]) => userId === ben.id)).toEqual([]);
});

test('the lists stay when the server confirms the person before the sidebar is there; messages that nothing shows do not', async () => {
  await (await open()).show(7);
  queries.setQueryData(currentUserKey, mira);
  await written();
  const shown = queries.getQueryCache().find({ queryKey: listKey() });
  expect(shown?.state.data).toEqual(kept(conversation(7)));
  expect(queries.getQueryData(pageKey(7))).toBeUndefined();
  // A change that arrives in the meantime does not make the list look fresh: the sidebar still reads it.
  changeQuery<ConversationPages>(queries, listKey(), (data) => data && withRows(data, [conversation(9)]));
  expect(shown?.state.data).toEqual(kept(conversation(9), conversation(7)));
  expect(shown?.isStaleByTime(300_000)).toBe(true);
  // Nor is the change kept as if it came from the server.
  await written();
  expect(await cache.conversations()).not.toContainEqual(conversation(9));
});

test('the lists also show when the server confirms the person before they were read from this device', async () => {
  queries.setQueryData(currentUserKey, mira);
  await open();
  expect(queries.getQueryData(listKey())).toEqual(kept(conversation(7)));
});

test.each([
  ['no person', null],
  ['another person', ben],
])('when the server says that %s is here, the shown data is removed', async (_, user) => {
  await (await open()).show(7);
  queries.setQueryData(currentUserKey, user);
  await vi.advanceTimersByTimeAsync(0);
  expect(
    queries
      .getQueryCache()
      .getAll()
      .map(({ queryKey }) => queryKey),
  ).toEqual([currentUserKey]);
  await opened?.show(7);
  expect(queries.getQueryData(pageKey(7))).toBeUndefined();
});

test('[7.26] server data is kept for the next visit: lists, new conversations and messages, but no running answer', async () => {
  queries.setQueryData(currentUserKey, mira);
  await open();
  queries.setQueryData(listKey(), list(conversation(9), conversation(7)));
  queries.setQueryData(conversationKey(9), conversation(9));
  queries.setQueryData(pageKey(9), page({ messages: [message('q'), answer('a')] }));
  expect((await cache.conversations()).map(({ id }) => id).sort()).toEqual([7, 8]);
  await written();
  queries.setQueryData(conversationKey(10), conversation(10));
  await written();
  expect((await cache.conversations()).map(({ id }) => id).sort()).toEqual([10, 7, 8, 9]);
  expect((await cache.messages(9))?.messages).toEqual([message('q')]);
});

test('of a long conversation only the end is kept, with its message versions, and never a part from the middle', async () => {
  queries.setQueryData(currentUserKey, mira);
  await open();
  const messages = Array.from({ length: 120 }, (_, at) => message(`m${at}`));
  for (const id of [9, 10, 11]) queries.setQueryData(conversationKey(id), conversation(id));
  const versions = { m5: ['m4', 'm5'], m119: ['m118', 'm119'] };
  queries.setQueryData(pageKey(9), page({ messages, older: { before: 30 }, versions }));
  queries.setQueryData(pageKey(10), page({ messages: [message('q'), answer('a')], older: { before: 30 } }));
  queries.setQueryData(pageKey(11), page({ messages, newer: { after: 150 } }));
  await written();
  expect(await cache.messages(9)).toEqual({
    messages: messages.slice(20),
    older: { before: expect.any(Number) },
    versions: { m119: ['m118', 'm119'] },
  });
  expect(await cache.messages(10)).toEqual({ messages: [message('q')], older: { before: 30 }, versions: {} });
  expect(await cache.messages(11)).toBeNull();
});

test('nothing of a temporary chat is kept, nor of one that is not known yet, until the person keeps it', async () => {
  queries.setQueryData(currentUserKey, mira);
  await open();
  queries.setQueryData(pageKey(9), page({ messages: [message('secret')] }));
  await written();
  queries.setQueryData(conversationKey(9), conversation(9, { temporary: true }));
  await written();
  queries.setQueryData(pageKey(9), page({ messages: [message('secret'), message('another')] }));
  await written();
  expect(await cache.messages(9)).toBeNull();
  expect((await cache.conversations()).map(({ id }) => id)).not.toContain(9);
  expect(JSON.stringify(storage.keys())).not.toContain('9');
  queries.setQueryData(conversationKey(9), conversation(9));
  await written();
  expect((await cache.messages(9))?.messages).toEqual([message('secret'), message('another')]);
  expect((await cache.conversations()).map(({ id }) => id)).toContain(9);
});

test('[4.02] a conversation that moves to the archive keeps its messages; a deleted or missing one loses them', async () => {
  queries.setQueryData(currentUserKey, mira);
  await cache.save([conversation(6)]);
  await cache.saveMessages(6, { messages: [message('six')], older: null, versions: {} });
  await open();
  queries.setQueryData(listKey(), list());
  queries.setQueryData(conversationKey(7), conversation(7, { archived: true }));
  await written();
  expect(await cache.messages(7)).not.toBeNull();
  expect(await cache.messages(6)).toBeNull();
  await queries
    .fetchQuery({
      queryKey: conversationKey(7),
      staleTime: 0,
      queryFn: () => Promise.reject(new Refusal('NOT_FOUND', 404, 'Not there.')),
    })
    .catch(() => {});
  await written();
  expect((await cache.conversations()).map(({ id }) => id)).toEqual([8]);
  expect(await cache.messages(7)).toBeNull();
});

test('nothing is kept before the server confirms the person, after closing, or after they left in another tab', async () => {
  const changes = () =>
    queries.setQueryData(conversationKey(9), conversation(9, { updatedAt: new Date().toISOString() }));
  const known = async () => (await cache.conversations()).map(({ id }) => id).sort();
  await open();
  changes();
  await written();
  expect(await known()).toEqual([7, 8]);
  queries.setQueryData(currentUserKey, mira);
  localStorage.removeItem('noek_user');
  changes();
  await written();
  expect(await known()).toEqual([7, 8]);
  storeUser(mira);
  changes();
  opened?.close();
  await written();
  expect(await known()).toEqual([7, 8]);
});

test('kept projects are shown with their chats, and kept again when the server has answered', async () => {
  await cache.save([conversation(9, { projectId: 'g' })]);
  await cache.syncProjects([project('g')]);
  await open();
  const projectsKey = getQueryKey(trpc.projects.list, undefined, 'query');
  expect(queries.getQueryData(projectsKey)).toEqual([project('g')]);
  const inProject = getQueryKey(trpc.chat.conversations, listInput(false, 'g'), 'infinite');
  expect(queries.getQueryData(inProject)).toEqual(kept(conversation(9, { projectId: 'g' })));
  expect(queries.getQueryData(listKey())).toEqual(kept(conversation(7)));
  queries.setQueryData(currentUserKey, mira);
  queries.setQueryData(projectsKey, []);
  await written();
  expect(await cache.projects()).toEqual([]);
  expect((await cache.conversations()).map(({ id }) => id).sort()).toEqual([7, 8]);
});
