// @vitest-environment happy-dom
import type { ConnectedApp } from '@noek/contract/auth/apps';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Toaster } from '../../../components/base/toasts/toaster.tsx';
import { Refusal } from '../../../testing/refusal.ts';
import { renderPage, stubApi } from '../../../testing/render-page.tsx';
import { Apps } from './apps.tsx';

const notes: ConnectedApp = {
  id: 'a1',
  name: 'Notes',
  host: 'notes.example',
  isRegistered: false,
  scopes: ['read', 'chat'],
  createdAt: '2026-01-01T12:00:00.000Z',
  lastUsedAt: null,
  messagesToday: 0,
};

function open(apps: ConnectedApp[], overrides: Record<string, (input: never) => unknown> = {}) {
  let list = apps;
  const calls = stubApi({
    'auth.apps': () => list,
    'auth.disconnectApp': ({ id }: { id: string }) => {
      list = list.filter((app) => app.id !== id);
      return { message: 'App disconnected.' };
    },
    ...overrides,
  });
  renderPage(
    <>
      <Apps />
      <Toaster />
    </>,
  );
  return calls;
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const confirm = async () =>
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Revoke' }));

test('without apps, the section says so', async () => {
  open([]);
  expect(screen.getByRole('status', { name: 'Loading your apps' })).toBeTruthy();
  expect(await screen.findByText('You have no connected apps.')).toBeTruthy();
});

test('each app says whose it is, what it may do, since when, and how much it is used', async () => {
  const hourAgo = new Date(Date.now() - 60 * 60_000 - 5_000).toISOString();
  open([
    notes,
    {
      ...notes,
      id: 'a2',
      name: 'Noek for the terminal',
      host: null,
      scopes: ['all'],
      lastUsedAt: hourAgo,
      messagesToday: 12,
    },
  ]);
  const row = async (name: string) =>
    (await screen.findByRole('button', { name: `Revoke ${name}` })).parentElement?.parentElement?.textContent;
  expect(await row('Notes')).toBe(
    'Notesnotes.example · Read, ChatConnected since Jan 1, 2026 · Never used · No messages todayRevoke',
  );
  expect(await row('Noek for the terminal')).toBe(
    'Noek for the terminalComes with Noek · Everything in your chatsConnected since Jan 1, 2026 · Last used 1 hour ago · 12 messages todayRevoke',
  );
});

test('an app is disconnected after a confirmation that names it', async () => {
  const calls = open([notes]);
  await press('Revoke Notes');
  const question = await screen.findByRole('alertdialog', { name: 'Disconnect this app?' });
  expect(question.textContent).toContain('“Notes” stops working with Noek at once.');
  fireEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
  expect(calls['auth.disconnectApp']).toBeUndefined();
  await press('Revoke Notes');
  await confirm();
  expect(await screen.findByText('App disconnected')).toBeTruthy();
  expect(calls['auth.disconnectApp']).toEqual([{ id: 'a1' }]);
  expect(await screen.findByText('You have no connected apps.')).toBeTruthy();
});

test('a failure says so and keeps the app; one that was disconnected elsewhere is only gone', async () => {
  const fails = [new Error('no connection'), new Refusal('NOT_FOUND', 404, 'App not found.')];
  let list = [notes];
  open([], {
    'auth.apps': () => list,
    'auth.disconnectApp': () => {
      const [failure] = fails.splice(0, 1);
      if (fails.length === 0) list = [];
      throw failure;
    },
  });
  await press('Revoke Notes');
  await confirm();
  expect(await screen.findByText('Failed to disconnect the app. Please try again.')).toBeTruthy();
  await press('Revoke Notes');
  await confirm();
  expect(await screen.findByText('You have no connected apps.')).toBeTruthy();
  expect(screen.queryByText('App not found.')).toBeNull();
});

test('a list that cannot be read says why and can be read again', async () => {
  let fails = true;
  open([], {
    'auth.apps': () => {
      if (fails) throw new Refusal('RATE_LIMITED', 429, 'Too many attempts.');
      return [notes];
    },
  });
  expect((await screen.findByRole('alert', {}, { timeout: 10_000 })).textContent).toContain('Too many attempts.');
  fails = false;
  await press('Try again');
  expect(await screen.findByText('Notes')).toBeTruthy();
});
