import type { Message } from '@noek/contract/chat/schemas';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { paintEveryMs } from './answer-buffer.ts';
import { Answers, lostAfterMs } from './answers.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const row = (content: string, sequence: number, status: Message['status'] = 'streaming') =>
  ({
    id: 'a',
    conversationId: 7,
    content,
    sequence,
    status,
    steps: [] as Message['steps'],
    reasoning: null,
  }) as Message;
const words = ['The ', 'sea ', 'is ', 'deep.'];
const textTo = (sequence: number) => words.slice(0, sequence).join('');
const final = row(textTo(4), 4, 'complete');

function setUp() {
  const onDone = vi.fn();
  const onLost = vi.fn();
  const answers = new Answers({ onDone, onLost });
  const append = (...sequences: number[]) => {
    for (const sequence of sequences) answers.append('a', { type: 'delta', sequence, text: words[sequence - 1] ?? '' });
  };
  const text = () => {
    vi.advanceTimersByTime(paintEveryMs);
    return answers.buffer(row('', 0)).getSnapshot().text;
  };
  return { answers, onDone, onLost, append, text };
}

/** All orders of some items. */
const orders = <Item>(items: readonly Item[]): Item[][] =>
  items.length < 2
    ? [[...items]]
    : items.flatMap((item, at) => orders(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));

test('the text ends up the same in any order of arrival', () => {
  const arrivals: [string, (to: ReturnType<typeof setUp>) => void][] = [
    ['piece 1', ({ append }) => append(1)],
    ['piece 2', ({ append }) => append(2)],
    ['piece 3', ({ append }) => append(3)],
    ['piece 4', ({ append }) => append(4)],
    ['the row, read after two', ({ answers }) => void answers.watch(row(textTo(2), 2))],
    ['the row, told at the start', ({ answers }) => answers.start(row('', 0))],
  ];
  for (const order of orders(arrivals)) {
    const to = setUp();
    for (const [, arrive] of order) arrive(to);
    expect(to.text(), order.map(([name]) => name).join(', ')).toBe('The sea is deep.');
  }
});

test('pieces that arrive before their message is known are there when it arrives', () => {
  const { answers, append, text, onLost } = setUp();
  append(1, 2, 3);
  answers.watch(row('', 0));
  expect(text()).toBe(textTo(3));
  expect(onLost).not.toHaveBeenCalled();
});

test('a missing piece is requested once, and later pieces wait for it', () => {
  const { answers, append, text, onLost } = setUp();
  answers.watch(row('', 0));
  append(1, 3, 4);
  expect(onLost).toHaveBeenCalledExactlyOnceWith(row('', 0));
  expect(text()).toBe(textTo(1));
  answers.watch(row(textTo(2), 2));
  expect(text()).toBe(textTo(4));
});

test('a message that is opened with a gap is read again', () => {
  const { answers, append, onLost } = setUp();
  append(4);
  answers.watch(row(textTo(1), 1));
  expect(onLost).toHaveBeenCalledOnce();
});

test('an older server state removes nothing; a different text replaces the current one', () => {
  const { answers, append, text } = setUp();
  answers.watch(row('', 0));
  append(1, 2, 3);
  answers.start(row(textTo(1), 1));
  expect(text()).toBe(textTo(3));
  answers.start(row('Another', 1));
  expect(text()).toBe('Another');
});

test('an answer read as streaming after it ended is ended again', async () => {
  const { answers, onDone } = setUp();
  answers.end(final);
  answers.watch(row('', 0));
  await Promise.resolve();
  expect(onDone.mock.calls).toEqual([[final], [final]]);
});

test('an answer that failed before the page knew its message is failed, not still streaming', async () => {
  const { answers, onDone } = setUp();
  const failed = { ...row('', 0, 'failed'), error: 'No answer came. Try again.' };
  answers.end(failed);
  answers.watch(row('', 0));
  await Promise.resolve();
  expect(onDone.mock.calls).toEqual([[failed], [failed]]);
});

test('an interrupted answer that was read midway but shown after its end is ended again', async () => {
  const { answers, onDone } = setUp();
  const interrupted = row(textTo(2), 2, 'interrupted');
  answers.end(interrupted);
  answers.watch(row(textTo(1), 1));
  await Promise.resolve();
  expect(onDone.mock.calls).toEqual([[interrupted], [interrupted]]);
});

test('an interrupted answer that streams with the same text is read again: it was continued, or read before it ended', () => {
  const { answers, onLost } = setUp();
  answers.end(row(textTo(2), 2, 'interrupted'));
  const streaming = row(textTo(2), 2);
  answers.watch(streaming)();
  expect(onLost).toHaveBeenCalledExactlyOnceWith(streaming);
  // Reading it again tells the two cases apart.
  answers.watch(streaming);
  expect(onLost).toHaveBeenCalledOnce();
});

test('an interrupted answer that is continued keeps growing in the same buffer', () => {
  const { answers, append, text, onDone } = setUp();
  const { subscribe, getSnapshot } = answers.buffer(row('', 0));
  subscribe(() => {});
  append(1, 2);
  answers.end(row(textTo(2), 2, 'interrupted'));
  answers.watch(row(textTo(2), 2));
  append(3, 4);
  expect(text()).toBe(textTo(4));
  expect(getSnapshot().text).toBe(textTo(4));
  expect(onDone).toHaveBeenCalledOnce();
});

test('a visible answer that is silent for long is read again until it is left', () => {
  const { answers, append, onLost } = setUp();
  const leave = answers.watch(row('', 0));
  vi.advanceTimersByTime(lostAfterMs - 1);
  append(1);
  vi.advanceTimersByTime(1);
  expect(onLost).not.toHaveBeenCalled();
  vi.advanceTimersByTime(lostAfterMs);
  expect(onLost).toHaveBeenCalledOnce();
  leave();
  vi.advanceTimersByTime(3 * lostAfterMs);
  expect(onLost).toHaveBeenCalledOnce();
});

test('when the stream restarts, only visible answers are kept', () => {
  const { answers, append, text } = setUp();
  append(1, 2);
  answers.forgetUnshown();
  expect(text()).toBe('');
  answers.buffer(row('', 0)).subscribe(() => {});
  append(1, 2);
  answers.forgetUnshown();
  expect(text()).toBe(textTo(2));
});

test('a lost connection shows on every answer, including later ones', () => {
  const { answers } = setUp();
  const before = answers.buffer(row('', 0));
  answers.setReconnecting(true);
  const later = answers.buffer({ ...row('', 0), id: 'b' });
  expect([before, later].map((buffer) => buffer.getSnapshot().reconnecting)).toEqual([true, true]);
  answers.setReconnecting(false);
  expect([before, later].map((buffer) => buffer.getSnapshot().reconnecting)).toEqual([false, false]);
});

test('answers that no component shows do not accumulate', () => {
  const { answers } = setUp();
  const textOf = (id: string) => answers.buffer({ ...row('', 0), id }).getSnapshot().text;
  for (let i = 0; i < 150; i++) answers.append(`b${i}`, { type: 'delta', sequence: 1, text: 'x' });
  expect([textOf('b0'), textOf('b149')]).toEqual(['', 'x']);
});
