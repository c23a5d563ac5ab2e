import type { Conversation } from '@noek/contract/chat/schemas';
import { beforeEach, expect, test } from 'vitest';
import { project } from '../projects/testing/project.ts';
import { conversation } from '../testing/conversation.ts';
import { memoryStorage } from '../testing/memory-storage.ts';
import { message } from '../testing/message.ts';
import { LocalCache } from './local-cache.ts';

let storage: ReturnType<typeof memoryStorage>;
let cache: LocalCache;
beforeEach(() => {
  storage = memoryStorage();
  cache = new LocalCache(storage, 'mira');
});

/** Conversation 9 is newer than conversation 1. */
const row = (id: number, fields: Partial<Conversation> = {}) =>
  conversation(id, { updatedAt: new Date(Date.UTC(2025, 5, 28, 10, 0, id)).toISOString(), ...fields });
const thread = (text: string) => ({ messages: [message(text)], older: null, versions: {} });
const ids = async (of = cache) => (await of.conversations()).map(({ id }) => id);
const active = (rows: Conversation[], complete = true) => ({ archived: false, conversations: rows, complete });

test('[7.26] conversations are saved, newest first; a saved one replaces the earlier version', async () => {
  await cache.save([row(1), row(3)]);
  await cache.save([row(2), row(1, { title: 'Renamed', updatedAt: '2025-07-01T00:00:00.000Z' })]);
  expect(await ids()).toEqual([1, 3, 2]);
  expect((await cache.conversations())[0]?.title).toBe('Renamed');
});

test('messages are kept per conversation', async () => {
  await cache.saveMessages(1, thread('one'));
  await cache.saveMessages(2, thread('two'));
  expect(await cache.messages(1)).toEqual(thread('one'));
  expect(await cache.messages(3)).toBeNull();
});

test('deleting a conversation or moving it to the trash removes its messages', async () => {
  await cache.save([row(1), row(2), row(3)]);
  for (const id of [1, 2, 3]) await cache.saveMessages(id, thread('words'));
  await cache.delete([1]);
  await cache.save([row(2, { deletedAt: '2025-07-01T00:00:00.000Z' })]);
  expect(await ids()).toEqual([3]);
  expect(await cache.messages(1)).toBeNull();
  expect(await cache.messages(2)).toBeNull();
  expect(await cache.messages(3)).not.toBeNull();
});

test("one person's data is hidden from others; clearing removes one person's data, or the data of all other people", async () => {
  const ben = new LocalCache(storage, 'ben');
  for (const each of [cache, ben]) {
    await each.save([row(each === ben ? 2 : 1)]);
    await each.saveMessages(7, thread(each === ben ? 'of ben' : 'of mira'));
  }
  expect([await ids(), await ids(ben)]).toEqual([[1], [2]]);
  expect(await cache.messages(7)).toEqual(thread('of mira'));
  await cache.clear();
  expect([await ids(), await cache.messages(7), await ids(ben)]).toEqual([[], null, [2]]);
  await cache.clearOthers();
  expect(storage.keys()).toEqual([]);
});

test("the server's answer removes missing conversations: from a whole list, or from the part that was read", async () => {
  await cache.save([row(1), row(2), row(3), row(4), row(5, { archived: true })]);
  for (const id of [1, 3]) await cache.saveMessages(id, thread('words'));
  await cache.sync(active([row(4), row(2)], false));
  expect(await ids()).toEqual([5, 4, 2, 1]);
  expect(await cache.messages(3)).toBeNull();
  expect(await cache.messages(1)).not.toBeNull();
  await cache.sync(active([row(4)]));
  expect(await ids()).toEqual([5, 4]);
  expect(await cache.messages(1)).toBeNull();
  await cache.sync(active([]));
  expect(await ids()).toEqual([5]);
});

