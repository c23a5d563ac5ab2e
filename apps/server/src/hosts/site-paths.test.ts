import { expect, test } from 'vitest';
import { isConversation, isPage } from './site-paths.ts';

const account = ['/account', '/account/billing', '/account/settings', '/account/profile', '/account/import'];

test.each([...account, '/settings', '/billing', '/profile', '/success', '/memories', '/project/p-1'])(
  '[2.11] [2.12] [2.13] [2.21] %s is a page of the chat for signed-in people only',
  (path) => {
    expect(isPage('chat', path, true)).toBe(true);
    expect(isPage('chat', path, false)).toBe(false);
    expect(isPage('auth', path, true)).toBe(false);
    expect(isPage('company', path, true)).toBe(false);
  },
);

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

test.each(['/chat/7/', '/chat/x/print', '/chat/7/print/x', '/chat/print'])('%s is not a page', (path) => {
  expect(isPage('chat', path, true)).toBe(false);
});
