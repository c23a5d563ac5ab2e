import { expect, test } from 'vitest';
import { frameLimits } from '../../../preview-frame/messages.ts';
import { expectedMessages, MessageGuard } from './message-guard.ts';

const guardOf = (expects: keyof typeof expectedMessages = 'program') => new MessageGuard(expectedMessages[expects]);

test.each([
  null,
  'ready',
  7,
  [],
  {},
  { type: 7 },
  { type: 'constructor' },
  { type: 'show', content: 'x' },
  { type: 'output', stream: 'html', text: 'x' },
  { type: 'output', stream: 'out', text: ['x'] },
  { type: 'problem', message: { toString: 'x' } },
  { type: 'plot', png: 'x', width: 1, height: 1 },
  { type: 'plot', png: new ArrayBuffer(1), width: -1, height: 1 },
  { type: 'plot', png: new ArrayBuffer(1), width: 1e9, height: 1 },
])('%j is dropped', (message) => {
  expect(guardOf().read(message)).toBeNull();
});

test('what a kind of document does not say is dropped, and so are fields that were not asked for', () => {
  const plot = { type: 'plot', png: new ArrayBuffer(8), width: 2, height: 2 };
  expect(guardOf('page').read(plot)).toBeNull();
  expect(guardOf('program').read({ ...plot, onload: 'x' })).toEqual(plot);
  expect(guardOf('page').read({ type: 'drawn', id: 1, svg: '<svg/>', width: 1, height: 1 })).toBeNull();
  expect(guardOf('page').read({ type: 'problem', message: 'No', line: 'x' })).toEqual({
    type: 'problem',
    message: 'No',
    line: null,
  });
});

test('more than 200 messages in a second are a flood, and 5,000 in all', () => {
  const guard = guardOf();
  for (let at = 0; at < frameLimits.messagesPerSecond; at++) expect(guard.count(5)).toBe(true);
  expect(guard.count(900)).toBe(false);
  const slow = guardOf();
  for (let at = 0; at < frameLimits.messages; at++) expect(slow.count(at * 20)).toBe(true);
  expect(slow.count(1e9)).toBe(false);
});

test('too much text in one message, or in all, is a flood', () => {
  const text = 'x'.repeat(frameLimits.text);
  expect(guardOf().read({ type: 'output', stream: 'out', text: `${text}x` })).toBe('flood');
  expect(guardOf().read({ type: 'problem', message: `${text}x`, line: 1 })).toBe('flood');
  const guard = guardOf();
  const parts = Math.ceil(frameLimits.output / text.length) + 1;
  for (let at = 0; at < parts; at++)
    expect(guard.read({ type: 'output', stream: 'out', text })).toMatchObject({ text });
  expect(guard.read({ type: 'output', stream: 'out', text })).toBe('flood');
  expect(guardOf().read({ type: 'plot', png: new ArrayBuffer(frameLimits.plotBytes + 1), width: 1, height: 1 })).toBe(
    'flood',
  );
  const svg = 'x'.repeat(frameLimits.svg + 1);
  expect(guardOf('drawing').read({ type: 'drawn', id: 1, svg, width: 1, height: 1 })).toBe('flood');
});
