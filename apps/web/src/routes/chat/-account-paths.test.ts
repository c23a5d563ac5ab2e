import { expect, test } from 'vitest';
import { accountPageNames, accountPages } from '../../features/account/account-pages.ts';
import { accountTexts } from '../../features/account/texts.ts';
import { accountPlace } from './-account-paths.ts';

test.each([
  ['/account', '', 'general', null],
  ['/account/', '', 'general', null],
  ['/account/profile', '', 'general', 'information'],
  ['/account/billing', '', 'plan', 'plan'],
  ['/account/billing/', '', 'plan', 'plan'],
  ['/account/settings', '', 'security', 'security'],
  ['/account/import', '', 'data', 'import'],
  ['/account/developers', '', 'developers', null],
  ['/profile', '', 'general', 'information'],
  ['/billing', '', 'plan', 'plan'],
  ['/settings', '', 'security', 'security'],
  ['/account', 'sessions', 'security', 'sessions'],
  ['/account', 'webhooks', 'developers', 'webhooks'],
  ['/account/security', 'data', 'privacy', 'data'],
  ['/account', 'toString', 'general', null],
])('[2.11] [2.12] %s#%s opens %s at %s', (pathname, hash, page, section) => {
  expect(accountPlace({ pathname, hash })).toEqual({ page, section });
});

test.each(['/account/nothing', '/accounts', '/account/constructor'])('%s is no page', (pathname) => {
  expect(accountPlace({ pathname, hash: 'sessions' })).toBeNull();
});

test('each section is on exactly one page, and each page has an address of its own', () => {
  const sections = accountPageNames.flatMap((page) => [...accountPages[page].sections]);
  expect(sections.toSorted()).toEqual(Object.keys(accountTexts.sections).toSorted());
  expect(new Set(accountPageNames.map((page) => accountPages[page].path)).size).toBe(accountPageNames.length);
});
