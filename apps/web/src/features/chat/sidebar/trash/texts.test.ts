import { expect, test } from 'vitest';
import { trashLabel } from './texts.ts';

const deletedAt = new Date(2026, 10, 3, 15, 0).toISOString();
const at = (day: number, hour = 15, minute = 0) => new Date(2026, 10, day, hour, minute);

test.each([
  [at(3), 'Deleted Nov 3 · 30 days left'],
  [at(3, 16), 'Deleted Nov 3 · 30 days left'],
  [at(21, 14), 'Deleted Nov 3 · 13 days left'],
  [at(21, 16), 'Deleted Nov 3 · 12 days left'],
  [at(33, 14, 59), 'Deleted Nov 3 · 1 day left'],
  // The clocks of the page and the server differ: a conversation that can still be restored is never called gone.
  [at(34), 'Deleted Nov 3 · 1 day left'],
])('at %s: %s', (now, label) => {
  expect(trashLabel(deletedAt, now)).toBe(label);
});
