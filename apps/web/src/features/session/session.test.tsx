// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { StrictMode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '../../api/query-client.ts';
import { ignoreSession, isSessionIgnored, sessionFetch } from '../../api/session-fetch.ts';
import { createTrpcClient, trpc } from '../../api/trpc.ts';
import { currentToast, dismissToast } from '../../components/toast.ts';
import { Refusal } from '../../testing/refusal.ts';
import { renderPage, stubApi, testConfig } from '../../testing/render-page.tsx';
import { type Arrival, noArrival } from './arrival.ts';
import { beginSession } from './begin-session.ts';
import { useChangesElsewhere } from './change-user.ts';
import { confirmedUser, sessionCheck, useCurrentUser } from './current-user.ts';
import { SignInLink, signInUrl } from './sign-in-link.tsx';
import { useSignOut } from './sign-out.ts';
import { ignoresServerSession, storedUser, storeUser } from './stored-user.ts';

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
const noted = (secondsAgo = 0) => localStorage.setItem('noek_recent_logout', String(Date.now() - secondsAgo * 1_000));
/** The auth host on the site of the page of the tests. */
const onOneSite = { ...testConfig, origins: { ...testConfig.origins, auth: 'http://localhost:5001' } };
const refuse = () => {
  throw new Refusal('UNAUTHORIZED', 401, 'used up');
};

beforeEach(() => {
  window.history.replaceState(null, '', '/');
  ignoreSession(false);
  const shown = currentToast();
  if (shown) dismissToast(shown.id);
});

const left = vi.fn();

function Session() {
  const { user, isPending, expected, unreached } = useCurrentUser();
  const utils = trpc.useUtils();
  const signOut = useSignOut(left);
  useChangesElsewhere(left);
  const status = trpc.chat.guestStatus.useQuery(undefined, { enabled: !isPending && !user && !unreached });
  return (
    <>
      <p>{isPending ? `expecting ${expected?.name ?? 'nobody'}` : `here is ${user?.name ?? 'a guest'}`}</p>
      {unreached && <p>{`kept ${unreached.name}, ${unreached.accessLevel}`}</p>}
      <p>{status.data ? 'guest data' : 'no data'}</p>
      <button type="button" onClick={() => signOut.mutate()}>
        Sign out
      </button>
      <button type="button" onClick={() => void utils.chat.allowance.prefetch()}>
        Read
      </button>
    </>
  );
}

/** Starts a page as the entries do. */
function startPage(arrival: Partial<Arrival> = {}) {
  const queries = createQueryClient();
  beginSession(queries, { ...noArrival, ...arrival }, onOneSite);
  renderPage(
    <StrictMode>
      <Session />
    </StrictMode>,
    {},
    queries,
    createTrpcClient(() => sessionCheck(queries)),
  );
}

const guest = {
  'auth.user': () => null,
  'auth.sync': refuse,
  'chat.guestStatus': () => ({ remainingMessages: 10 }),
};

test('[4.22] a token is used once, and whose it is needs no second question', async () => {
  const calls = stubApi({ 'auth.crossDomainLogin': () => ({ user: mira, movedConversations: 0 }) });
  startPage({ token: 'secret', action: 'login' });
  expect(await screen.findByText('here is Mira')).toBeTruthy();
  expect(calls).toEqual({ 'auth.crossDomainLogin': [{ token: 'secret' }] });
  expect(storedUser()).toEqual(mira);
  expect(currentToast()).toBeNull();
});

test('[4.22] a token that is refused leaves a guest who is told', async () => {
  stubApi({ ...guest, 'auth.crossDomainLogin': refuse });
  startPage({ token: 'secret', action: 'login' });
  expect(await screen.findByText('here is a guest')).toBeTruthy();
  expect(storedUser()).toBeNull();
  expect(currentToast()).toMatchObject({ title: 'Sign-in was not completed', variant: 'destructive' });
});

