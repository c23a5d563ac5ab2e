import { expect, test } from 'vitest';
import { dayOf, daysFrom, endOfDay } from './expiry-choices.ts';

const now = new Date(2026, 10, 21, 12, 30);

test('a number of days is counted from now', () => {
  expect(daysFrom(new Date('2026-11-21T12:00:00.000Z'), 7)).toBe('2026-11-28T12:00:00.000Z');
});

test("a day lasts until its end in the reader's time zone", () => {
  expect(dayOf(now)).toBe('2026-11-21');
  expect(endOfDay('2026-11-21', now)).toBe(new Date(2026, 10, 21, 23, 59, 59, 999).toISOString());
  expect(endOfDay('2027-02-28', now)).toBe(new Date(2027, 1, 28, 23, 59, 59, 999).toISOString());
});

test.each(['', '2026-11-20', '2027-02-30', 'tomorrow', '12027-01-01'])('%j is not a future day', (day) => {
  expect(endOfDay(day, now)).toBeNull();
});
