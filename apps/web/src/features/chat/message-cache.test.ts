import type { Message } from '@noek/contract/chat';
import { expect, test } from 'vitest';
import { isSentFrom, type Sending, threadItems, withMessages } from './message-cache.ts';

const message = (fields: Partial<Message>): Message => ({
  id: 'm',
  conversationId: 1,
  parentId: null,
  role: 'user',
  content: '',
  createdAt: '2025-06-28T10:00:00.000Z',
  status: 'complete',
  clientMessageId: null,
  answeredBy: null,
  error: null,
  sequence: 0,
  feedback: null,
  turnsLeftOut: 0,
  ...fields,
});
const sending: Sending = {
  from: null,
  conversationId: 1,
  clientMessageId: 'c1',
  content: 'hi',
  createdAt: '2025-06-28T10:00:00.000Z',
};

test('a final message takes the place of the streaming one, a new one goes to the end', () => {
  const list = [message({ id: 'a' }), message({ id: 'b', status: 'streaming' })];
  const result = withMessages(list, [message({ id: 'b', status: 'complete', content: 'done' }), message({ id: 'c' })]);
  expect(result.map(({ id, status }) => [id, status])).toEqual([
    ['a', 'complete'],
    ['b', 'complete'],
    ['c', 'complete'],
  ]);
  expect(list[1]?.status).toBe('streaming');
});

test('[4.07] a send shows its text and the typing dots at once', () => {
  expect(threadItems([], sending).map(({ kind }) => kind)).toEqual(['sending', 'typing']);
});

test('keys stay when the optimistic rows become stored ones', () => {
  const before = threadItems([], sending).map(({ key }) => key);
  const stored = [
    message({ id: 'm1', clientMessageId: 'c1' }),
    message({ id: 'm2', role: 'assistant', parentId: 'm1', status: 'streaming' }),
  ];
  expect(threadItems(stored, null).map(({ key }) => key)).toEqual(before);
  expect(threadItems(stored, sending).map(({ kind }) => kind)).toEqual(['message', 'message']);
});

test('two answers to one message have keys of their own', () => {
  const keys = threadItems(
    [
      message({ id: 'm1' }),
      message({ id: 'm2', role: 'assistant', parentId: 'm1' }),
      message({ id: 'm3', role: 'assistant', parentId: 'm1' }),
    ],
    null,
  ).map(({ key }) => key);
  expect(new Set(keys).size).toBe(3);
});

test('[4.06] a send shows where it was begun and in the conversation it got, nowhere else', () => {
  expect(isSentFrom(sending, null)).toBe(true);
  expect(isSentFrom(sending, 1)).toBe(true);
  expect(isSentFrom(sending, 2)).toBe(false);
  expect(isSentFrom({ ...sending, from: 2 }, null)).toBe(false);
});
