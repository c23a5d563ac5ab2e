import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { asText, StoredValue } from './stored-value.ts';
import { useStoredValue } from './use-stored-value.ts';

const key = 'noek_test_value';
const makeValue = () =>
  new StoredValue<{ count: number }>(key, {
    parse: (text) => ({ count: (JSON.parse(text ?? '{"count":0}') as { count: number }).count }),
    print: (value) => (value.count === 0 ? null : JSON.stringify(value)),
  });

const Shown = ({ value }: { value: StoredValue<{ count: number }> }) => <p>{useStoredValue(value).count}</p>;

/** Writes as another tab would: this page only gets the event. */
function writeElsewhere(text: string | null) {
  if (text === null) localStorage.clear();
  else localStorage.setItem(key, text);
  window.dispatchEvent(new StorageEvent('storage', text === null ? { key: null } : { key, newValue: text }));
}

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.restoreAllMocks();
  cleanup();
});

test('is stored under its key, and removed for a null text', () => {
  const value = makeValue();
  expect(value.get()).toEqual({ count: 0 });
  value.set({ count: 2 });
  expect(localStorage.getItem(key)).toBe('{"count":2}');
  expect(makeValue().get()).toEqual({ count: 2 });
  value.set({ count: 0 });
  expect(localStorage.getItem(key)).toBeNull();
});

test('returns the same object until its text changes, and is never older than the storage', () => {
  const value = makeValue();
  value.set({ count: 1 });
  expect(value.get()).toBe(value.get());
  localStorage.setItem(key, '{"count":3}');
  expect(value.get()).toEqual({ count: 3 });
});

test('an invalid text counts as nothing', () => {
  localStorage.setItem(key, '{{');
  expect(makeValue().get()).toEqual({ count: 0 });
});

test('a value can be stored for one tab only', () => {
  const value = new StoredValue(key, asText, 'sessionStorage');
  value.set('here');
  expect([sessionStorage.getItem(key), localStorage.getItem(key)]).toEqual(['here', null]);
  value.set(null);
  expect(sessionStorage.getItem(key)).toBeNull();
});

test('a component follows changes here and in other tabs', () => {
  const value = makeValue();
  render(<Shown value={value} />);
  expect(screen.getByText('0')).toBeTruthy();
  act(() => value.set({ count: 1 }));
  expect(screen.getByText('1')).toBeTruthy();
  act(() => writeElsewhere('{"count":2}'));
  expect(screen.getByText('2')).toBeTruthy();
  act(() => writeElsewhere(null));
  expect(screen.getByText('0')).toBeTruthy();
});

test('listeners are called for what they subscribed to, until they unsubscribe', () => {
  const value = makeValue();
  const heard: string[] = [];
  const ends = [value.onWrite(() => heard.push('here')), value.onWriteElsewhere(() => heard.push('elsewhere'))];
  value.set({ count: 1 });
  writeElsewhere('{"count":2}');
  window.dispatchEvent(new StorageEvent('storage', { key: 'another' }));
  expect(heard).toEqual(['here', 'elsewhere']);
  for (const end of ends) end();
  value.set({ count: 3 });
  writeElsewhere('{"count":4}');
  expect(heard).toEqual(['here', 'elsewhere']);
});

describe('when the storage refuses', () => {
  const refuse = (name: 'getItem' | 'setItem' | 'removeItem') =>
    vi.spyOn(Storage.prototype, name).mockImplementation(() => {
      throw new DOMException('no', 'SecurityError');
    });

  test('every access, a value lives as long as the page', () => {
    for (const name of ['getItem', 'setItem', 'removeItem'] as const) refuse(name);
    const value = makeValue();
    expect(value.get()).toEqual({ count: 0 });
    value.set({ count: 1 });
    expect(value.get()).toEqual({ count: 1 });
    value.set({ count: 0 });
    expect(value.get()).toEqual({ count: 0 });
  });

  test('a write because it is full, the new value is kept until another tab writes', () => {
    localStorage.setItem(key, '{"count":1}');
    const value = makeValue();
    const listener = vi.fn();
    value.onChange(listener);
    const full = refuse('setItem');
    value.set({ count: 2 });
    expect(value.get()).toEqual({ count: 2 });
    expect(listener).toHaveBeenCalledOnce();
    full.mockRestore();
    writeElsewhere('{"count":3}');
    expect(value.get()).toEqual({ count: 3 });
  });
});
