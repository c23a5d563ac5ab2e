import { expect, test } from 'vitest';
import { agoLabel } from './when.tsx';

const now = Date.parse('2026-06-15T12:00:00.000Z');

test.each([
  ['2026-06-15T12:00:00.000Z', 'now'],
  ['2026-06-15T12:00:40.000Z', 'now'],
  ['2026-06-15T11:58:30.000Z', '1 minute ago'],
  ['2026-06-15T09:00:00.000Z', '3 hours ago'],
  ['2026-06-14T11:00:00.000Z', 'yesterday'],
  ['2026-06-05T12:00:00.000Z', 'last week'],
  ['2026-04-01T12:00:00.000Z', '2 months ago'],
  ['2023-01-01T12:00:00.000Z', '3 years ago'],
])('%s is %s', (iso, label) => {
  expect(agoLabel(iso, now)).toBe(label);
});
