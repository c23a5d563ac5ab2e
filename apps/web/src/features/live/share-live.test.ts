// @vitest-environment happy-dom
import type { LiveEvent } from '@noek/contract/chat/stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LiveHandlers } from './live-connection.ts';
import { askEveryMs, shareLive } from './share-live.ts';
import { FakeChannel, FakeLocks } from './testing/fake-tabs.ts';

const stale = (conversationId: number): LiveEvent => ({ type: 'stale', conversationId });

let seen: DocumentVisibilityState = 'visible';
beforeEach(() => {
  vi.useFakeTimers();
  seen = 'visible';
  FakeChannel.open = new Set();
  vi.stubGlobal('BroadcastChannel', FakeChannel);
  vi.stubGlobal('navigator', { locks: new FakeLocks() });
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => seen);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const settle = () => vi.advanceTimersByTimeAsync(0);

async function openTab(name = 'mira') {
  const streams: { handlers: LiveHandlers; open: boolean; retries: number }[] = [];
  const heard: LiveEvent[] = [];
  const reconnecting: boolean[] = [];
  const onRefused = vi.fn();
  const onJoined = vi.fn();
  const leave = shareLive({
    name,
    open(handlers) {
      const stream = { handlers, open: true, retries: 0 };
      streams.push(stream);
      return {
        retry() {
          stream.retries += 1;
        },
        close() {
          stream.open = false;
        },
      };
    },
    onEvents: (events) => void heard.push(...events),
    onReconnecting: (state) => void reconnecting.push(state),
    onRefused,
    onJoined,
  });
  await settle();
  return { streams, heard, reconnecting, onRefused, onJoined, leave, leads: () => streams.some(({ open }) => open) };
}
type Tab = Awaited<ReturnType<typeof openTab>>;
const streamOf = (tab: Tab) => {
  const stream = tab.streams.findLast(({ open }) => open);
  if (!stream) throw new Error('This tab has no stream.');
  return stream;
};

test('the first tab leads and all tabs with its name get the same events; tabs with other names do not', async () => {
  const [first, second, third] = [await openTab(), await openTab(), await openTab()];
  const other = await openTab('somebody else');
  expect([first, second, third, other].map((tab) => tab.leads())).toEqual([true, false, false, true]);
  streamOf(first).handlers.onEvents([{ type: 'hello' }, stale(1)]);
  for (const tab of [first, second, third]) expect(tab.heard).toEqual([{ type: 'hello' }, stale(1)]);
  expect(other.heard).toEqual([]);
});

test('a tab that joins a stream which is already open is called once, as it may have missed events', async () => {
  const [first, second] = [await openTab(), await openTab()];
  expect(first.onJoined).not.toHaveBeenCalled();
  expect(second.onJoined).toHaveBeenCalledOnce();
  streamOf(first).handlers.onEvents([stale(1)]);
  await vi.advanceTimersByTimeAsync(3 * askEveryMs);
  expect(second.onJoined).toHaveBeenCalledOnce();
});

test('when the leader leaves, only the next tab in line takes over', async () => {
  const tabs = [await openTab(), await openTab(), await openTab()];
  const [first, second, third] = tabs as [Tab, Tab, Tab];
  first.leave();
  await settle();
  expect(tabs.map((tab) => tab.leads())).toEqual([false, true, false]);
  streamOf(second).handlers.onEvents([{ type: 'hello' }]);
  expect([first.heard, second.heard, third.heard]).toEqual([[], [{ type: 'hello' }], [{ type: 'hello' }]]);
  third.leave();
  second.leave();
  await settle();
  expect(tabs.map((tab) => tab.leads())).toEqual([false, false, false]);
  expect(FakeChannel.open.size).toBe(0);
});

test('every tab learns of a lost connection or a refusal; a later tab learns it too and speeds up reconnecting', async () => {
  const [first, second] = [await openTab(), await openTab()];
  streamOf(first).handlers.onReconnecting(true);
  expect([first.reconnecting.at(-1), second.reconnecting.at(-1)]).toEqual([true, true]);
  const before = streamOf(first).retries;
  const third = await openTab();
  expect(third.reconnecting.at(-1)).toBe(true);
  expect(streamOf(first).retries).toBe(before + 1);
  streamOf(first).handlers.onReconnecting(false);
  streamOf(first).handlers.onEvents([{ type: 'hello' }]);
  for (const tab of [first, second, third]) expect(tab.reconnecting.at(-1)).toBe(false);
  streamOf(first).handlers.onRefused();
  for (const tab of [first, second, third]) expect(tab.onRefused).toHaveBeenCalledOnce();
});

test('a leader that leaves with a lost connection does not keep other tabs waiting', async () => {
  const [first, second, third] = [await openTab(), await openTab(), await openTab()];
  streamOf(first).handlers.onReconnecting(true);
  first.leave();
  await settle();
  streamOf(second).handlers.onReconnecting(false);
  streamOf(second).handlers.onEvents([{ type: 'hello' }]);
  expect([second.reconnecting.at(-1), third.reconnecting.at(-1)]).toEqual([false, false]);
});

test('a visible tab replaces a leader that does not answer, and the old leader steps back when it wakes up', async () => {
  const [first, second] = [await openTab(), await openTab()];
  await vi.advanceTimersByTimeAsync(5 * askEveryMs);
  expect([first.leads(), second.leads()]).toEqual([true, false]);

  // The browser has suspended it, so it receives and sends nothing.
  const [asleep] = FakeChannel.open;
  const { onmessage } = asleep as FakeChannel;
  (asleep as FakeChannel).onmessage = null;
  seen = 'hidden';
  await vi.advanceTimersByTimeAsync(5 * askEveryMs);
  expect([first.leads(), second.leads()]).toEqual([true, false]);
  seen = 'visible';
  await vi.advanceTimersByTimeAsync(3 * askEveryMs);
  expect([first.leads(), second.leads()]).toEqual([false, true]);

  (asleep as FakeChannel).onmessage = onmessage;
  streamOf(second).handlers.onEvents([stale(2)]);
  expect(first.heard).toEqual([stale(2)]);
  second.leave();
  await settle();
  expect(first.leads()).toBe(true);
});

test('without browser locks, each tab has its own stream', async () => {
  vi.stubGlobal('navigator', {});
  const [first, second] = [await openTab(), await openTab()];
  expect([first.leads(), second.leads()]).toEqual([true, true]);
  streamOf(second).handlers.onEvents([stale(3)]);
  expect([first.heard, second.heard]).toEqual([[], [stale(3)]]);
  first.leave();
  expect([first.leads(), second.leads()]).toEqual([false, true]);
});