test('[4.22] nothing is said of a refused token to somebody who is signed in already', async () => {
  stubApi({ 'auth.user': () => mira, 'auth.crossDomainLogin': refuse });
  startPage({ token: 'secret', action: 'login' });
  expect(await screen.findByText('here is Mira')).toBeTruthy();
  expect(currentToast()).toBeNull();
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
  expect(currentToast()).toMatchObject({ title: 'Your chats came along', description });
});

test('[7.05] [8.21] a check that is refused counts as nobody, without a word', async () => {
  storeUser(mira);
  stubApi({ ...guest, 'auth.user': refuse });
  startPage();
  expect(await screen.findByText('here is a guest')).toBeTruthy();
  await waitFor(() => expect(storedUser()).toBeNull());
  expect(currentToast()).toBeNull();
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
  expect(currentToast()).toBeNull();
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

test('[4.30] a session that does not count is not asked for data; the first write ends it', async () => {
  noted(5);
  const calls = stubApi({ ...guest, 'auth.user': () => mira, 'auth.logout': () => ({ message: 'bye' }) });
  const cookies: unknown[] = [];
  const stubbed = fetch;
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    if (address.includes('chat.')) cookies.push(init.credentials);
    return stubbed(address, init);
  });
  startPage();
  expect(await screen.findByText('guest data')).toBeTruthy();
  expect(screen.getByText('here is a guest')).toBeTruthy();
  expect(cookies).toEqual(['omit']);
  expect(calls['auth.logout']).toBeUndefined();
  await sessionFetch('/api/trpc/chat.guestStatus', { method: 'POST', body: '{}' });
  expect(calls['auth.logout']).toHaveLength(1);
  await sessionFetch('/api/trpc/chat.guestStatus?input={}');
  expect(cookies).toEqual(['omit', undefined, undefined]);
});

test('[4.17] [4.37] signing out ends the login on every host, notes the moment and forgets the person', async () => {
  const calls = stubApi({
    ...guest,
    'auth.user': () => mira,
    'auth.crossDomainLogout': () => ({ message: 'bye' }),
    'auth.logout': () => ({ message: 'bye' }),
  });
  startPage();
  await screen.findByText('here is Mira');
  expect(storedUser()).toEqual(mira);
  fireEvent.click(screen.getByRole('button', { name: 'Sign out' }));
  expect(await screen.findByText('here is a guest')).toBeTruthy();
  expect(ignoresServerSession()).toBe(true);
  expect(calls['auth.crossDomainLogout']).toHaveLength(1);
  expect(calls['auth.logout']).toHaveLength(1);
  await waitFor(() => expect(storedUser()).toBeNull());
  await waitFor(() => expect(left).toHaveBeenCalled());
});

const bye = () => ({ message: 'bye' });

test('[4.37] a sign-out that did not get through is done here at once, and the server hears of it as soon as it can', async () => {
  let broken = true;
  let here: typeof mira | null = mira;
  const asked: (RequestCredentials | undefined)[] = [];
  const end = () => {
    if (broken) throw new TypeError('Failed to fetch');
    here = null;
    return bye();
  };
  const calls = stubApi({ ...guest, 'auth.user': () => here, 'auth.crossDomainLogout': end, 'auth.logout': end });
  const answer = window.fetch;
  vi.stubGlobal('fetch', (address: string, options: RequestInit) => {
    if (address.includes('guestStatus')) asked.push(options.credentials);
    return answer(address, options);
  });
  left.mockClear();
  startPage();
  await screen.findByText('here is Mira');
  fireEvent.click(screen.getByRole('button', { name: 'Sign out' }));
  expect(await screen.findByText('here is a guest')).toBeTruthy();
  await waitFor(() => expect(currentToast()?.title).toBe('You are signed out here'));
  expect([storedUser(), left.mock.calls.length, ignoresServerSession()]).toEqual([null, 1, true]);
  // The session is still there, but nothing is read with it.
  await waitFor(() => expect(asked).toEqual(['omit']));

  broken = false;
  act(() => void window.dispatchEvent(new Event('online')));
  await waitFor(() => expect(calls['auth.logout']).toHaveLength(1));
  await waitFor(() => expect(asked).toEqual(['omit', undefined]));
  expect(here).toBeNull();
  expect(localStorage.getItem('noek_owed_sign_out')).toBeNull();
});

