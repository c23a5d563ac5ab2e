// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepTrying } from './keep-trying.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('code that cannot be fetched is asked for again until it is there', async () => {
  const load = vi
    .fn()
    .mockRejectedValueOnce(new TypeError())
    .mockRejectedValueOnce(new TypeError())
    .mockResolvedValue('code');
  const loaded = keepTrying(load);
  await vi.advanceTimersByTimeAsync(500);
  expect(load).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await loaded).toBe('code');
  expect(load).toHaveBeenCalledTimes(3);
});

test('and at once when the connection is back', async () => {
  const load = vi.fn().mockRejectedValueOnce(new TypeError()).mockResolvedValue('code');
  const loaded = keepTrying(load);
  await vi.advanceTimersByTimeAsync(0);
  window.dispatchEvent(new Event('online'));
  expect(await loaded).toBe('code');
});
