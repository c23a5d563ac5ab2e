import { expect, test } from 'vitest';
import { sectionOf } from './-account-paths.ts';

test.each([
  ['/account', '', null],
  ['/account/', '', null],
  ['/account/profile', '', 'information'],
  ['/account/billing', '', 'plan'],
  ['/account/billing/', '', 'plan'],
  ['/account/settings', '', 'security'],
  ['/account/import', '', 'import'],
  ['/profile', '', 'information'],
  ['/billing', '', 'plan'],
  ['/settings', '', 'security'],
  ['/account', 'sessions', 'sessions'],
  ['/account', 'toString', null],
])('[2.11] [2.12] %s#%s opens %s', (pathname, hash, section) => {
  expect(sectionOf({ pathname, hash })).toBe(section);
});
