// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Outbox } from './outbox.ts';
import { beginsIn, projectOf } from './outbox-entry.ts';
import { usePlace } from './use-place.ts';

/** A page at a message of a conversation, whose URL changes only a while after each `open`, as with the router. */
function openAt(conversationId: number, messageId: string) {
  const open = vi.fn();
  const address = { conversationId, projectId: null as string | null, messageId, find: null, entry: 'e' };
  const given = { ...address, hrefOf: () => '', open, hrefOfProject: () => '', openProject: () => {} };
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

test('the page of a project has an empty chat in the project, which another page does not share', () => {
  const made = new Map<string, number>();
  const outbox = { all: () => [], madeOf: (begins: string) => made.get(begins) ?? null } as unknown as Outbox;
  let count = 0;
  const begin = (projectId: string | null) => beginsIn(projectId, `b${++count}`);
  const at = { conversationId: null, projectId: null as string | null, messageId: null, find: null, entry: 'e' };
  const actions = { hrefOf: () => '', open: vi.fn(), hrefOfProject: () => '', openProject: vi.fn() };
  const page = renderHook(
    (now: Partial<typeof at>) => usePlace({ given: { ...at, ...actions, ...now }, outbox, begin }),
    { initialProps: {} },
  );
  const begins = () => page.result.current.begins;
  const outside = begins();
  expect(projectOf(outside)).toBeNull();
  page.rerender({ projectId: 'g' });
  expect(projectOf(begins())).toBe('g');
  page.rerender({ projectId: null });
  expect(projectOf(begins())).toBeNull();
  // New chat in a project begins before the page is there.
  const next = page.result.current.beginAnother({ replaces: true, projectId: 'g' });
  page.rerender({ projectId: 'g' });
  expect([begins(), projectOf(next)]).toEqual([next, 'g']);
  made.set(next, 12);
  page.rerender({ projectId: 'g' });
  expect(actions.open).toHaveBeenCalledWith(12, { replace: true });
});
