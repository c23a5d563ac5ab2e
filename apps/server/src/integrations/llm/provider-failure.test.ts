import { describe, expect, test } from 'vitest';
import { retryAfter } from './provider-failure.ts';

describe('how long a provider asks us to wait', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  test.each([
    [{ 'retry-after': '3' }, 3_000],
    [{ 'retry-after': '0.5' }, 500],
    [{ 'retry-after': 'Sat, 21 Nov 2026 12:00:04 GMT' }, 4_000],
    [{ 'retry-after': 'Sat, 21 Nov 2026 11:00:00 GMT' }, 0],
    [{ 'retry-after-ms': '250', 'retry-after': '9' }, 250],
    [{ 'retry-after': 'soon' }, null],
    [{}, null],
  ])('%o', (headers, expected) => {
    expect(retryAfter(new Headers(headers as Record<string, string>), now)).toBe(expected);
  });
});
