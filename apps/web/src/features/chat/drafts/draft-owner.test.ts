// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useDraftOwner } from './draft-owner.ts';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

/** A page that two people use in turn. Resolves to how often drafts were cleared after each of them. */
function visits(...people: (string | null)[]) {
  const clear = vi.fn();
  const { rerender, result } = renderHook(({ userId }) => useDraftOwner(userId, { clear, onOwner() {} }), {
    initialProps: { userId: null as string | null },
  });
  const cleared = people.map((userId) => {
    rerender({ userId });
    return clear.mock.calls.length;
  });
  return { cleared, ...result.current };
}

test('drafts stay with their writer after a reload, and when they return after their session has ended', () => {
  expect(visits(null, 'mira', null, 'mira').cleared).toEqual([0, 0, 0, 0]);
  expect(visits(null, 'mira').cleared).toEqual([0, 0]);
});

test('the next person on this device gets no drafts, on an open page or a new one', () => {
  expect(visits('mira', null, 'ben', 'mira').cleared).toEqual([0, 0, 1, 2]);
  expect(visits(null, 'ben').cleared).toEqual([0, 1]);
});

test('a faster tab does not hide whose drafts these were', () => {
  const clear = vi.fn();
  const { rerender } = renderHook(({ userId }) => useDraftOwner(userId, { clear, onOwner() {} }), {
    initialProps: { userId: 'mira' },
  });
  localStorage.setItem('noek_drafts_of', 'ben');
  rerender({ userId: 'ben' });
  expect(clear).toHaveBeenCalledTimes(1);
});

test("after signing out, a guest's drafts stay for the person who signs in", () => {
  visits('mira').forget();
  expect(visits(null, 'ben').cleared).toEqual([0, 0]);
});

test("after a session has ended, its drafts are gone; a guest's drafts stay for the person who signs in", () => {
  const { leave } = visits('mira');
  expect(leave()).toBe('mira');
  expect(leave()).toBeNull();
  expect(visits(null, 'ben').cleared).toEqual([0, 0]);
});
