import { describe, expect, test } from 'vitest';
import { CircuitBreaker } from './circuit-breaker.ts';

describe('a circuit breaker', () => {
  function opened() {
    const clock = { now: 0 };
    const breaker = new CircuitBreaker({ breakerThreshold: 3, breakerOpenMs: 30_000, now: () => clock.now });
    for (let failure = 0; failure < 3; failure++) breaker.recordFailure();
    return { clock, breaker };
  }

  test('opens after three failures in a row, not after three in all', () => {
    const breaker = new CircuitBreaker({ breakerThreshold: 3, breakerOpenMs: 30_000 });
    for (const outcome of ['Failure', 'Failure', 'Success', 'Failure', 'Failure'] as const)
      breaker[`record${outcome}`]();
    expect(breaker.allows()).toBe(true);
    breaker.recordFailure();
    expect(breaker.allows()).toBe(false);
  });

  test('lets one request through after its open time, and all once that one succeeded', () => {
    const { clock, breaker } = opened();
    clock.now = 29_999;
    expect(breaker.allows()).toBe(false);
    clock.now = 30_000;
    expect([breaker.allows(), breaker.allows()]).toEqual([true, false]);
    breaker.recordSuccess();
    expect([breaker.allows(), breaker.allows()]).toEqual([true, true]);
  });

  test('opens again when that request failed, and lets another through when it was abandoned', () => {
    const { clock, breaker } = opened();
    clock.now = 30_000;
    expect(breaker.allows()).toBe(true);
    breaker.release();
    expect(breaker.allows()).toBe(true);
    breaker.recordFailure();
    clock.now = 59_999;
    expect(breaker.allows()).toBe(false);
  });

  test('rests while it is open, until a probe is due, and not after a success', () => {
    const { clock, breaker } = opened();
    clock.now = 29_999;
    expect(breaker.isSuspended).toBe(true);
    clock.now = 30_000;
    expect(breaker.isSuspended).toBe(false);
    breaker.recordFailure();
    expect(breaker.isSuspended).toBe(true);
    breaker.recordSuccess();
    expect(breaker.isSuspended).toBe(false);
  });

  test('allows one early request at a time', () => {
    const { breaker } = opened();
    expect([breaker.allows({ early: true }), breaker.allows({ early: true })]).toEqual([true, false]);
  });
});
