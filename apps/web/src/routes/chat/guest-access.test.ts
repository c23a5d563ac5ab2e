import { expect, test } from 'vitest';
import { guestRedirect } from './guest-access.ts';

const auth = 'http://auth.test';

test('[2.19] guests who subscribe sign in first and then come back', () => {
  const url = new URL(guestRedirect('http://chat.test/subscribe?plan=a&b=c#pay', auth) ?? '');
  expect(url.origin).toBe(auth);
  expect(url.searchParams.get('auth_action')).toBe('login_required');
  expect(url.searchParams.get('return_to')).toBe('http://chat.test/subscribe?plan=a&b=c#pay');
});

test.each(['/verify-email', '/reset-password'])(
  '[2.20] %s redirects guests to the auth host with its query',
  (path) => {
    expect(guestRedirect(`http://chat.test${path}?token=a%20b&x=1`, auth)).toBe(`${auth}${path}?token=a%20b&x=1`);
    expect(guestRedirect(`http://chat.test${path}/?token=t`, auth)).toBe(`${auth}${path}?token=t`);
  },
);

test.each([
  '/',
  '/chat/7',
  '/admin',
  '/account',
  '/nothing',
  '/subscribe/more',
  '/constructor',
  '//evil.test/subscribe',
])('[2.17] [2.18] [2.21] %s is not redirected', (path) => {
  expect(guestRedirect(`http://chat.test${path}`, auth)).toBeNull();
});
