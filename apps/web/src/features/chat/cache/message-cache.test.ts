import type { Message } from '@noek/contract/chat/schemas';
import { expect, test } from 'vitest';
import { message } from '../testing/message.ts';
import {
  emptyWindow,
  type MessageWindow,
  tailFrom,
  withMessages,
  withNewer,
  withOlder,
  withTail,
} from './message-cache.ts';

const page = (messages: Message[], fields: Partial<MessageWindow> = {}): MessageWindow => ({
  ...emptyWindow,
  messages,
  ...fields,
});
const ids = (window: MessageWindow | null) => window?.messages.map(({ id }) => id);
const later = '2025-06-28T11:00:00.000Z';
const q1 = message('q1');
const a1 = message('a1', { role: 'assistant', parentId: 'q1' });
const q2 = message('q2', { parentId: 'a1' });
const a2 = message('a2', { role: 'assistant', parentId: 'q2' });

test('a final message replaces the streaming one; a new one goes after its parent', () => {
  const before = page([q1, { ...a1, status: 'streaming' }]);
  const result = withMessages(before, [{ ...a1, content: 'done' }, q2]);
  expect(result?.messages.map(({ id, status }) => [id, status])).toEqual([
    ['q1', 'complete'],
    ['a1', 'complete'],
    ['q2', 'complete'],
  ]);
  expect(before.messages[1]?.status).toBe('streaming');
});

test('a change older than the known state does nothing', () => {
  const before = page([q1, { ...a1, sequence: 9, content: 'all of it' }]);
  expect(withMessages(before, [{ ...a1, status: 'streaming', sequence: 4 }])).toBe(before);
});

test('another answer replaces everything under the question, and both are versions', () => {
  const again = message('a1b', { role: 'assistant', parentId: 'q1', createdAt: later });
  const result = withMessages(page([q1, a1, q2, a2], { newer: { after: 3 }, versions: { q2: ['q2x', 'q2'] } }), [
    again,
  ]);
  expect(ids(result)).toEqual(['q1', 'a1b']);
  expect(result?.versions).toEqual({ a1b: ['a1', 'a1b'] });
  expect(result?.newer).toBeNull();
  const third = message('a1c', { role: 'assistant', parentId: 'q1', createdAt: '2025-06-28T12:00:00.000Z' });
  expect(result && withMessages(result, [third])?.versions).toEqual({ a1c: ['a1', 'a1b', 'a1c'] });
});

test('a failed attempt without text is not a version', () => {
  const failed = { ...a1, status: 'failed' as const, content: '' };
  const again = message('a1b', { role: 'assistant', parentId: 'q1', createdAt: later });
  expect(withMessages(page([q1, failed]), [again])?.versions).toEqual({});
});

test('an edited first message restarts the conversation', () => {
  const edited = message('q1b', { createdAt: later });
  const result = withMessages(page([q1, a1]), [edited, message('a9', { role: 'assistant', parentId: 'q1b' })]);
  expect(ids(result)).toEqual(['q1b', 'a9']);
  expect(result?.versions).toEqual({ q1b: ['q1', 'q1b'] });
});

test('a change to an older version does not bring it back', () => {
  const shown = page([q1, message('a1b', { role: 'assistant', parentId: 'q1', createdAt: later })]);
  expect(withMessages(shown, [a1])).toBe(shown);
});

test('a late change to a newer version does not bring it back after the reader has left it', () => {
  const again = message('a1b', { role: 'assistant', parentId: 'q1', createdAt: later });
  const shown = page([q1, a1, q2, a2], { versions: { a1: ['a1', 'a1b'] } });
  expect(withMessages(shown, [q1, again])?.messages).toEqual(shown.messages);
  const first = page([q1, a1], { versions: { q1: ['q1', 'q1b'] } });
  expect(withMessages(first, [message('q1b', { createdAt: later })])).toBe(first);
});

test('a change at an end that is not loaded waits for that page; a change after a gap requires a full read', () => {
  const middle = page([q1, a1], { newer: { after: 1 } });
  expect(withMessages(middle, [message('q9', { parentId: 'a8' })])).toBe(middle);
  expect(withMessages(page([q1, a1]), [message('q9', { parentId: 'a8' })])).toBeNull();
});

test('pages extend the window at its ends, each once, and only where they were requested', () => {
  const window = page([q2], { older: { before: 2 }, newer: { after: 2 } });
  const older = page([q1, a1], { newer: { after: 1 }, versions: { a1: ['a1', 'x'] } });
  const grown = withOlder(window, older, { before: 2 });
  expect(ids(grown)).toEqual(['q1', 'a1', 'q2']);
  expect(grown).toMatchObject({ older: null, newer: { after: 2 }, versions: { a1: ['a1', 'x'] } });
  expect(withOlder(grown, older, { before: 2 })).toBe(grown);
  const whole = withNewer(grown, page([q2, a2]), { after: 2 });
  expect(ids(whole)).toEqual(['q1', 'a1', 'q2', 'a2']);
  expect(whole.newer).toBeNull();
});

test('a version is shown with the messages that follow it', () => {
  const window = page([q1, a1, q2, a2], { newer: null });
  const tail = tailFrom(window, 'q2');
  expect(ids(tail)).toEqual(['q2', 'a2']);
  expect(ids(withTail(window, 'a1', page([{ ...a1, id: 'a1b' }])))).toEqual(['q1', 'a1b']);
  expect(tailFrom(window, 'nothing')).toBeNull();
});
