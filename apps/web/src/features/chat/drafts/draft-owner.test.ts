// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useDraftOwner } from './draft-owner.ts';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

/** A page where first one person is here, then another; resolves to how often drafts were cleared after each. */
function visits(...people: (string | null)[]) {
  const clear = vi.fn();
  const { rerender, result } = renderHook(({ userId }) => useDraftOwner(userId, clear), {
    initialProps: { userId: null as string | null },
  });
  const cleared = people.map((userId) => {
    rerender({ userId });
    return clear.mock.calls.length;
  });
  return { cleared, forget: result.current };
}

test('drafts stay with their writer: after a reload, and when their session has ended and they are back', () => {
  expect(visits(null, 'mira', null, 'mira').cleared).toEqual([0, 0, 0, 0]);
  expect(visits(null, 'mira').cleared).toEqual([0, 0]);
});

test('the next person at this device gets none of them, on an open page or on a new one', () => {
  expect(visits('mira', null, 'ben', 'mira').cleared).toEqual([0, 0, 1, 2]);
  expect(visits(null, 'ben').cleared).toEqual([0, 1]);
});

test('another tab that was faster does not hide whose they were here', () => {
  const clear = vi.fn();
  const { rerender } = renderHook(({ userId }) => useDraftOwner(userId, clear), { initialProps: { userId: 'mira' } });
  localStorage.setItem('noek_drafts_of', 'ben');
  rerender({ userId: 'ben' });
  expect(clear).toHaveBeenCalledTimes(1);
});

test('after signing out, what a guest types goes along with whoever signs in', () => {
  visits('mira').forget();
  expect(visits(null, 'ben').cleared).toEqual([0, 0]);
});
