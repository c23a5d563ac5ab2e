import type { Conversation } from '@noek/contract/chat';
import { expect, test } from 'vitest';
import {
  type ConversationPages,
  conversationsIn,
  withConversation,
  withoutConversation,
} from './conversation-cache.ts';

const row = (id: number, minute: number): Conversation => ({
  id,
  title: `Chat ${id}`,
  userId: 'u',
  updatedAt: new Date(Date.UTC(2025, 5, 28, 10, minute)).toISOString(),
  createdAt: '2025-06-01T00:00:00.000Z',
  archived: false,
  funMode: false,
  harmfulMode: false,
  shared: false,
  sharedAt: null,
  shareExpiresAt: null,
  headMessageId: null,
  deletedAt: null,
});
const pages = (nextCursor: string | null): ConversationPages => ({
  pages: [
    { conversations: [row(1, 50), row(2, 40)], nextCursor: 'x' },
    { conversations: [row(3, 30)], nextCursor },
  ],
  pageParams: [undefined, 'x'],
});
const ids = (data: ConversationPages) => conversationsIn(data).map(({ id }) => id);

test('a new or touched conversation moves to its place by date', () => {
  expect(ids(withConversation(pages(null), row(9, 59)))).toEqual([9, 1, 2, 3]);
  expect(ids(withConversation(pages(null), row(3, 59)))).toEqual([3, 1, 2]);
  expect(ids(withConversation(pages(null), row(9, 35)))).toEqual([1, 2, 9, 3]);
});

test('one that is older than what is loaded shows only when all is loaded', () => {
  expect(ids(withConversation(pages(null), row(9, 1)))).toEqual([1, 2, 3, 9]);
  expect(ids(withConversation(pages('y'), row(9, 1)))).toEqual([1, 2, 3]);
});

test('an empty list takes its first conversation', () => {
  const none: ConversationPages = { pages: [{ conversations: [], nextCursor: null }], pageParams: [undefined] };
  expect(ids(withConversation(none, row(1, 1)))).toEqual([1]);
});

test('taking one out changes no other, and a row on two pages shows once', () => {
  expect(ids(withoutConversation(pages(null), 2))).toEqual([1, 3]);
  const twice = pages(null);
  twice.pages[1]?.conversations.unshift(row(2, 40));
  expect(ids(twice)).toEqual([1, 2, 3]);
});
