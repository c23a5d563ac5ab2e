// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { createQueryClient } from '../../api/query-client.ts';
import { currentToast } from '../../components/toast.ts';
import { renderPage, stubApi, testConfig } from '../../testing/render-page.tsx';
import { confirmedUser } from './current-user.ts';
import { SignInLink, signInUrl } from './sign-in-link.tsx';
import { ignoresServerSession, storedUser, storeUser } from './stored-user.ts';
import { guest, mira, noted, refuse, startPage } from './testing/session-page.tsx';

test('[4.22] a token is used once, and whose it is needs no second question', async () => {
  const calls = stubApi({ 'auth.crossDomainLogin': () => ({ user: mira, movedConversations: 0 }) });
  startPage({ token: 'secret', action: 'login' });
  expect(await screen.findByText('here is Mira')).toBeTruthy();
  expect(calls).toEqual({ 'auth.crossDomainLogin': [{ token: 'secret' }] });
  expect(storedUser()).toEqual(mira);
  expect(currentToast.get()).toBeNull();
});

test('[4.22] a token that is refused leaves a guest who is told', async () => {
  stubApi({ ...guest, 'auth.crossDomainLogin': refuse });
  startPage({ token: 'secret', action: 'login' });
  expect(await screen.findByText('here is a guest')).toBeTruthy();
  expect(storedUser()).toBeNull();
  expect(currentToast.get()).toMatchObject({ title: 'Sign-in was not completed', variant: 'destructive' });
});

test('[4.22] nothing is said of a refused token to somebody who is signed in already', async () => {
  stubApi({ 'auth.user': () => mira, 'auth.crossDomainLogin': refuse });
  startPage({ token: 'secret', action: 'login' });
  expect(await screen.findByText('here is Mira')).toBeTruthy();
  expect(currentToast.get()).toBeNull();
});

test('[4.23] a client token decorates the page until the server says no; nothing is read before', async () => {
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

test('[3.02] [4.29] a stored user fills the frame until the server has answered, and goes when it says no', async () => {
  storeUser(mira);
  stubApi(guest);
  startPage();
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

test('[4.31] without a session here, the login of the auth host brings one', async () => {
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
  [1, 'The chat you had as a guest is in your account now.'],
  [3, 'The 3 chats you had as a guest are in your account now.'],
])('a guest with %d chats is told that they came along', async (movedConversations, description) => {
  stubApi({ 'auth.crossDomainLogin': () => ({ user: mira, movedConversations }) });
  startPage({ token: 'secret', action: 'login' });
  await screen.findByText('here is Mira');
  expect(currentToast.get()).toMatchObject({ title: 'Your chats came along', description });
});

test('[7.05] [8.21] a check that is refused counts as nobody, without a word', async () => {
  storeUser(mira);
  stubApi({ ...guest, 'auth.user': refuse });
  startPage();
  expect(await screen.findByText('here is a guest')).toBeTruthy();
  await waitFor(() => expect(storedUser()).toBeNull());
  expect(currentToast.get()).toBeNull();
});

test('without an answer nobody is signed out, nothing is read, and the server is asked again', async () => {
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

test('[8.21] without an answer and with nobody expected, a guest is here', { timeout: 30_000 }, async () => {
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

test('[7.52] the way to sign in carries the way back; just after signing out it asks for the password', () => {
  window.history.replaceState(null, '', '/chat/7?q=a&b=c#end');
  const url = new URL(signInUrl(testConfig));
  expect(url.origin + url.pathname).toBe('http://auth.test/login');
  expect(url.searchParams.get('return_to')).toBe(window.location.href);
  expect(url.searchParams.get('force_login')).toBeNull();
  expect(new URL(signInUrl(testConfig, 'signup')).pathname).toBe('/signup');
  noted(29);
  expect(new URL(signInUrl(testConfig)).searchParams.get('force_login')).toBe('true');
});

test('[4.19] following the way to sign in takes the note of a recent sign-out away', () => {
  noted();
  renderPage(<SignInLink>Sign In</SignInLink>);
  fireEvent.click(screen.getByRole('link', { name: 'Sign In' }));
  expect(ignoresServerSession()).toBe(false);
});

test('[2.07] doors: a refusal is nobody, no answer is whoever was here last', async () => {
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
    const here = confirmedUser(createQueryClient());
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await here).toEqual(expected);
  }
  vi.useRealTimers();
});
