import type { Conversation } from '@noek/contract/chat/schemas';
import { QueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { expect, test } from 'vitest';
import { trpc } from '../../../api/trpc.ts';
import { conversation } from '../testing/conversation.ts';
import { conversationsIn } from './conversation-cache.ts';
import { ConversationLists } from './conversation-lists.ts';
import { listInput, projectInput, recentInput, trashInput } from './list-inputs.ts';

const inputs = {
  chats: listInput(false),
  garden: projectInput('garden'),
  archive: listInput(true),
  recent: recentInput,
};
const pinnedKey = getQueryKey(trpc.chat.pinned, undefined, 'query');
const trashKey = getQueryKey(trpc.chat.trash, trashInput, 'infinite');

/** Lists that have been read, and contain conversation 1 and, in the trash, 5. */
function openLists() {
  const queries = new QueryClient();
  const read = (...rows: Conversation[]) => ({
    pages: [{ conversations: rows, nextCursor: null }],
    pageParams: [null],
  });
  for (const [name, input] of Object.entries(inputs))
    queries.setQueryData(
      getQueryKey(trpc.chat.conversations, input, 'infinite'),
      name === 'chats' || name === 'recent' ? read(conversation(1)) : read(),
    );
  queries.setQueryData(pinnedKey, []);
  queries.setQueryData(trashKey, read(conversation(5, { deletedAt: '2026-01-02T00:00:00.000Z' })));
  const lists = new ConversationLists(queries);
  const idsOf = (rows: readonly Conversation[] = []) => rows.map(({ id }) => id);
  return {
    lists,
    /** The names of the lists in which a conversation is. */
    namesOf: (id: number) => [
      ...Object.entries(inputs).flatMap(([name, input]) =>
        idsOf(conversationsIn(lists.loaded(input))).includes(id) ? name : [],
      ),
      ...(idsOf(queries.getQueryData(pinnedKey)).includes(id) ? ['pinned'] : []),
      ...(idsOf(conversationsIn(queries.getQueryData(trashKey))).includes(id) ? ['trash'] : []),
    ],
  };
}

test.each([
  ['in no project', {}, ['chats', 'recent']],
  ['pinned', { pinned: true }, ['chats', 'recent', 'pinned']],
  ['in a project', { projectId: 'garden' }, ['garden', 'recent']],
  ['in a project whose chats were not shown', { projectId: 'kitchen' }, ['recent']],
  ['archived, pinned before', { archived: true, pinned: true }, ['archive']],
  ['in the trash', { deletedAt: '2026-01-02T00:00:00.000Z' }, []],
  ['temporary', { temporary: true }, []],
])('a conversation that is %s is in the lists it belongs to, and in no other', (_, fields, names) => {
  const { lists, namesOf } = openLists();
  for (const id of [2, 3]) lists.put([conversation(id, { pinned: true, projectId: 'garden' })]);
  lists.remove(new Set([2]));
  expect(namesOf(2)).toEqual([]);
  lists.put([conversation(2, fields)]);
  expect(namesOf(2)).toEqual(names);
  expect(namesOf(1)).toEqual(['chats', 'recent']);
  expect(namesOf(3)).toEqual(['garden', 'recent', 'pinned']);
});

test('a conversation that was restored leaves the trash', () => {
  const { lists, namesOf } = openLists();
  expect(namesOf(5)).toEqual(['trash']);
  lists.put([conversation(5)]);
  expect(namesOf(5)).toEqual(['chats', 'recent']);
});

test('the rows of all lists are known by id', () => {
  const { lists } = openLists();
  lists.put([conversation(2, { archived: true })]);
  expect([...lists.rows().keys()].toSorted()).toEqual([1, 2]);
});
