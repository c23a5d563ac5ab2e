import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AnswerBuffer, paintEveryMs } from './answer-buffer.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const delta = (sequence: number, text: string) => ({ type: 'delta' as const, sequence, text });
const from = (content: string, sequence: number) => new AnswerBuffer({ content, sequence, steps: [], reasoning: null });

test('pieces are applied once and in order; an early piece waits', () => {
  const buffer = from('', 0);
  expect(buffer.apply(delta(1, 'Hel'))).toBe('applied');
  expect(buffer.apply(delta(1, 'Hel'))).toBe('duplicate');
  expect(buffer.apply(delta(3, '!'))).toBe('gap');
  expect(buffer.apply(delta(2, 'lo'))).toBe('applied');
  expect(buffer.sequence).toBe(3);
  vi.advanceTimersByTime(paintEveryMs);
  expect(buffer.getSnapshot().text).toBe('Hello!');
});

test('an answer that is read midway continues after the events its text covers', () => {
  const buffer = from('Hello', 7);
  expect(buffer.apply(delta(7, 'lo'))).toBe('duplicate');
  expect(buffer.apply(delta(8, ' there'))).toBe('applied');
  expect(buffer.getSnapshot().text).toBe('Hello there');
});

test('many deltas are painted at most every 50 ms, the first one immediately', () => {
  const buffer = from('', 0);
  const paint = vi.fn();
  buffer.subscribe(paint);
  for (let sequence = 1; sequence <= 100; sequence += 1) {
    buffer.apply(delta(sequence, 'x'));
    vi.advanceTimersByTime(2);
  }
  expect(paint.mock.calls.length).toBeLessThanOrEqual(5);
  expect(paint.mock.calls.length).toBeGreaterThanOrEqual(4);
  vi.advanceTimersByTime(paintEveryMs);
  expect(buffer.getSnapshot().text).toHaveLength(100);
});

test('the snapshot keeps its identity until something is painted', () => {
  const buffer = from('a', 1);
  const before = buffer.getSnapshot();
  buffer.apply(delta(1, 'a'));
  expect(buffer.getSnapshot()).toBe(before);
});

test('Stop freezes the shown text; a failed Stop lets it continue', () => {
  const buffer = from('', 0);
  buffer.apply(delta(1, 'shown'));
  buffer.apply(delta(2, ' not yet'));
  expect(buffer.freeze()).toBe(5);
  vi.advanceTimersByTime(500);
  buffer.apply(delta(3, ' later'));
  expect(buffer.getSnapshot().text).toBe('shown');
  buffer.thaw();
  expect(buffer.getSnapshot().text).toBe('shown not yet later');
});

const step = (status: 'running' | 'done', id = 'search') =>
  ({ id, kind: 'search', status, text: 'Searching', url: null, memoryId: null, at: 0 }) as const;

test('steps, reasoning and text share their numbers; a step that comes again changes in its place', () => {
  const buffer = from('', 0);
  buffer.apply({ type: 'reasoning', sequence: 1, text: 'Let me ' });
  buffer.apply({ type: 'step', sequence: 4, step: step('running', 'other') });
  buffer.apply({ type: 'reasoning', sequence: 2, text: 'look.' });
  expect(buffer.apply({ type: 'step', sequence: 3, step: step('running') })).toBe('applied');
  buffer.apply({ type: 'step', sequence: 5, step: step('done') });
  buffer.apply(delta(6, 'Found.'));
  vi.advanceTimersByTime(paintEveryMs);
  expect(buffer.getSnapshot()).toMatchObject({
    text: 'Found.',
    steps: [
      { id: 'search', status: 'done' },
      { id: 'other', status: 'running' },
    ],
    reasoning: { text: 'Let me look.' },
    thinking: false,
  });
});

test('the model thinks until it does something else, and the time is counted', () => {
  const buffer = from('', 0);
  buffer.apply({ type: 'reasoning', sequence: 1, text: 'Hm.' });
  vi.advanceTimersByTime(4_000);
  expect(buffer.getSnapshot()).toMatchObject({ thinking: true, reasoning: { text: 'Hm.', ms: 0 } });
  buffer.apply(delta(2, 'Yes.'));
  vi.advanceTimersByTime(paintEveryMs);
  expect(buffer.getSnapshot()).toMatchObject({ thinking: false, reasoning: { text: 'Hm.', ms: 4_000 } });
});

test("the server's state of an answer brings its steps and reasoning", () => {
  const buffer = from('', 0);
  buffer.apply({ type: 'step', sequence: 3, step: step('done') });
  buffer.catchUp({ content: '', sequence: 2, steps: [step('running')], reasoning: { text: 'Hm.', ms: 900 } });
  vi.advanceTimersByTime(paintEveryMs);
  expect(buffer.getSnapshot()).toMatchObject({ steps: [{ status: 'done' }], reasoning: { text: 'Hm.', ms: 900 } });
});

test('an answer that is opened while its model thinks shows that', () => {
  const reasoning = { text: 'Hm.', ms: 0 };
  const buffer = new AnswerBuffer({ content: '', sequence: 1, steps: [], reasoning });
  expect(buffer.getSnapshot()).toMatchObject({ thinking: true, reasoning });
  buffer.catchUp({ content: 'Yes.', sequence: 2, steps: [], reasoning: { text: 'Hm.', ms: 2_000 } });
  vi.advanceTimersByTime(paintEveryMs);
  expect(buffer.getSnapshot()).toMatchObject({ thinking: false, reasoning: { ms: 2_000 } });
});
