// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Refusal } from '../../../testing/refusal.ts';
import { accountServer, session } from '../testing/account-server.ts';
import { openAccount, withAccountPage } from '../testing/open-account.tsx';

withAccountPage();

const three = [
  session({ id: 'here', current: true }),
  session({ id: 'phone', device: 'Safari on iPhone', place: "Berlin (by the browser's clock)" }),
  session({ id: 'desk', device: 'Chrome on Windows' }),
];
const section = () => screen.getByRole('region', { name: 'Sessions' });
const signOutOthers = () => within(section()).getByRole('button', { name: 'Sign out all others' });

test('each session has its device, place and times; exactly one is this device', async () => {
  await openAccount('security', accountServer({ sessions: three }));
  expect(within(section()).getAllByText('This device')).toHaveLength(1);
  expect(within(section()).getByText("Berlin (by the browser's clock)")).toBeTruthy();
  expect(within(section()).getAllByText(/First seen/)).toHaveLength(3);
  expect(within(section()).getAllByText(/Last seen/)).toHaveLength(2);
  expect(within(section()).queryByRole('button', { name: 'Sign out Firefox on Linux' })).toBeNull();
});

test('one session can be ended', async () => {
  const { calls } = await openAccount('security', accountServer({ sessions: three }));
  fireEvent.click(screen.getByRole('button', { name: 'Sign out Safari on iPhone' }));
  expect(await screen.findByText('Safari on iPhone was signed out')).toBeTruthy();
  await waitFor(() => expect(within(section()).queryByText('Safari on iPhone')).toBeNull());
  expect(calls['auth.endSession']).toEqual([{ id: 'phone' }]);
});

test('a session that was ended elsewhere disappears without an error; any other failure is shown', async () => {
  const server = accountServer({ sessions: three });
  let refusal = new Refusal('RATE_LIMITED', 429, 'Too many attempts.');
  const endSession = (input: { id: string }) => {
    if (refusal.data.code === 'NOT_FOUND') server['auth.endSession'](input);
    throw refusal;
  };
  await openAccount('security', { ...server, 'auth.endSession': endSession });
  fireEvent.click(screen.getByRole('button', { name: 'Sign out Safari on iPhone' }));
  expect(await screen.findByText('Too many attempts.')).toBeTruthy();
  refusal = new Refusal('NOT_FOUND', 404, 'Session not found.');
  fireEvent.click(await screen.findByRole('button', { name: 'Sign out Safari on iPhone' }));
  await waitFor(() => expect(within(section()).queryByText('Safari on iPhone')).toBeNull());
  expect(screen.queryByText('Session not found.')).toBeNull();
});

test('all other sessions are ended after a question', async () => {
  const { calls } = await openAccount('security', accountServer({ sessions: three }));
  fireEvent.click(signOutOthers());
  const question = await screen.findByRole('alertdialog');
  expect(within(question).getByText(/2 other devices/)).toBeTruthy();
  expect(calls['auth.endOtherSessions']).toBeUndefined();
  fireEvent.click(within(question).getByRole('button', { name: 'Sign out all others' }));
  expect(await screen.findByText('All other sessions were signed out')).toBeTruthy();
  await waitFor(() => expect(within(section()).queryByText('Chrome on Windows')).toBeNull());
  expect(within(section()).getByText('This device')).toBeTruthy();
  expect(signOutOthers().hasAttribute('disabled')).toBe(true);
});

test('with one session there is nothing to end', async () => {
  await openAccount('security', accountServer());
  expect(signOutOthers().hasAttribute('disabled')).toBe(true);
  expect(screen.getByText('You are signed in only here.')).toBeTruthy();
});
