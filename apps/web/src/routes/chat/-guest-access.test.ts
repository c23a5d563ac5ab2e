import type { User } from '@noek/contract/auth/schemas';
import { isNotFound } from '@tanstack/react-router';
import { afterEach, expect, test } from 'vitest';
import { storeUser } from '../../features/session/start/stored-user.ts';
import { guestRedirect, refuseGuests } from './-guest-access.ts';

const auth = 'http://auth.test';

test('[2.19] guests who subscribe sign in first and then come back', () => {
  const url = new URL(guestRedirect('http://chat.test/subscribe?plan=a&b=c#pay', auth) ?? '');
  expect(url.origin).toBe(auth);
  expect(url.searchParams.get('auth_action')).toBe('login_required');
  expect(url.searchParams.get('return_to')).toBe('http://chat.test/subscribe?plan=a&b=c#pay');
});

test.each(['/oauth/authorize?asked=qYQ', '/connect?user_code=BCDF-GHJK'])(
  'guests who connect an app or a device sign in first and then come back to %s',
  (path) => {
    const url = new URL(guestRedirect(`http://chat.test${path}`, auth) ?? '');
    expect([url.origin, url.searchParams.get('return_to')]).toEqual([auth, `http://chat.test${path}`]);
  },
);

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

const mira: User = {
  id: 'u1',
  name: 'Mira Novak',
  email: 'mira@example.com',
  accessLevel: 'basic',
  specialFeatures: [],
  allowModelTraining: true,
  memoryEnabled: true,
  emailVerified: true,
  instructions: '',
};
afterEach(() => storeUser(null));

test('[2.21] a page for signed-in users is the 404 page for guests, which knows why', async () => {
  const refusal = await refuseGuests({ confirmedUser: async () => null }).catch((error: unknown) => error);
  expect(isNotFound(refusal)).toBe(true);
  expect(refusal).toMatchObject({ data: 'account' });
});

test('signed-in users are let through, and so is the stored user while the server does not answer', async () => {
  await refuseGuests({ confirmedUser: async () => mira });
  storeUser(mira);
  await refuseGuests({ confirmedUser: async () => null });
});