test('[4.02] an archived conversation moves with its messages', async () => {
  await cache.save([row(1), row(2)]);
  await cache.saveMessages(1, thread('words'));
  await cache.sync({ archived: true, conversations: [row(1, { archived: true })], complete: true });
  await cache.sync(active([row(2)]));
  expect((await cache.conversations()).map(({ id, archived }) => [id, archived])).toEqual([
    [2, false],
    [1, true],
  ]);
  expect(await cache.messages(1)).not.toBeNull();
});

test('the newest 200 conversations are kept, and the messages of the 50 most recently opened', async () => {
  await cache.sync(active(Array.from({ length: 250 }, (_, at) => row(at + 1))));
  expect(await ids()).toHaveLength(200);
  expect((await ids()).at(-1)).toBe(51);
  for (let id = 1; id <= 51; id++) await cache.saveMessages(id, thread(`in ${id}`));
  await cache.saveMessages(2, thread('again'));
  await cache.saveMessages(52, thread('in 52'));
  expect(storage.keys().filter(([kind]) => kind === 'messages')).toHaveLength(50);
  expect(await cache.messages(1)).toBeNull();
  expect(await cache.messages(2)).toEqual(thread('again'));
  expect(await cache.messages(3)).toBeNull();
  expect(await cache.messages(4)).not.toBeNull();
});

test('pinned conversations are kept however old they are, unless they are archived', async () => {
  await cache.save([row(1, { pinned: true }), row(2, { pinned: true, archived: true })]);
  await cache.sync(active(Array.from({ length: 250 }, (_, at) => row(at + 3))));
  expect(await ids()).not.toContain(1);
  await cache.syncPinned([row(1, { pinned: true })]);
  expect(await ids()).toHaveLength(201);
  expect((await ids()).at(-1)).toBe(1);
});

test("the server's answer for the pinned ones ends the other pins, but not those of archived conversations", async () => {
  await cache.save([row(1, { pinned: true }), row(2, { pinned: true }), row(3, { pinned: true, archived: true })]);
  await cache.syncPinned([row(2, { pinned: true })]);
  expect((await cache.conversations()).map(({ id, pinned }) => [id, pinned])).toEqual([
    [3, true],
    [2, true],
    [1, false],
  ]);
});

test('storage that is switched off or full changes nothing and breaks nothing', async () => {
  await cache.save([row(1)]);
  storage.fail = true;
  expect(await ids()).toEqual([]);
  expect(await cache.messages(1)).toBeNull();
  await cache.save([row(2)]);
  await cache.saveMessages(1, thread('words'));
  await cache.delete([1]);
  await cache.clear();
  storage.fail = false;
  expect(await ids()).toEqual([1]);
});

test('nothing is written after its person has left', async () => {
  let here = true;
  const guarded = new LocalCache(storage, 'mira', () => here);
  await guarded.save([row(1)]);
  here = false;
  await guarded.save([row(2)]);
  await guarded.saveMessages(1, thread('words'));
  expect(storage.keys()).toEqual([['conversations', 'mira']]);
});

test('the list of a project removes only conversations of that project that are gone', async () => {
  await cache.save([row(1), row(2, { projectId: 'g' }), row(3, { projectId: 'h' })]);
  await cache.sync({ archived: false, project: 'g', conversations: [], complete: true });
  expect(await ids()).toEqual([3, 1]);
  await cache.sync({ archived: false, project: 'none', conversations: [], complete: true });
  expect(await ids()).toEqual([3]);
});

test('projects are kept; the conversations of one that is gone are removed with their messages', async () => {
  await cache.save([row(1), row(2, { projectId: 'g' }), row(3, { projectId: 'h' })]);
  await cache.saveMessages(2, thread('words'));
  await cache.syncProjects([project('h')]);
  expect(await cache.projects()).toEqual([project('h')]);
  expect(await ids()).toEqual([3, 1]);
  expect(await cache.messages(2)).toBeNull();
  await cache.clear();
  expect(await cache.projects()).toEqual([]);
});
