// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Refusal } from '../../testing/refusal.ts';
import { openLive, type SubscribeToLive } from './live-connection.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function setUp() {
  const connections: { handlers: Parameters<SubscribeToLive>[0]; open: boolean }[] = [];
  const handlers = { onEvents: vi.fn(), onReconnecting: vi.fn(), onRefused: vi.fn() };
  const live = openLive((given) => {
    const connection = { handlers: given, open: true };
    connections.push(connection);
    return {
      unsubscribe() {
        connection.open = false;
      },
    };
  }, handlers);
  const newest = () => connections.at(-1)?.handlers as Parameters<SubscribeToLive>[0];
  return { live, connections, newest, ...handlers };
}

test('events are passed on and end the lost-connection notice', () => {
  const { newest, onEvents, onReconnecting } = setUp();
  newest().onData([{ type: 'hello' }]);
  expect(onEvents).toHaveBeenCalledExactlyOnceWith([{ type: 'hello' }]);
  newest().onConnectionStateChange({ state: 'connecting', error: new Error('lost') });
  expect(onReconnecting).toHaveBeenLastCalledWith(true);
  newest().onData([{ type: 'hello' }]);
  expect(onReconnecting).toHaveBeenLastCalledWith(false);
});

test('a stream that ends in an error or is closed by a draining server is opened again', () => {
  const { connections, newest, onReconnecting } = setUp();
  newest().onError(new Error('502'));
  expect(onReconnecting).toHaveBeenLastCalledWith(true);
  vi.advanceTimersByTime(500);
  expect(connections.map(({ open }) => open)).toEqual([false, true]);
  newest().onData([{ type: 'hello' }]);
  newest().onComplete();
  vi.advanceTimersByTime(500);
  expect(connections).toHaveLength(3);
});

test('retries become less frequent; a restored connection or a request to retry skips the wait', () => {
  const { connections, newest, live } = setUp();
  for (const delay of [500, 1_000, 2_000, 5_000, 10_000, 10_000]) {
    newest().onError(new Error());
    const before = connections.length;
    vi.advanceTimersByTime(delay - 1);
    expect(connections).toHaveLength(before);
    vi.advanceTimersByTime(1);
    expect(connections).toHaveLength(before + 1);
  }
  newest().onError(new Error());
  window.dispatchEvent(new Event('online'));
  expect(connections).toHaveLength(8);
  live.retry();
  expect(connections).toHaveLength(8);
  newest().onError(new Error());
  live.retry();
  expect(connections).toHaveLength(9);
  vi.advanceTimersByTime(60_000);
  expect(connections).toHaveLength(9);
});

test('an unauthorized response is reported once per attempt', () => {
  const { newest, onRefused } = setUp();
  newest().onError(new Error('502'));
  expect(onRefused).not.toHaveBeenCalled();
  vi.advanceTimersByTime(500);
  newest().onError(new Refusal('UNAUTHORIZED', 401, 'You were signed out.'));
  expect(onRefused).toHaveBeenCalledOnce();
});

test('late events of an old connection are ignored', () => {
  const { connections, onEvents, newest } = setUp();
  newest().onError(new Error());
  vi.advanceTimersByTime(500);
  connections[0]?.handlers.onData([{ type: 'hello' }]);
  connections[0]?.handlers.onError(new Error());
  expect(onEvents).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60_000);
  expect(connections).toHaveLength(2);
});

test('after closing, events are ignored and nothing is retried', () => {
  const { live, connections, newest, onEvents, onReconnecting } = setUp();
  live.close();
  newest().onError(new Error());
  newest().onData([{ type: 'hello' }]);
  window.dispatchEvent(new Event('online'));
  vi.advanceTimersByTime(60_000);
  expect(connections).toEqual([expect.objectContaining({ open: false })]);
  expect(onEvents).not.toHaveBeenCalled();
  expect(onReconnecting).not.toHaveBeenCalled();
});

test("a stream replaced by a newer one is reopened only after the server's delay, even when a retry is requested", () => {
  const { connections, newest, live } = setUp();
  newest().onData([{ type: 'replaced', retryAfterMs: 60_000 }]);
  newest().onComplete();
  live.retry();
  vi.advanceTimersByTime(59_999);
  expect(connections).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(connections).toHaveLength(2);
  newest().onError(new Error('502'));
  vi.advanceTimersByTime(1_000);
  expect(connections).toHaveLength(3);
});
