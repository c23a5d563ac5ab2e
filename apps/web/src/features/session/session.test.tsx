// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { createTrpcClient } from '../../api/client.ts';
import { createQueryClient } from '../../api/query-client.ts';
import { currentToast } from '../../components/base/toasts/toast.ts';
import { renderPage, stubApi } from '../../testing/render-page.tsx';
import { testConfig } from '../../testing/test-config.ts';
import { confirmedUser } from './current-user.ts';
import { SignInLink } from './start/sign-in-link.tsx';
import { signInUrl } from './start/sign-in-url.ts';
import { ignoresServerSession, storedUser, storeUser } from './start/stored-user.ts';
import { guest, mira, noted, refuse, startPage } from './testing/session-page.tsx';

test('[4.22] a token is used once and needs no second request for its user', async () => {
  const calls = stubApi({ 'auth.crossDomainLogin': () => ({ user: mira, movedConversations: 0 }) });
  startPage({ token: 'secret', action: 'login' });
  expect(await screen.findByText('here is Mira')).toBeTruthy();
  expect(calls).toEqual({ 'auth.crossDomainLogin': [{ token: 'secret' }] });
  expect(storedUser()).toEqual(mira);
  expect(currentToast.get()).toBeNull();
});

test('[4.22] a refused token leaves a guest, who is told', async () => {
  stubApi({ ...guest, 'auth.crossDomainLogin': refuse });
  startPage({ token: 'secret', action: 'login' });
  expect(await screen.findByText('here is a guest')).toBeTruthy();
  expect(storedUser()).toBeNull();
  expect(currentToast.get()).toMatchObject({ title: 'Sign-in was not completed', variant: 'destructive' });
});

test('[4.22] a refused token is not reported to a person who is already signed in', async () => {
  stubApi({ 'auth.user': () => mira, 'auth.crossDomainLogin': refuse });
  startPage({ token: 'secret', action: 'login' });
  expect(await screen.findByText('here is Mira')).toBeTruthy();
  expect(currentToast.get()).toBeNull();
});

test('[4.23] a client token is shown until the server refuses; nothing is read before that', async () => {
  let answer = () => {};
  const calls = stubApi({
    ...guest,
    'auth.crossDomainLogin': refuse,
    'auth.user': () => new Promise<null>((resolve) => (answer = () => resolve(null))),
  });
  startPage({ token: JSON.stringify({ user: mira, timestamp: Date.now(), domain: 'noek.test' }), action: 'login' });
  expect(await screen.findByText('expecting Mira')).toBeTruthy();
  expect(calls['chat.guestStatus']).toBeUndefined();
  await act(async () => answer());
  expect(await screen.findByText('here is a guest')).toBeTruthy();
  expect(storedUser()).toBeNull();
});

test('[3.02] [4.29] a stored user is shown until the server has answered, and removed if it refuses', async () => {
  storeUser(mira);
  stubApi(guest);
  startPage();
  expect(screen.getByText('expecting Mira')).toBeTruthy();
  expect(await screen.findByText('here is a guest')).toBeTruthy();
  expect(storedUser()).toBeNull();
});

test('[3.02] invalid stored data means a guest', () => {
  for (const text of ['{', 'null', '{"id":1}', '"x"']) {
    localStorage.setItem('noek_user', text);
    expect(storedUser()).toBeNull();
  }
});

test('[4.31] without a session here, the login of the auth host creates one', async () => {
  const calls = stubApi({
    'auth.user': () => null,
    'auth.sync': () => ({ user: mira, token: 'for-this-origin' }),
    'auth.crossDomainLogin': () => ({ user: mira, movedConversations: 0 }),
  });
  startPage();
  expect(await screen.findByText('here is Mira')).toBeTruthy();
  expect(calls['auth.crossDomainLogin']).toEqual([{ token: 'for-this-origin' }]);
});

test.each([
  [1, 'The chat you started as a guest is now in your account.'],
  [3, 'The 3 chats you started as a guest are now in your account.'],
])('a guest with %d chats is told that they were moved', async (movedConversations, description) => {
  stubApi({ 'auth.crossDomainLogin': () => ({ user: mira, movedConversations }) });
  startPage({ token: 'secret', action: 'login' });
  await screen.findByText('here is Mira');
  expect(currentToast.get()).toMatchObject({ title: 'Your chats were moved to your account', description });
});

