// @vitest-environment happy-dom
import type { AppRequest } from '@noek/contract/auth/apps';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Refusal } from '../../../testing/refusal.ts';
import { renderPage, stubApi } from '../../../testing/render-page.tsx';
import { accountServer } from '../testing/account-server.ts';
import { packed } from './app-query.ts';
import { AuthorizeScreen } from './authorize-screen.tsx';

const query = 'client_id=https%3A%2F%2Fnotes.example%2Fclient.json&state=1';
const asked: AppRequest = {
  kind: 'ask',
  name: 'Notes',
  host: 'notes.example',
  isRegistered: false,
  scopes: ['chat'],
  returnsTo: 'notes.example',
  isOnThisDevice: false,
  cancelTo: 'https://notes.example/back?error=access_denied',
};

function open(request: () => AppRequest, more: Record<string, (input: never) => unknown> = {}) {
  const onReturn = vi.fn();
  const calls = stubApi({ 'auth.user': accountServer()['auth.user'], 'auth.appRequest': request, ...more });
  renderPage(<AuthorizeScreen asked={packed(query)} onReturn={onReturn} onSignOut={() => {}} />);
  return { calls, onReturn };
}
const button = (name: string) => screen.findByRole('button', { name });

test('names the app, its host, where it returns to and what it may do; Allow returns with a code', async () => {
  const to = 'https://notes.example/back?code=x';
  const { calls, onReturn } = open(() => asked, { 'auth.allowApp': () => ({ to }) });
  expect(screen.getByRole('status', { name: 'Loading what is asked for' })).toBeTruthy();
  expect(await screen.findByRole('heading', { level: 1, name: 'Allow Notes to use Noek as you?' })).toBeTruthy();
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    'notes.example',
    'notes.example',
  ]);
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Read your chats and memories',
    'Start chats and send messages, which count as yours',
    'Stop or repeat answers',
    'Have Noek remember what its messages say about you, with its name beside it',
  ]);
  expect(calls['auth.appRequest']).toEqual([{ query }]);
  fireEvent.click(await button('Allow'));
  await waitFor(() => expect(onReturn).toHaveBeenCalledWith(to));
  expect(calls['auth.allowApp']).toEqual([{ query }]);
  expect(await button('Allowing…')).toHaveProperty('disabled', true);
});

test('Cancel returns without asking the server', async () => {
  const { calls, onReturn } = open(() => asked);
  fireEvent.click(await button('Cancel'));
  expect(onReturn).toHaveBeenCalledWith('https://notes.example/back?error=access_denied');
  expect(calls['auth.allowApp']).toBeUndefined();
});

test('a program on this device is named as one, with a warning', async () => {
  open(() => ({ ...asked, returnsTo: '127.0.0.1:51234', isOnThisDevice: true }));
  expect(await screen.findByText('a program on this device (127.0.0.1:51234)')).toBeTruthy();
  expect(screen.getByText(/Allow it only if you have just started the app yourself/)).toBeTruthy();
});

test('an error goes back to the app at once', async () => {
  const to = 'https://notes.example/back?error=invalid_scope';
  const { onReturn } = open(() => ({ kind: 'return', to }));
  await waitFor(() => expect(onReturn).toHaveBeenCalledWith(to));
  expect(screen.queryByRole('button', { name: 'Allow' })).toBeNull();
});

test('what may not go back is shown, and nothing can be allowed', async () => {
  const { onReturn } = open(() => ({ kind: 'problem', message: 'The app has not published the address.' }));
  expect((await screen.findByRole('alert')).textContent).toContain('The app has not published the address.');
  expect(screen.queryByRole('button', { name: 'Allow' })).toBeNull();
  expect(onReturn).not.toHaveBeenCalled();
});

test('an app that registered itself is named as one', async () => {
  open(() => ({ ...asked, host: null, isRegistered: true }));
  expect(await screen.findByText(/registered itself and chose its name/)).toBeTruthy();
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['notes.example']);
});

test('a refusal is shown, and Allow can be pressed again', async () => {
  const refusal = () => {
    throw new Refusal('CONFLICT', 409, 'You have 50 connected apps, which is the limit.');
  };
  const { onReturn } = open(() => asked, { 'auth.allowApp': refusal });
  fireEvent.click(await button('Allow'));
  expect((await screen.findByRole('alert')).textContent).toContain('50 connected apps');
  expect(await button('Allow')).toHaveProperty('disabled', false);
  expect(onReturn).not.toHaveBeenCalled();
});

test('a request that cannot be read says why, and can be read again', async () => {
  let fails = true;
  open(() => {
    if (fails) throw new Refusal('RATE_LIMITED', 429, 'Too many attempts.');
    return asked;
  });
  expect((await screen.findByRole('alert', {}, { timeout: 10_000 })).textContent).toContain('Too many attempts.');
  fails = false;
  fireEvent.click(await button('Try again'));
  expect(await button('Allow')).toBeTruthy();
});

test('without a person, it asks to sign in', async () => {
  open(() => asked, { 'auth.user': () => null });
  expect(await screen.findByRole('heading', { name: 'Please sign in first' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Sign In' })).toBeTruthy();
});
