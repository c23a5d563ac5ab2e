// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Outbox } from './outbox.ts';
import { usePlace } from './use-place.ts';

/** A page at a message of a conversation, whose URL changes only a while after each `open`, as with the router. */
function openAt(conversationId: number, messageId: string) {
  const open = vi.fn();
  const given = { conversationId, messageId, find: null, entry: 'e', hrefOf: () => '', open };
  const begin = () => 'b';
  const outbox = { all: () => [], madeOf: () => null } as unknown as Outbox;
  const page = renderHook((now: Partial<typeof given>) => usePlace({ given: { ...given, ...now }, outbox, begin }), {
    initialProps: {},
  });
  return { open, navigation: () => page.result.current.navigation, arriveAt: page.rerender };
}

test('when the list has gone to the message of the URL, the URL no longer names it', () => {
  const { open, navigation } = openAt(7, 'm1');
  navigation().leaveMessage('m1');
  expect(open.mock.calls).toEqual([[7, { replace: true }]]);
});

test('a message chosen while the list goes to the one before it is not forgotten', () => {
  const { open, navigation, arriveAt } = openAt(7, 'm1');
  navigation().open(7, { replace: true, messageId: 'm2' });
  navigation().leaveMessage('m1');
  expect(open).toHaveBeenCalledTimes(1);
  arriveAt({ messageId: 'm2' });
  navigation().leaveMessage('m2');
  expect(open).toHaveBeenLastCalledWith(7, { replace: true });
});

test('nor is a conversation chosen in the meantime', () => {
  const { open, navigation } = openAt(7, 'm1');
  navigation().open(8);
  navigation().leaveMessage('m1');
  expect(open.mock.calls).toEqual([[8, undefined]]);
});
