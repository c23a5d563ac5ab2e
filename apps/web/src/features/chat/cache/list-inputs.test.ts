import { expect, test } from 'vitest';
import { isIn, listInput, listInputs, projectInput, recentInput } from './list-inputs.ts';

test('a conversation is in the list of its project or of those without one, and in that of the recent ones', () => {
  const outside = { archived: false, projectId: null, deletedAt: null };
  const inside = { archived: false, projectId: 'p', deletedAt: null };
  const archived = { archived: true, projectId: 'p', deletedAt: null };
  const lists = [listInput(false), listInput(false, 'p'), listInput(false, 'q'), recentInput, listInput(true)];
  expect(lists.map((list) => isIn(outside, list))).toEqual([true, false, false, true, false]);
  expect(lists.map((list) => isIn(inside, list))).toEqual([false, true, false, true, false]);
  expect(lists.map((list) => isIn(archived, list))).toEqual([false, false, false, false, true]);
  const deleted = { archived: false, projectId: null, deletedAt: '2026-01-01T00:00:00.000Z' };
  expect(lists.map((list) => isIn(deleted, list))).toEqual([false, false, false, false, false]);
});

test('the list of a project follows changes once it was shown', () => {
  expect(listInputs()).not.toContainEqual(listInput(false, 'shown'));
  expect(projectInput('shown')).toEqual(listInput(false, 'shown'));
  expect(listInputs()).toContainEqual(listInput(false, 'shown'));
});
