// @vitest-environment happy-dom
import type { Message } from '@noek/contract/chat';
import type { GenerationEvent } from '@noek/contract/stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AnswerBuffer } from './answer-buffer.ts';
import { followAnswer, type SubscribeToEvents } from './follow-answer.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const final = { id: 'm1', content: 'Hello there', status: 'complete' } as Message;

function setUp(buffer = new AnswerBuffer('', 0)) {
  const connections: { after: number; handlers: Parameters<SubscribeToEvents>[1]; open: boolean }[] = [];
  const onDone = vi.fn();
  const onLost = vi.fn();
  const stop = followAnswer({
    messageId: 'm1',
    buffer,
    subscribe(input, handlers) {
      const connection = { after: input.lastEventId, handlers, open: true };
      connections.push(connection);
      return {
        unsubscribe() {
          connection.open = false;
        },
      };
    },
    onDone,
    onLost,
  });
  const send = (event: GenerationEvent) => connections.at(-1)?.handlers.onData({ data: event });
  const text = () => {
    vi.advanceTimersByTime(50);
    return buffer.getSnapshot().text;
  };
  return { connections, onDone, onLost, stop, send, text, buffer };
}

test('an answer is followed to its end, and the final message is the truth', () => {
  const { send, onDone, connections, text } = setUp();
  send({ type: 'delta', sequence: 1, text: 'Hello' });
  expect(text()).toBe('Hello');
  send({ type: 'done', sequence: 2, message: final });
  expect(onDone).toHaveBeenCalledExactlyOnceWith(final);
  expect(connections[0]?.open).toBe(false);
});

test('a reload in mid-answer follows after the text that came with the message', () => {
  const { connections } = setUp(new AnswerBuffer('Hel', 4));
  expect(connections[0]?.after).toBe(4);
});

test('a stream that ends in an error is followed again from the last event, and the messages are read again', () => {
  const { send, connections, onLost, text, buffer } = setUp();
  send({ type: 'delta', sequence: 1, text: 'Hello' });
  connections[0]?.handlers.onError(new Error('502'));
  expect(onLost).toHaveBeenCalledOnce();
  expect(buffer.getSnapshot().reconnecting).toBe(true);
  vi.advanceTimersByTime(500);
  expect(connections).toHaveLength(2);
  expect(connections[1]?.after).toBe(1);
  send({ type: 'delta', sequence: 1, text: 'Hello' });
  send({ type: 'delta', sequence: 2, text: ' there' });
  expect(text()).toBe('Hello there');
  expect(buffer.getSnapshot().reconnecting).toBe(false);
});

test('a stream that closes without its end (the server drains) is followed again', () => {
  const { connections } = setUp();
  connections[0]?.handlers.onComplete();
  vi.advanceTimersByTime(500);
  expect(connections).toHaveLength(2);
});

test('attempts grow rarer, and a connection that is back is used at once', () => {
  const { connections } = setUp();
  for (const delay of [500, 1_000, 2_000, 5_000, 10_000, 10_000]) {
    connections.at(-1)?.handlers.onError(new Error());
    const before = connections.length;
    vi.advanceTimersByTime(delay - 1);
    expect(connections).toHaveLength(before);
    vi.advanceTimersByTime(1);
    expect(connections).toHaveLength(before + 1);
  }
  connections.at(-1)?.handlers.onError(new Error());
  const before = connections.length;
  window.dispatchEvent(new Event('online'));
  expect(connections).toHaveLength(before + 1);
});

test('a gap in the sequence asks again for what is missing', () => {
  const { send, connections, text } = setUp();
  send({ type: 'delta', sequence: 1, text: 'a' });
  send({ type: 'delta', sequence: 3, text: 'c' });
  expect(connections).toHaveLength(2);
  expect(connections[1]?.after).toBe(1);
  connections[0]?.handlers.onData({ data: { type: 'delta', sequence: 2, text: 'stale' } });
  expect(text()).toBe('a');
});

test('after stop nothing is heard and nothing is tried', () => {
  const { connections, stop, onLost, onDone } = setUp();
  stop();
  connections[0]?.handlers.onError(new Error());
  connections[0]?.handlers.onData({ data: { type: 'done', sequence: 1, message: final } });
  vi.advanceTimersByTime(60_000);
  window.dispatchEvent(new Event('online'));
  expect(connections).toHaveLength(1);
  expect(onLost).not.toHaveBeenCalled();
  expect(onDone).not.toHaveBeenCalled();
});