test('[4.37] a page that starts with a sign-out to be told tells it first, and shows nobody meanwhile', async () => {
  localStorage.setItem('noek_owed_sign_out', '1');
  let here: typeof mira | null = mira;
  const order: string[] = [];
  const end = () => {
    order.push('logout');
    here = null;
    return bye();
  };
  stubApi({
    ...guest,
    'auth.user': () => {
      order.push('user');
      return here;
    },
    'auth.crossDomainLogout': bye,
    'auth.logout': end,
  });
  const addresses: string[] = [];
  const answer = window.fetch;
  vi.stubGlobal('fetch', (address: string, options: RequestInit) => {
    addresses.push(address);
    return answer(address, options);
  });
  startPage();
  expect(await screen.findByText('here is a guest')).toBeTruthy();
  expect(order).toEqual(['logout', 'user']);
  // What the page asked before its code was there is out of date.
  expect(addresses.filter((address) => address.includes('opening'))).toEqual([]);
  expect(localStorage.getItem('noek_owed_sign_out')).toBeNull();
});

test('[4.37] another tab of somebody who signed out without a connection asks for nothing of theirs either', async () => {
  stubApi({ ...guest, 'auth.user': () => mira });
  startPage();
  await screen.findByText('here is Mira');
  elsewhere(() => {
    noted(31);
    localStorage.setItem('noek_owed_sign_out', '1');
    localStorage.removeItem('noek_user');
  });
  expect(await screen.findByText('here is a guest')).toBeTruthy();
  expect(isSessionIgnored()).toBe(true);
});

/** What another tab writes into the storage that both share. */
function elsewhere(change: () => void) {
  change();
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'noek_user' })));
}

test('[4.37] signing out in another tab empties this one, too', async () => {
  left.mockClear();
  stubApi({ ...guest, 'auth.user': () => mira });
  startPage();
  await screen.findByText('here is Mira');
  elsewhere(() => {
    noted();
    localStorage.removeItem('noek_user');
  });
  expect(await screen.findByText('here is a guest')).toBeTruthy();
  expect(left).toHaveBeenCalledTimes(1);
});

test('[4.33] signing in in another tab brings the person here', async () => {
  let user: typeof mira | null = null;
  stubApi({ ...guest, 'auth.user': () => user });
  startPage();
  await screen.findByText('guest data');
  user = mira;
  elsewhere(() => localStorage.setItem('noek_user', JSON.stringify(mira)));
  expect(await screen.findByText('here is Mira')).toBeTruthy();
  expect(screen.getByText('no data')).toBeTruthy();
});

test('[8.21] a session that was ended from somewhere else is noticed when a read is refused; nothing typed is cleared', async () => {
  left.mockClear();
  let user: typeof mira | null = mira;
  stubApi({ ...guest, 'auth.user': () => user, 'chat.allowance': refuse });
  startPage();
  await screen.findByText('here is Mira');
  user = null;
  fireEvent.click(screen.getByRole('button', { name: 'Read' }));
  expect(await screen.findByText('here is a guest')).toBeTruthy();
  expect(left).not.toHaveBeenCalled();
});

test('[8.21] a refused read of somebody who is still signed in changes nothing', async () => {
  const calls = stubApi({ ...guest, 'auth.user': () => mira, 'chat.allowance': refuse });
  startPage();
  await screen.findByText('here is Mira');
  fireEvent.click(screen.getByRole('button', { name: 'Read' }));
  await waitFor(() => expect(calls['auth.user']).toHaveLength(2));
  expect(screen.getByText('here is Mira')).toBeTruthy();
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
