import { describe, expect, test } from 'vitest';
import { levelAt } from '../../auth/auth.queries.ts';
import { currentOf, gives, levelAfter, type Terms } from './subscription-rules.ts';

const now = new Date('2026-11-22T12:00:00Z');
const later = new Date('2026-12-22T12:00:00Z');
const earlier = new Date('2026-11-22T11:59:59.999Z');
const terms = (given: Partial<Terms> = {}): Terms => ({
  status: 'active',
  cancelAtPeriodEnd: false,
  cancelAt: null,
  currentPeriodEnd: later,
  refunded: false,
  disputed: false,
  ...given,
});
const cancelling = (cancelAt: Date) => terms({ cancelAtPeriodEnd: true, cancelAt });

test.each([
  ['active', terms(), true],
  ['trialing', terms({ status: 'trialing' }), true],
  ['an unpaid renewal, until its period ends', terms({ status: 'past_due' }), true],
  ['an unpaid renewal whose period has ended', terms({ status: 'past_due', currentPeriodEnd: now }), false],
  ['a renewal whose event is late', terms({ currentPeriodEnd: earlier }), true],
  ['[4.41] cancelled, until its period ends', cancelling(later), true],
  ['cancelled, and its period has ended', cancelling(now), false],
  ['refunded in full', terms({ refunded: true }), false],
  ['disputed', terms({ disputed: true }), false],
  ['waiting for its first payment', terms({ status: 'incomplete' }), false],
  ['never paid', terms({ status: 'incomplete_expired' }), false],
  ['ended', terms({ status: 'canceled' }), false],
  ['unpaid', terms({ status: 'unpaid' }), false],
  ['paused', terms({ status: 'paused' }), false],
])('access: %s', (_, given, expected) => {
  expect(gives(given, now)).toBe(expected);
});

describe('the level changes only when what the subscriptions give changes', () => {
  const basic = { accessLevel: 'basic', premiumUntil: null } as const;
  const premium = { accessLevel: 'supernoek', premiumUntil: null } as const;
  const ending = { accessLevel: 'supernoek', premiumUntil: later } as const;
  const admin = { accessLevel: 'admin', premiumUntil: null } as const;
  const none: Terms[] = [];
  const ended = [terms({ status: 'canceled' })];

  test.each([
    ['[4.40] paid', basic, none, [terms()], premium],
    ['ended', premium, [terms()], ended, basic],
    ['cancelled', premium, [terms()], [cancelling(later)], ending],
    ['[4.42] reactivated', ending, [cancelling(later)], [terms()], premium],
    ['renewal unpaid', premium, [terms()], [terms({ status: 'past_due' })], ending],
    ['renewal paid after all', ending, [terms({ status: 'past_due' })], [terms()], premium],
    ['nothing new', premium, [terms()], [terms()], null],
    ['nothing new about the end', ending, [cancelling(later)], [cancelling(later)], null],
    ['one of two ends', premium, [terms(), terms()], [...ended, terms()], null],
    ['an administrator keeps the level', admin, [terms()], ended, null],
    ['an administrator set Basic; the subscription continues', basic, [terms()], [terms()], null],
    ['an administrator gave SuperNoek; an old subscription is read again', premium, ended, ended, null],
    ['the end came by the clock before the event', ending, [cancelling(now)], ended, null],
  ])('%s', (_, stored, before, after, expected) => {
    expect(levelAfter(stored, before, after, now)).toEqual(expected);
  });

  test('SuperNoek with a known end is Basic from that moment on', () => {
    expect(levelAt(ending, now)).toBe('supernoek');
    expect(levelAt(ending, new Date(later.getTime() - 1))).toBe('supernoek');
    expect(levelAt(ending, later)).toBe('basic');
    expect(levelAt({ ...admin, premiumUntil: earlier }, now)).toBe('admin');
  });
});

test('the subscription that a person means is the one that runs, then the one that waits, then the last', () => {
  const at = (n: number, status: Terms['status']) => ({ status, createdAt: new Date(n) });
  const [old, running, waiting, expired] = [
    at(1, 'canceled'),
    at(2, 'past_due'),
    at(3, 'incomplete'),
    at(4, 'incomplete_expired'),
  ] as const;
  expect(currentOf([old, expired, waiting, running])).toBe(running);
  expect(currentOf([old, expired, waiting])).toBe(waiting);
  expect(currentOf([expired, old])).toBe(old);
  expect(currentOf([expired])).toBeNull();
});
