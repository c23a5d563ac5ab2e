import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AnswerBuffer, paintEveryMs } from './answer-buffer.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const delta = (sequence: number, text: string) => ({ sequence, text });

test('pieces are applied once and in order; an early piece waits', () => {
  const buffer = new AnswerBuffer('', 0);
  expect(buffer.apply(delta(1, 'Hel'))).toBe('applied');
  expect(buffer.apply(delta(1, 'Hel'))).toBe('duplicate');
  expect(buffer.apply(delta(3, '!'))).toBe('gap');
  expect(buffer.apply(delta(2, 'lo'))).toBe('applied');
  expect(buffer.sequence).toBe(3);
  vi.advanceTimersByTime(paintEveryMs);
  expect(buffer.getSnapshot().text).toBe('Hello!');
});

test('an answer that is read midway continues after the events its text covers', () => {
  const buffer = new AnswerBuffer('Hello', 7);
  expect(buffer.apply(delta(7, 'lo'))).toBe('duplicate');
  expect(buffer.apply(delta(8, ' there'))).toBe('applied');
  expect(buffer.getSnapshot().text).toBe('Hello there');
});

test('many deltas are painted at most every 50 ms, the first one immediately', () => {
  const buffer = new AnswerBuffer('', 0);
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
  const buffer = new AnswerBuffer('a', 1);
  const before = buffer.getSnapshot();
  buffer.apply(delta(1, 'a'));
  expect(buffer.getSnapshot()).toBe(before);
});

test('Stop freezes the shown text; a failed Stop lets it continue', () => {
  const buffer = new AnswerBuffer('', 0);
  buffer.apply(delta(1, 'shown'));
  buffer.apply(delta(2, ' not yet'));
  expect(buffer.freeze()).toBe(5);
  vi.advanceTimersByTime(500);
  buffer.apply(delta(3, ' later'));
  expect(buffer.getSnapshot().text).toBe('shown');
  buffer.thaw();
  expect(buffer.getSnapshot().text).toBe('shown not yet later');
});
