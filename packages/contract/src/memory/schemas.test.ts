import { expect, test } from 'vitest';
import { archivedMemorySchema } from '../archive/schemas.ts';
import { memoryFieldLimits } from './limits.ts';
import { changesMemoryText, emptyMemoryText, memoryTextOf, memoryTextSchema } from './memory-text.ts';
import { memoryFieldsSchema } from './schemas.ts';

const text = { title: 'Tea', content: 'Likes green tea.', category: 'Drinks', importance: 'high' as const };
const archived = {
  ...text,
  id: 'm1',
  conversationId: null,
  messageId: null,
  savedBy: 'person',
  createdAt: '2026-11-21T12:00:00.000Z',
  updatedAt: '2026-11-21T12:00:00.000Z',
  forgottenAt: null,
  versions: [],
};

test("a memory's text, its edited fields and an empty memory have the same fields", () => {
  const fields = Object.keys(memoryTextSchema.shape);
  expect(Object.keys(memoryFieldsSchema.shape)).toEqual(fields);
  expect(Object.keys(emptyMemoryText)).toEqual(fields);
});

test('the text of a memory is taken from its row without the rest', () => {
  expect(memoryTextOf({ ...text, ...{ id: 'm1', userId: 'u1' } })).toEqual(text);
});

test('only a field that says something else is a change', () => {
  expect(changesMemoryText(text, { title: 'Tea' })).toBe(false);
  expect(changesMemoryText(text, {})).toBe(false);
  expect(changesMemoryText(text, { title: 'Tea', importance: 'low' })).toBe(true);
});

test.each(Object.entries(memoryFieldLimits))(
  'an archive may have at most the %s that a memory may have, counted in characters',
  (name, limit) => {
    expect(archivedMemorySchema.safeParse({ ...archived, [name]: '😀'.repeat(limit) }).success).toBe(true);
    expect(archivedMemorySchema.safeParse({ ...archived, [name]: '😀'.repeat(limit + 1) }).success).toBe(false);
    expect(archivedMemorySchema.safeParse({ ...archived, [name]: undefined }).success).toBe(false);
    const versions = [{ ...archived, replacedAt: archived.updatedAt, [name]: '😀'.repeat(limit + 1) }];
    expect(archivedMemorySchema.safeParse({ ...archived, versions }).success).toBe(false);
  },
);
