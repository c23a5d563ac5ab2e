// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { currentToast } from '../../components/toast.ts';
import { Refusal } from '../../testing/refusal.ts';
import { renderPage, stubApi, testConfig } from '../../testing/render-page.tsx';
import { acceptLogin, takeLoginToken } from './accept-login.ts';
import { useCurrentUser } from './current-user.ts';
import { signInUrl } from './sign-in-link.ts';
import { useSignOut } from './sign-out.ts';
import { sinceLogout, storedUser, storeUser } from './stored-user.ts';

const mira = {
  id: 'u1',
  name: 'Mira',
  email: 'mira@example.com',
  accessLevel: 'basic' as const,
  specialFeatures: [],
  allowModelTraining: true,
  memoryEnabled: true,
  emailVerified: true,
};

const at = (path: string) => window.history.replaceState(null, '', path);
const here = () => window.location.pathname + window.location.search + window.location.hash;

beforeEach(() => at('/'));

function Session() {
  const { user, isPending, expected } = useCurrentUser();
  const done = vi.fn();
  const signOut = useSignOut(done);
  return (
    <>
      <p>{isPending ? `expecting ${expected?.name ?? 'nobody'}` : `here is ${user?.name ?? 'a guest'}`}</p>
      <button type="button" onClick={() => signOut.mutate()}>
        Sign out
      </button>
    </>
  );
}

test('[4.22] [4.24] the token leaves the address before it is used; the rest of the address stays', () => {
  at('/chat/7?q=a&auth_token=secret&auth_action=login#end');
  expect(takeLoginToken()).toBe('secret');
  expect(here()).toBe('/chat/7?q=a#end');
  expect(takeLoginToken()).toBeNull();
});

test('[2.24] a token without the login action signs nobody in', () => {
  at('/?auth_token=secret&auth_action=logout');
  expect(takeLoginToken()).toBeNull();
  expect(here()).toBe('/');
  at('/?auth_token=secret');
  expect(takeLoginToken()).toBeNull();
  expect(here()).toBe('/');
});

test('[4.22] a token becomes a session', async () => {
  const calls = stubApi({ 'auth.crossDomainLogin': () => ({ user: mira }) });
  localStorage.setItem('noek_recent_logout', String(Date.now()));
  await acceptLogin('secret');
  expect(calls['auth.crossDomainLogin']).toEqual([{ token: 'secret' }]);
  expect(storedUser()).toEqual(mira);
  expect(sinceLogout()).toBe(Number.POSITIVE_INFINITY);
});

test('[4.22] a token that is refused leaves a guest who is told', async () => {
  stubApi({
    'auth.crossDomainLogin': () => {
      throw new Refusal('UNAUTHORIZED', 401, 'used up');
    },
  });
  await acceptLogin('secret');
  expect(storedUser()).toBeNull();
  expect(currentToast()).toMatchObject({ title: 'Sign-in was not completed', variant: 'destructive' });
});

test('[3.02] [4.29] a stored user fills the frame until the server has answered, and goes when it says no', async () => {
  storeUser(mira);
  stubApi({ 'auth.user': () => null });
  renderPage(<Session />);
  expect(screen.getByText('expecting Mira')).toBeTruthy();
  expect(await screen.findByText('here is a guest')).toBeTruthy();
  expect(storedUser()).toBeNull();
});

test('[3.02] nonsense in the storage is nobody', () => {
  for (const text of ['{', 'null', '{"id":1}', '"x"']) {
    localStorage.setItem('noek_user', text);
    expect(storedUser()).toBeNull();
  }
});

test('[4.17] [4.37] signing out notes the moment and forgets the person', async () => {
  let signedIn = true;
  stubApi({
    'auth.user': () => (signedIn ? mira : null),
    'auth.logout': () => {
      signedIn = false;
      return { message: 'bye' };
    },
  });
  renderPage(<Session />);
  await screen.findByText('here is Mira');
  expect(storedUser()).toEqual(mira);
  fireEvent.click(screen.getByRole('button', { name: 'Sign out' }));
  expect(await screen.findByText('here is a guest')).toBeTruthy();
  expect(sinceLogout()).toBeLessThan(30_000);
  await waitFor(() => expect(storedUser()).toBeNull());
});

test('[7.52] the way to sign in carries the way back', () => {
  at('/chat/7?q=a&b=c#end');
  const url = new URL(signInUrl(testConfig));
  expect(url.origin + url.pathname).toBe('http://auth.test/login');
  expect(url.searchParams.get('return_to')).toBe(window.location.href);
  expect(new URL(signInUrl(testConfig, 'signup')).pathname).toBe('/signup');
});
