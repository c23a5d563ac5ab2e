// @vitest-environment happy-dom
import type { AdminUser, PendingSignUps } from '@noek/contract/admin/schemas';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage, stubApi } from '../../testing/render-page.tsx';
import { AdminScreen } from './admin-screen.tsx';
import type { DashboardTab } from './dashboard-tabs.ts';

const ida: AdminUser = {
  ...{ id: 'u1', name: 'Ida Lindqvist', email: 'ida@example.com', accessLevel: 'admin', specialFeatures: [] },
  ...{ allowModelTraining: true, memoryEnabled: true, emailVerified: true },
  ...{ createdAt: '2026-01-01T12:00:00.000Z', suspendedAt: null },
};
const mira: AdminUser = { ...ida, id: 'u2', name: 'Mira Novak', email: 'mira@example.com', accessLevel: 'basic' };

type List = (url: URL, headers: Headers) => Response | Promise<Response>;
const listOf = (users: readonly AdminUser[], tag = '"1"') =>
  Response.json(users, { headers: { ETag: tag, 'X-Total-Count': String(users.length) } });

function WithTab() {
  const [tab, setTab] = useState<DashboardTab>('users');
  return <AdminScreen tab={tab} onTab={setTab} backHref="/" onSignOut={() => {}} />;
}

/** Opens the dashboard on a server that answers the list as `list` says. */
function open(list: List, user: AdminUser = ida, signUps: PendingSignUps['signUps'] = []) {
  stubApi({ 'auth.user': () => user, 'admin.signUps': () => ({ signUps }), 'admin.payersWithoutPlan': () => [] });
  const typed = fetch;
  const asked: URL[] = [];
  vi.stubGlobal('fetch', async (address: string, options: RequestInit = {}) => {
    const url = new URL(address, 'http://page.test');
    if (url.pathname !== '/api/admin/users') return typed(address, options);
    asked.push(url);
    return list(url, new Headers(options.headers));
  });
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  renderPage(<WithTab />);
  return asked;
}
afterEach(() => vi.useRealTimers());

test('[2.98] [2.103] placeholders, then all users with a total and a real table', async () => {
  const answer = Promise.withResolvers<Response>();
  open(() => answer.promise);
  expect(await screen.findByRole('status', { name: 'Loading users' })).toBeTruthy();
  answer.resolve(listOf([ida, mira]));
  expect(await screen.findByText('2 users')).toBeTruthy();
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    ...['Select', 'Name', 'Email', 'Access Level', 'Actions'],
  ]);
  expect(within(screen.getAllByRole('row')[2] as HTMLElement).getByText('mira@example.com')).toBeTruthy();
  expect(screen.getByText('Page 1 of 1')).toBeTruthy();
  // With nothing to choose from or to count, there is no button and no number.
  for (const name of ['Previous', 'Next']) expect(screen.queryByRole('button', { name })).toBeNull();
  expect(screen.queryByText('0 selected')).toBeNull();
});

test('people who never verified their address are shown as such', async () => {
  const waiting = { name: 'Jonas Weber', email: 'jonas@example.com', createdAt: '2026-01-01T12:00:00.000Z' };
  open(() => listOf([ida, { ...mira, emailVerified: false }]), ida, [waiting]);
  expect(await screen.findByText('1 person has not verified their address')).toBeTruthy();
  expect(screen.getByText('jonas@example.com')).toBeTruthy();
  const [, first, second] = screen.getAllByRole('row') as HTMLElement[];
  expect(within(first as HTMLElement).queryByText('Not verified')).toBeNull();
  expect(within(second as HTMLElement).getByText('Not verified')).toBeTruthy();
});

test('[9.17] a refetch sends the ETag of the shown list; a 304 keeps the list, and a change replaces it', async () => {
  const tags: (string | null)[] = [];
  open((_, headers) => {
    tags.push(headers.get('If-None-Match'));
    if (tags.length === 1) return listOf([ida, mira]);
    return tags.length === 2 ? new Response(null, { status: 304 }) : listOf([ida], '"2"');
  });
  await screen.findByText('2 users');
  fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  await waitFor(() => expect(tags).toEqual([null, '"1"']));
  expect(screen.getByText('mira@example.com')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await screen.findByText('1 user')).toBeTruthy();
  expect(tags[2]).toBe('"1"');
});

