import type { Conversation } from '@noek/contract/chat/schemas';
import { expect, test } from 'vitest';
import { project } from '../../projects/testing/project.ts';
import { conversation } from '../../testing/conversation.ts';
import { listRows } from './list-rows.ts';
import type { ProjectList } from './project-lists.ts';

const list = (conversations: Conversation[] | null, fields: Partial<ProjectList> = {}): ProjectList => ({
  data: conversations ? { pages: [{ conversations, nextCursor: null }], pageParams: [null] } : undefined,
  isError: false,
  hasNextPage: false,
  isFetchingNextPage: false,
  fetchNextPage() {},
  retry() {},
  ...fields,
});
const garden = project('g', { name: 'Garden' });
const thesis = project('t', { name: 'Thesis' });
const rowsOf = (given: Partial<Parameters<typeof listRows>[0]>) =>
  listRows({
    conversations: [],
    isPinnedFirst: true,
    projects: [garden, thesis],
    open: [],
    lists: new Map(),
    groupOf: () => 'Today',
    ...given,
  });

test('pinned conversations are first, wherever they are, then projects, then the others', () => {
  const rows = rowsOf({
    conversations: [conversation(9, { pinned: true, projectId: 'g' }), conversation(8)],
  });
  expect(rows.map(({ id, group }) => [id, group])).toEqual([
    [9, 'Pinned'],
    ['project g', 'Projects'],
    ['project t', 'Projects'],
    [8, 'Today'],
  ]);
  expect(rows[0]).toMatchObject({ project: garden, isNested: false });
});

test('an unfolded project has a new chat, its chats without the pinned ones, and more if there are more', () => {
  const more = list([conversation(3, { projectId: 'g', pinned: true }), conversation(2, { projectId: 'g' })], {
    hasNextPage: true,
  });
  const rows = rowsOf({ open: ['g'], lists: new Map([['g', more]]) });
  expect(rows.map(({ id, kind }) => [id, kind])).toEqual([
    ['project g', 'project'],
    ['new g', 'new-chat'],
    [2, 'chat'],
    ['more g', 'more'],
    ['project t', 'project'],
  ]);
});

test('an unfolded project whose chats are not read yet has its new chat; the archived list has no projects', () => {
  expect(rowsOf({ open: ['g'] }).map(({ kind }) => kind)).toEqual(['project', 'new-chat', 'project']);
  const archived = rowsOf({ isPinnedFirst: false, conversations: [conversation(4, { pinned: true, projectId: 't' })] });
  expect(archived.map(({ id, group }) => [id, group])).toEqual([[4, 'Today']]);
  expect(archived[0]).toMatchObject({ project: thesis });
});

test('10,000 chats in 200 projects make 200 rows while they are folded', () => {
  const projects = Array.from({ length: 200 }, (_, n) => project(`p${n}`));
  expect(rowsOf({ projects })).toHaveLength(200);
});
