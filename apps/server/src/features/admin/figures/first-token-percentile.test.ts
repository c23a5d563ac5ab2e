import { expect, test } from 'vitest';
import { firstTokenBucket } from '../../figures/figures.ts';
import { firstTokenPercentile } from './first-token-percentile.ts';

const of = (times: readonly number[], share: number) => {
  const counts = new Map<string, number>();
  for (const ms of times) counts.set(firstTokenBucket(ms), (counts.get(firstTokenBucket(ms)) ?? 0) + 1);
  return firstTokenPercentile((bucket) => counts.get(bucket) ?? 0, share);
};

test('a percentile of the time to the first text lies in the bucket of its answer', () => {
  expect(of([], 0.5)).toBeNull();
  expect(of([200], 0.5)).toBe(125);
  expect(of([300, 300, 300, 3_000], 0.5)).toBeGreaterThan(250);
  expect(of([300, 300, 300, 3_000], 0.5)).toBeLessThanOrEqual(500);
  expect(of([300, 300, 300, 3_000], 0.95)).toBeGreaterThan(2_000);
  expect(of([300, 300, 300, 3_000], 0.95)).toBeLessThanOrEqual(4_000);
  expect(of([60_000], 0.95)).toBe(30_000);
});
