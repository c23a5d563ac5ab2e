// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeChannel } from '../../live/testing/fake-tabs.ts';
import { askTabsMs, tellOnce } from './tell-once.ts';

const done = { messageId: 'a', conversationId: 7, conversation: { title: 'Tides', temporary: false }, failed: false };

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('BroadcastChannel', FakeChannel);
  FakeChannel.open.clear();
});
afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});

const tab = (sees: () => number | null = () => null) => {
  const tell = vi.fn();
  return { tell, ...tellOnce({ isSeen: (id) => sees() === id, tell }) };
};

test('of several hidden tabs, one announces an answer, once', async () => {
  const tabs = [tab(), tab(), tab(() => 8)];
  for (const { offer } of tabs) offer(done);
  await vi.advanceTimersByTimeAsync(askTabsMs);
  expect(tabs.map(({ tell }) => tell.mock.calls.length).toSorted()).toEqual([0, 0, 1]);
  tabs[0]?.offer(done);
  await vi.advanceTimersByTimeAsync(askTabsMs);
  expect(tabs.flatMap(({ tell }) => tell.mock.calls)).toEqual([[done]]);
});

test('none announces an answer that a visible tab shows, or that is seen a moment later', async () => {
  let seen: number | null = null;
  const [hidden, visible, late] = [tab(), tab(() => 7), tab(() => seen)];
  hidden.offer(done);
  await vi.advanceTimersByTimeAsync(askTabsMs);
  visible.close();
  late.offer({ ...done, messageId: 'b' });
  seen = 7;
  await vi.advanceTimersByTimeAsync(askTabsMs);
  for (const { tell } of [hidden, visible, late]) expect(tell).not.toHaveBeenCalled();
});