test('[7.05] [8.21] a refused check means a guest, without a message', async () => {
  storeUser(mira);
  stubApi({ ...guest, 'auth.user': refuse });
  startPage();
  expect(await screen.findByText('here is a guest')).toBeTruthy();
  await waitFor(() => expect(storedUser()).toBeNull());
  expect(currentToast.get()).toBeNull();
});

test('without an answer the user is not signed out, nothing is read, and the check is retried', async () => {
  storeUser({ ...mira, accessLevel: 'admin' });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let reached = false;
  const calls = stubApi({
    ...guest,
    'chat.allowance': () => ({}),
    'auth.user': () => {
      if (!reached) throw new Error('connection lost');
      return mira;
    },
  });
  startPage();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(screen.getByText('kept Mira, basic')).toBeTruthy();
  expect(calls['auth.user']).toHaveLength(3);
  fireEvent.click(screen.getByRole('button', { name: 'Read' }));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(calls['chat.allowance']).toBeUndefined();
  expect(screen.getByText('kept Mira, basic')).toBeTruthy();
  reached = true;
  await vi.advanceTimersByTimeAsync(15_000);
  expect(screen.getByText('here is Mira')).toBeTruthy();
  expect(storedUser()).toEqual(mira);
  fireEvent.click(screen.getByRole('button', { name: 'Read' }));
  await vi.advanceTimersByTimeAsync(100);
  expect(calls['chat.allowance']).toHaveLength(1);
  expect(currentToast.get()).toBeNull();
  vi.useRealTimers();
});

test('[8.21] without an answer or a stored user, the page shows a guest', { timeout: 30_000 }, async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  stubApi({
    ...guest,
    'auth.user': () => {
      throw new Error('connection lost');
    },
  });
  startPage();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(screen.getByText('here is a guest')).toBeTruthy();
  expect(screen.getByText('guest data')).toBeTruthy();
  vi.useRealTimers();
});

test('without an answer or a stored user, the check is retried, and the page does not wait for it', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let retried = () => {};
  const calls = stubApi({
    ...guest,
    'auth.user': () => {
      if (calls['auth.user']?.length === 4) return new Promise((resolve) => (retried = () => resolve(mira)));
      throw new Error('connection lost');
    },
  });
  startPage();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(calls['auth.user']).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(calls['auth.user']).toHaveLength(4);
  expect(screen.getByText('here is a guest')).toBeTruthy();
  await act(async () => retried());
  await vi.advanceTimersByTimeAsync(100);
  expect(screen.getByText('here is Mira')).toBeTruthy();
  vi.useRealTimers();
});

test('[7.52] the sign-in link contains the way back; shortly after a sign-out it asks for the password', () => {
  window.history.replaceState(null, '', '/chat/7?q=a&b=c#end');
  const url = new URL(signInUrl(testConfig));
  expect(url.origin + url.pathname).toBe('http://auth.test/login');
  expect(url.searchParams.get('return_to')).toBe(window.location.href);
  expect(url.searchParams.get('force_login')).toBeNull();
  expect(new URL(signInUrl(testConfig, 'signup')).pathname).toBe('/signup');
  noted(29);
  expect(new URL(signInUrl(testConfig)).searchParams.get('force_login')).toBe('true');
});

test('[4.19] following the sign-in link clears the recent-logout flag', () => {
  noted();
  renderPage(<SignInLink>Sign In</SignInLink>);
  fireEvent.click(screen.getByRole('link', { name: 'Sign In' }));
  expect(ignoresServerSession()).toBe(false);
});

test('[2.07] route guards: a refusal means a guest, no answer means the last user', async () => {
  const lost = () => {
    throw new Error('connection lost');
  };
  storeUser(mira);
  vi.useFakeTimers({ shouldAdvanceTime: true });
  for (const [answer, expected] of [
    [() => null, null],
    [refuse, null],
    [lost, mira],
  ] as const) {
    stubApi({ 'auth.user': answer });
    const here = confirmedUser(createQueryClient(), createTrpcClient());
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await here).toEqual(expected);
  }
  vi.useRealTimers();
});
