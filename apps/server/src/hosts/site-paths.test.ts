import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { documentTokenOf, isConversation, isPage } from './site-paths.ts';

const account = [
  '/account',
  '/account/billing',
  '/account/settings',
  '/account/profile',
  '/account/import',
  '/account/privacy',
  '/account/security',
  '/account/data',
  '/account/developers',
];

test.each([...account, '/settings', '/billing', '/profile', '/success', '/memories', '/prompts', '/project/p-1'])(
  '[2.11] [2.12] [2.13] [2.21] %s is a page of the chat for signed-in people only',
  (path) => {
    expect(isPage('chat', path, true)).toBe(true);
    expect(isPage('chat', path, false)).toBe(false);
    expect(isPage('auth', path, true)).toBe(false);
    expect(isPage('company', path, true)).toBe(false);
  },
);

/** What a value of a route can be, where it is neither an id nor a number. */
const values: Readonly<Record<string, string>> = { '{-$page}': 'security' };

test.each(['chat', 'auth'] as const)('each route of the %s site is a page that opens from its address', (site) => {
  const folder = join(import.meta.dirname, '../../../web/src/routes', site);
  // A name is a path with dots for slashes. What begins with "_" is a frame, with "-" no route; "$" is a value.
  const paths = readdirSync(folder, { encoding: 'utf8', recursive: true })
    .filter((name) => name.endsWith('.tsx') && !/(?:^|\/)(?:-|__)/.test(name) && !/^_[a-z]+\.tsx$/.test(name))
    .map((name) => name.replace(/\.tsx$/, '').split(/[./]/))
    .map((parts) => parts.filter((part) => !part.startsWith('_') && part !== 'index'))
    .map((parts) => `/${parts.map((part) => values[part] ?? (part.startsWith('$') ? '7' : part)).join('/')}`);
  expect(paths.length).toBeGreaterThan(8);
  for (const path of paths) expect([path, isPage(site, path, true)]).toEqual([path, true]);
});

test('[2.10] /subscribe is a page for everybody, because it sends guests to sign in', () => {
  expect(isPage('chat', '/subscribe', false)).toBe(true);
});

test.each(['/account/nothing', '/account/', '/accounts', '/settings/billing', '/project', '/project/a/b'])(
  '[2.21] %s is not a page',
  (path) => {
    expect(isPage('chat', path, true)).toBe(false);
  },
);

test.each(['/chat/7', '/chat/7/print'])('%s is a page for everybody that no cache stores', (path) => {
  expect(isPage('chat', path, false)).toBe(true);
  expect(isConversation('chat', path)).toBe(true);
  expect(isPage('auth', path, false)).toBe(false);
});

test('the page of a shared document is for everybody, on the chat host alone', () => {
  expect(isPage('chat', '/d/a-token_7', false)).toBe(true);
  expect(documentTokenOf('chat', '/d/a-token_7')).toBe('a-token_7');
  for (const site of ['auth', 'company'] as const) {
    expect(isPage(site, '/d/a-token_7', true)).toBe(false);
    expect(documentTokenOf(site, '/d/a-token_7')).toBeNull();
  }
  for (const path of ['/d', '/d/', '/d/a/b', '/d/a.b', `/d/${'a'.repeat(129)}`, '/chat/7'])
    expect([path, documentTokenOf('chat', path)]).toEqual([path, null]);
});

test.each(['/chat/7/', '/chat/x/print', '/chat/7/print/x', '/chat/print'])('%s is not a page', (path) => {
  expect(isPage('chat', path, true)).toBe(false);
});
