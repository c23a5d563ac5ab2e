import { expect, test } from 'vitest';
import { entry } from '../testing/entry.ts';
import { message } from '../testing/message.ts';
import { threadItems } from './thread-items.ts';

const sending = entry('c1', { state: 'sending' });
const q1 = message('q1');
const a1 = message('a1', { role: 'assistant', parentId: 'q1' });
const q2 = message('q2', { parentId: 'a1' });
const a2 = message('a2', { role: 'assistant', parentId: 'q2' });

test('[4.07] a sent message shows its text and the typing dots at once', () => {
  expect(threadItems([], [sending]).map(({ kind }) => kind)).toEqual(['sending', 'typing']);
});

test('keys do not change when optimistic items become stored ones', () => {
  const before = threadItems([], [sending]).map(({ key }) => key);
  const stored = [
    message('m1', { clientMessageId: 'c1' }),
    message('m2', { role: 'assistant', parentId: 'm1', status: 'streaming' }),
  ];
  expect(threadItems(stored, []).map(({ key }) => key)).toEqual(before);
  expect(threadItems(stored, [sending]).map(({ kind }) => kind)).toEqual(['message', 'message']);
});

test('an edit replaces its message and all that follows; a new answer replaces the old one', () => {
  const list = [q1, a1, q2, a2];
  const edited = threadItems(list, [{ ...sending, kind: 'edit', parentId: 'a1' }]);
  expect(edited.map(({ kind }) => kind)).toEqual(['message', 'message', 'sending', 'typing']);
  expect(edited.map(({ key }) => key)).toEqual(threadItems(list, []).map(({ key }) => key));
  const again = threadItems(list, [{ ...sending, kind: 'regenerate', parentId: 'q1' }]);
  expect(again.map(({ kind }) => kind)).toEqual(['message', 'typing']);
  expect(again[1]?.key).toBe(threadItems(list, [])[1]?.key);
  const first = threadItems(list, [{ ...sending, kind: 'edit', parentId: null }]);
  expect(first.map(({ kind }) => kind)).toEqual(['sending', 'typing']);
});

test('waiting items are in order, and a later edit does not hide them', () => {
  const items = threadItems(
    [q1, a1, q2, a2],
    [entry('waits'), entry('edited', { kind: 'edit', parentId: 'a1' }), entry('after')],
  );
  expect(items.map(({ key }) => key).slice(2)).toEqual(['waits', 'edited', 'after']);
  expect(new Set(items.map(({ key }) => key)).size).toBe(items.length);
});

test('two answers to one message have different keys', () => {
  const keys = threadItems(
    [
      message('m1'),
      message('m2', { role: 'assistant', parentId: 'm1' }),
      message('m3', { role: 'assistant', parentId: 'm1' }),
    ],
    [],
  ).map(({ key }) => key);
  expect(new Set(keys).size).toBe(3);
});
