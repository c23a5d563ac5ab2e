// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Refusal } from '../../testing/refusal.ts';
import { renderPage, stubApi } from '../../testing/render-page.tsx';
import { AccountScreen } from './account-screen.tsx';
import { accountServer } from './testing/account-server.ts';
import { openAccount, withAccountPage } from './testing/open-account.tsx';
import { accountTexts } from './texts.ts';

withAccountPage();

test.each([
  ['general', ['Account Information', 'Appearance', 'Sending messages', 'Notifications', 'Emails']],
  ['plan', ['Current Plan']],
  ['privacy', ['Data Controls', 'Instructions', 'Who looked at my chats']],
  ['security', ['Security Settings', 'Sessions', 'Security events']],
  ['data', ['Files', 'Export', 'Import', 'Danger Zone']],
  ['developers', ['API Tokens', 'Connected apps', 'Webhooks']],
] as const)(
  '[2.123] [2.124] [2.125] [2.126] the page %s of the settings has its sections as headings',
  async (page, sections) => {
    await openAccount(page, accountServer());
    const { heading } = accountTexts.pages[page];
    const main = within(screen.getByRole('main'));
    expect(main.getByRole('heading', { level: 1 }).textContent).toBe(heading);
    expect(main.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual(sections);
    expect(document.title).toBe(`${heading} · Account · Noek`);
    const links = within(screen.getByRole('navigation', { name: 'Account settings' })).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['General', '/account'],
      ['Plan', '/account/billing'],
      ['Privacy and memory', '/account/privacy'],
      ['Security', '/account/security'],
      ['Data', '/account/data'],
      ['Developers', '/account/developers'],
    ]);
    expect(links.filter((link) => link.hasAttribute('aria-current')).map(({ textContent }) => textContent)).toEqual([
      heading,
    ]);
  },
);

test('[2.122] [2.123] the first page has an info box, the name and the address', async () => {
  await openAccount('general', accountServer());
  expect(screen.getByText('Coming Soon')).toBeTruthy();
  expect(screen.getByText(/Image and file upload/)).toBeTruthy();
  const support = screen.getByRole('link', { name: 'support@noek.test' });
  expect(support.getAttribute('href')).toBe('mailto:support@noek.test');
  expect(screen.getByRole('link', { name: 'Back to Chat' }).getAttribute('href')).toBe('/');
  expect([screen.getByText('Mira Novak'), screen.getByText('mira@example.com')]).toHaveLength(2);
});

test.each([
  ['general', null, 'General'],
  ['plan', 'plan', 'Current Plan'],
  ['security', 'security', 'Security Settings'],
  ['security', 'sessions', 'Sessions'],
] as const)('[2.11] [2.12] page %s, section %s: the focus is on its heading', async (page, section, heading) => {
  await openAccount(page, accountServer(), section);
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: heading }));
});

test('names and addresses in any script have their own direction', async () => {
  await openAccount('general', accountServer({ user: { name: 'مريم نوفاك' } }));
  expect(screen.getByText('مريم نوفاك').getAttribute('dir')).toBe('auto');
});

test('[8.21] a person whose session has ended can sign in again', async () => {
  stubApi({ 'auth.user': () => null });
  renderPage(
    <AccountScreen
      page="data"
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
  await openAccount('security', { ...server, 'auth.sessions': sessions });
  expect(screen.getByRole('alert').textContent).toContain('The sessions are away.');
  expect(screen.getByRole('button', { name: 'Change Password' })).toBeTruthy();
  broken = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('This device')).toBeTruthy();
});
