import { describe, expect, test } from 'vitest';
import { retryAfter } from './provider-failure.ts';
import { ProviderRest } from './provider-rest.ts';

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

describe('a resting provider', () => {
  function rested() {
    const clock = { now: 0 };
    const rest = new ProviderRest({ failuresUntilRest: 3, restMs: 30_000, now: () => clock.now });
    for (let failure = 0; failure < 3; failure++) rest.failed();
    return { clock, rest };
  }

  test('rests after three failures in a row, not after three in all', () => {
    const rest = new ProviderRest({ failuresUntilRest: 3, restMs: 30_000 });
    for (const outcome of ['failed', 'failed', 'succeeded', 'failed', 'failed'] as const) rest[outcome]();
    expect(rest.admits()).toBe(true);
    rest.failed();
    expect(rest.admits()).toBe(false);
  });

  test('lets one question through after its time, and everybody once that one went well', () => {
    const { clock, rest } = rested();
    clock.now = 29_999;
    expect(rest.admits()).toBe(false);
    clock.now = 30_000;
    expect([rest.admits(), rest.admits()]).toEqual([true, false]);
    rest.succeeded();
    expect([rest.admits(), rest.admits()]).toEqual([true, true]);
  });

  test('rests again when that one failed, and lets another through when it went away', () => {
    const { clock, rest } = rested();
    clock.now = 30_000;
    expect(rest.admits()).toBe(true);
    rest.leftOff();
    expect(rest.admits()).toBe(true);
    rest.failed();
    clock.now = 59_999;
    expect(rest.admits()).toBe(false);
  });

  test('may be asked early by one question at a time', () => {
    const { rest } = rested();
    expect([rest.admits({ early: true }), rest.admits({ early: true })]).toEqual([true, false]);
  });
});
