import { expect, test } from 'vitest';
import { endsOn } from './ends-on.ts';

test.each([
  ['2026-12-11', '2026-10-11T23:59:59.999Z', null],
  ['2026-12-11', '2026-10-12T00:00:00.000Z', '11 December'],
  ['2026-12-11', '2026-12-11T23:59:59.999Z', '11 December'],
  ['2027-01-14', '2026-11-29T12:00:00.000Z', '14 January 2027'],
  ['2027-01-14', '2027-01-01T00:00:00.000Z', '14 January'],
  ['2024-02-29', '2024-01-01T00:00:00.000Z', '29 February'],
  [null, '2026-11-29T12:00:00.000Z', null],
])('the end %s is told at %s as %s', (endsAt, now, told) => {
  expect(endsOn(endsAt, new Date(now))).toBe(told);
});
