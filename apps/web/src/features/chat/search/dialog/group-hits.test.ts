import type { SearchHit } from '@noek/contract/chat/search';
import { expect, test } from 'vitest';
import { groupHits } from './group-hits.ts';

const hitsOf = (...conversations: number[]) =>
  conversations.map((conversationId, at) => ({ conversationId, messageId: `m${at}` }) as SearchHit);
const shape = (hits: SearchHit[], ...expanded: number[]) =>
  groupHits(hits, new Set(expanded)).map((group) => [
    group.conversationId,
    group.hits.map(({ messageId }) => messageId).join(' '),
    group.hidden.length,
  ]);

test('a conversation is listed once, in the place of its first hit', () => {
  expect(shape([])).toEqual([]);
  expect(shape(hitsOf(7, 8, 7, 9, 8))).toEqual([
    [7, 'm0 m2', 0],
    [8, 'm1 m4', 0],
    [9, 'm3', 0],
  ]);
});

test('further hits of a conversation are hidden until it is expanded; one alone is never hidden', () => {
  expect(shape(hitsOf(7, 7, 7, 7))).toEqual([[7, 'm0 m1 m2 m3', 0]]);
  expect(shape(hitsOf(7, 7, 7, 7, 7, 8))).toEqual([
    [7, 'm0 m1 m2', 2],
    [8, 'm5', 0],
  ]);
  expect(shape(hitsOf(7, 7, 7, 7, 7, 8), 7)).toEqual([
    [7, 'm0 m1 m2 m3 m4', 0],
    [8, 'm5', 0],
  ]);
});
