import type { Conversation } from '@noek/contract/chat/schemas';
import { expect, test } from 'vitest';
import { conversation } from '../testing/conversation.ts';
import { type ConversationPages, conversationsIn, withoutRows, withRows } from './conversation-cache.ts';
import { firstPages, withFirstPage } from './refreshed-lists.ts';

const row = (id: number, minute: number): Conversation =>
  conversation(id, { userId: 'u', updatedAt: new Date(Date.UTC(2025, 5, 28, 10, minute)).toISOString() });
const pages = (nextCursor: string | null): ConversationPages => ({
  pages: [
    { conversations: [row(1, 50), row(2, 40)], nextCursor: 'x' },
    { conversations: [row(3, 30)], nextCursor },
  ],
  pageParams: [undefined, 'x'],
});
const ids = (data: ConversationPages) => conversationsIn(data).map(({ id }) => id);

test('a new or changed conversation moves to its place by date', () => {
  expect(ids(withRows(pages(null), [row(9, 59)]))).toEqual([9, 1, 2, 3]);
  expect(ids(withRows(pages(null), [row(3, 59)]))).toEqual([3, 1, 2]);
  expect(ids(withRows(pages(null), [row(9, 35)]))).toEqual([1, 2, 9, 3]);
});

test('a conversation older than the loaded rows shows only when all rows are loaded', () => {
  expect(ids(withRows(pages(null), [row(9, 1)]))).toEqual([1, 2, 3, 9]);
  expect(ids(withRows(pages('y'), [row(9, 1)]))).toEqual([1, 2, 3]);
});

test('the last loaded row stays when it changes, while there are more rows', () => {
  const renamed = withRows(pages('y'), [{ ...row(3, 30), title: 'Tea' }]);
  expect(conversationsIn(renamed).map(({ id, title }) => [id, title])).toEqual([
    [1, 'Chat 1'],
    [2, 'Chat 2'],
    [3, 'Tea'],
  ]);
});

test('an empty list takes its first conversation', () => {
  const none: ConversationPages = { pages: [{ conversations: [], nextCursor: null }], pageParams: [undefined] };
  expect(ids(withRows(none, [row(1, 1)]))).toEqual([1]);
});

test('removing one changes no other, and a row on two pages shows once', () => {
  expect(ids(withoutRows(pages(null), new Set([2])))).toEqual([1, 3]);
  const twice = pages(null);
  twice.pages[1]?.conversations.unshift(row(2, 40));
  expect(ids(twice)).toEqual([1, 2, 3]);
});

test('many changes at once put each row where a single change would, and leave out those older than the loaded rows', () => {
  const added = [row(9, 1), row(7, 45), row(8, 59), row(3, 55)];
  expect(ids(withRows(pages('y'), added))).toEqual([8, 3, 1, 7, 2]);
  expect(ids(withRows(pages(null), added))).toEqual([8, 3, 1, 7, 2, 9]);
});

test('a change that is already known does nothing', () => {
  const known = pages(null);
  expect(withRows(known, [row(2, 40)])).toBe(known);
  expect(withoutRows(known, new Set([99]))).toBe(known);
  expect(withRows(known, [{ ...row(2, 40), title: 'Tea' }])).not.toBe(known);
});

test('a refreshed first page replaces the old one; the rows loaded after it stay', () => {
  const read = { conversations: [row(9, 55), row(2, 40)], nextCursor: 'new' };
  const merged = withFirstPage(pages('y'), read);
  expect(ids(merged)).toEqual([9, 2, 3]);
  expect(merged.pages.at(-1)?.nextCursor).toBe('y');
  expect(merged.pages).toHaveLength(2);
});

test('rows that no longer fit on the first page move to the second; none is lost or duplicated', () => {
  const known = withRows(pages('y'), [row(9, 59)]);
  const read = { conversations: [row(9, 59), row(1, 50)], nextCursor: 'new' };
  expect(ids(withFirstPage(known, read))).toEqual([9, 1, 2, 3]);
});

test('a first page that reaches beyond the loaded rows, or is the whole list, replaces the list', () => {
  const further = { conversations: [row(4, 20), row(5, 10)], nextCursor: 'further' };
  expect(withFirstPage(pages('y'), further)).toEqual({ pages: [further], pageParams: [undefined] });
  const all = { conversations: [row(1, 50)], nextCursor: null };
  expect(withFirstPage(pages('y'), all).pages).toEqual([all]);
  const none = { conversations: [], nextCursor: null };
  expect(ids(withFirstPage(pages(null), none))).toEqual([]);
  const one: ConversationPages = { pages: [{ conversations: [row(1, 50)], nextCursor: 'x' }], pageParams: [undefined] };
  const next = { conversations: [row(9, 59)], nextCursor: 'z' };
  expect(withFirstPage(one, next).pages).toEqual([next]);
});

test('a list that was scrolled far down starts over with its first pages', () => {
  const cut = firstPages(pages('y'), 1);
  expect(ids(cut)).toEqual([1, 2]);
  expect(cut.pages.at(-1)?.nextCursor).toBe('x');
  expect(cut.pageParams).toEqual([undefined]);
});
