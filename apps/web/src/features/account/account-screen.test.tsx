// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Refusal } from '../../testing/refusal.ts';
import { renderPage, stubApi } from '../../testing/render-page.tsx';
import { AccountScreen } from './account-screen.tsx';
import { accountServer } from './testing/account-server.ts';
import { openAccount, withAccountPage } from './testing/open-account.tsx';

withAccountPage();

test('[2.122] [2.123] [2.124] [2.125] [2.126] the page has an info box and its sections as headings', async () => {
  await openAccount(accountServer());
  expect(screen.getByText('Coming Soon')).toBeTruthy();
  expect(screen.getByText(/Image and file upload/)).toBeTruthy();
  const support = screen.getByRole('link', { name: 'support@noek.test' });
  expect(support.getAttribute('href')).toBe('mailto:support@noek.test');
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Account Information',
    'Current Plan',
    'Security Settings',
    'Data Controls',
    'Instructions',
    'Emails',
    'Sessions',
    'Security events',
    'API Tokens',
    'Connected apps',
    'Webhooks',
    'Files',
    'Export',
    'Import',
    'Who looked at my chats',
    'Danger Zone',
  ]);
  expect(screen.getByRole('link', { name: 'Back to Chat' }).getAttribute('href')).toBe('/');
  expect([screen.getByText('Mira Novak'), screen.getByText('mira@example.com')]).toHaveLength(2);
});

test.each([
  [null, 'Account'],
  ['plan', 'Current Plan'],
  ['security', 'Security Settings'],
] as const)('[2.11] [2.12] section %s: the focus is on its heading', async (section, heading) => {
  await openAccount(accountServer(), section);
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: heading }));
});

test('names and addresses in any script have their own direction', async () => {
  await openAccount(accountServer({ user: { name: 'مريم نوفاك' } }));
  expect(screen.getByText('مريم نوفاك').getAttribute('dir')).toBe('auto');
});

test('[8.21] a person whose session has ended can sign in again', async () => {
  stubApi({ 'auth.user': () => null });
  renderPage(
    <AccountScreen
      section={null}
      hrefs={{ chat: '/', memories: '/memories' }}
      onSignOut={() => {}}
      onDeleted={() => {}}
    />,
  );
  expect(await screen.findByText('Authentication required')).toBeTruthy();
  const signIn = new URL(screen.getByRole('link', { name: 'Sign In' }).getAttribute('href') ?? '');
  expect(signIn.origin).toBe('http://auth.test');
  expect(screen.queryByRole('button', { name: 'Delete Account' })).toBeNull();
});

test('a section that cannot be read says so and can be read again', async () => {
  let broken = true;
  const server = accountServer();
  const sessions = () => {
    if (broken) throw new Refusal('BAD_REQUEST', 400, 'The sessions are away.');
    return server['auth.sessions']();
  };
  await openAccount({ ...server, 'auth.sessions': sessions });
  expect(screen.getByRole('alert').textContent).toContain('The sessions are away.');
  expect(screen.getByRole('switch', { name: 'Memory' })).toBeTruthy();
  broken = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('This device')).toBeTruthy();
});
