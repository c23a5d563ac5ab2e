// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { isSessionIgnored } from '../../api/base/session-fetch.ts';
import { currentToast } from '../../components/base/toasts/toast.ts';
import { stubApi } from '../../testing/render-page.tsx';
import { ignoresServerSession, storedUser } from './start/stored-user.ts';
import { guest, left, mira, noted, refuse, startPage } from './testing/session-page.tsx';

test('[4.30] an ignored session is not used for reads; the first write ends it', async () => {
  noted(5);
  const calls = stubApi({
    ...guest,
    'auth.user': () => mira,
    'auth.logout': () => ({ message: 'bye' }),
    'auth.memorySettings': () => mira,
    'chat.allowance': () => ({}),
  });
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
  fireEvent.click(screen.getByRole('button', { name: 'Write' }));
  await waitFor(() => expect(calls['auth.memorySettings']).toHaveLength(1));
  expect(calls['auth.logout']).toHaveLength(1);
  expect(isSessionIgnored()).toBe(false);
  fireEvent.click(screen.getByRole('button', { name: 'Read' }));
  await waitFor(() => expect(calls['chat.allowance']).toHaveLength(1));
  expect(cookies).toEqual(['omit', undefined]);
});

test('[4.17] [4.37] signing out ends the login on every host, records the time and removes the user', async () => {
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

test('[4.37] a sign-out without a connection takes effect here immediately, and on the server later', async () => {
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
  await waitFor(() => expect(currentToast.get()?.title).toBe('You are signed out on this device'));
  expect([storedUser(), left.mock.calls.length, ignoresServerSession()]).toEqual([null, 1, true]);
  // The session is still there, but nothing is read with it.
  await waitFor(() => expect(asked).toEqual(['omit']));

  broken = false;
  act(() => void window.dispatchEvent(new Event('online')));
  await waitFor(() => expect(calls['auth.logout']).toHaveLength(1));
  await waitFor(() => expect(asked).toEqual(['omit', undefined]));
  expect(here).toBeNull();
  expect(localStorage.getItem('noek_pending_sign_out')).toBeNull();
});

test('[4.37] a page that opens with a pending sign-out completes it first, and shows no user until then', async () => {
  localStorage.setItem('noek_pending_sign_out', '1');
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
  // The answer to the request that the page made before its code was there is out of date.
  expect(addresses.filter((address) => address.includes('opening'))).toEqual([]);
  expect(localStorage.getItem('noek_pending_sign_out')).toBeNull();
});

test('[4.37] after a sign-out without a connection, other tabs read nothing of that user either', async () => {
  stubApi({ ...guest, 'auth.user': () => mira });
  startPage();
  await screen.findByText('here is Mira');
  elsewhere(() => {
    noted(31);
    localStorage.setItem('noek_pending_sign_out', '1');
    localStorage.removeItem('noek_user');
  });
  expect(await screen.findByText('here is a guest')).toBeTruthy();
  expect(isSessionIgnored()).toBe(true);
});

/** Writes into the shared storage as another tab does. */
function elsewhere(change: () => void) {
  change();
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'noek_user' })));
}

test('[4.37] signing out in another tab also empties this one', async () => {
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

test('[4.33] signing in in another tab signs in this one', async () => {
  let user: typeof mira | null = null;
  stubApi({ ...guest, 'auth.user': () => user });
  startPage();
  await screen.findByText('guest data');
  user = mira;
  elsewhere(() => localStorage.setItem('noek_user', JSON.stringify(mira)));
  expect(await screen.findByText('here is Mira')).toBeTruthy();
  expect(screen.getByText('no data')).toBeTruthy();
});

test('[8.21] a session that was ended elsewhere is noticed when a read is refused; typed text stays', async () => {
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

test('[8.21] a refused read changes nothing for a person who is still signed in', async () => {
  const calls = stubApi({ ...guest, 'auth.user': () => mira, 'chat.allowance': refuse });
  startPage();
  await screen.findByText('here is Mira');
  fireEvent.click(screen.getByRole('button', { name: 'Read' }));
  await waitFor(() => expect(calls['auth.user']).toHaveLength(2));
  expect(screen.getByText('here is Mira')).toBeTruthy();
});

test('[8.21] a session that was ended elsewhere is noticed when a write is refused', async () => {
  let user: typeof mira | null = mira;
  stubApi({ ...guest, 'auth.user': () => user, 'auth.memorySettings': refuse });
  startPage();
  await screen.findByText('here is Mira');
  user = null;
  fireEvent.click(screen.getByRole('button', { name: 'Write' }));
  expect(await screen.findByText('here is a guest')).toBeTruthy();
});