test('[8.40] a list that cannot be read says so with its status, and can be tried again', async () => {
  let works = false;
  open(() => (works ? listOf([ida]) : Response.json({ message: 'no', code: 'BAD_REQUEST' }, { status: 400 })));
  expect(await screen.findByText('Failed to fetch users: 400')).toBeTruthy();
  works = true;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('1 user')).toBeTruthy();
});

test('without a connection, what was read stays, with a note', async () => {
  let works = true;
  open(() => {
    if (works) return listOf([ida, mira]);
    throw new TypeError('Failed to fetch');
  });
  await screen.findByText('2 users');
  works = false;
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 200 });
  fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await screen.findByText(/What is shown may be out of date\./, undefined, { timeout: 10_000 })).toBeTruthy();
  expect(screen.getByText('mira@example.com')).toBeTruthy();
});

test('[6.04] without the level, nothing is asked for and nothing is shown', async () => {
  const asked = open(() => listOf([ida]), { ...mira, id: 'u1' });
  expect(await screen.findByText('Failed to fetch users: 403')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'For administrators only' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Audit log' })).toBeNull();
  expect(asked).toEqual([]);
});

test('[8.40] a refusal while the page is open removes the data', async () => {
  let allowed = true;
  open(() => (allowed ? listOf([ida, mira]) : Response.json({ message: 'no', code: 'FORBIDDEN' }, { status: 403 })));
  await screen.findByText('2 users');
  allowed = false;
  fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await screen.findByText('Failed to fetch users: 403')).toBeTruthy();
  expect(screen.queryByText('mira@example.com')).toBeNull();
});

test('[5.30] a search starts at its first page, and selects only what is shown', async () => {
  const asked = open((url) => {
    const users =
      url.searchParams.get('search') === ''
        ? Array.from({ length: 30 }, (_, at) => ({ ...mira, id: `p${at}` }))
        : [mira];
    const total = url.searchParams.get('search') === '' ? '31' : '1';
    return Response.json(users, { headers: { ETag: '"1"', 'X-Total-Count': total } });
  });
  await screen.findByText('Page 1 of 2');
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  await waitFor(() => expect(asked.at(-1)?.searchParams.get('page')).toBe('2'));
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: ' MIRA ' } });
  await waitFor(() => expect(asked.at(-1)?.search).toBe('?search=MIRA&page=1&pageSize=30'));
  expect(await screen.findByText('1 of 31 users')).toBeTruthy();
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2));
  fireEvent.click(screen.getByLabelText('Select all'));
  expect(await screen.findByText('1 selected')).toBeTruthy();
});

test('[2.99] [2.100] [2.106] three tabs; Message Logs has a card with View for each person on the page', async () => {
  open(() => listOf([ida, mira]));
  await screen.findByText('2 users');
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    ...['User Management', 'Email Dashboard', 'Message Logs'],
  ]);
  fireEvent.mouseDown(screen.getByRole('tab', { name: 'Message Logs' }));
  const cards = within(await screen.findByRole('list', { name: 'Users on this page' })).getAllByRole('listitem');
  expect(cards.map((card) => within(card).getByRole('button').textContent)).toEqual(['View', 'View']);
  expect(cards[1]?.textContent).toContain('mira@example.com');
  fireEvent.click(within(cards[1] as HTMLElement).getByRole('button'));
  expect(await screen.findByRole('dialog', { name: 'Messages for Mira Novak (mira@example.com)' })).toBeTruthy();
});

test('one menu has the tabs of the dashboard and every other page; each place has a heading and a title of its own', async () => {
  open(() => listOf([ida, mira]));
  await screen.findByText('2 users');
  const menu = within(screen.getByRole('navigation', { name: 'Admin pages' }));
  expect(menu.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Reports', '/admin/reports'],
    ['Account security', '/admin/security'],
    ['Audit log', '/admin/audit'],
    ['Figures', '/admin/figures'],
    ['Knowledge base', '/admin/google-docs'],
  ]);
  expect(menu.getAllByRole('tab')).toHaveLength(3);
  for (const [name, heading] of [
    ['Email Dashboard', 'Mail'],
    ['Message Logs', 'Messages'],
    ['User Management', 'People'],
  ] as const) {
    fireEvent.mouseDown(menu.getByRole('tab', { name }), { button: 0 });
    expect(await screen.findByRole('heading', { name: heading, level: 1 })).toBeTruthy();
    await waitFor(() => expect(document.title).toBe(`${heading} · Noek`));
    expect(menu.getByRole('tab', { selected: true }).textContent).toBe(name);
  }
});
