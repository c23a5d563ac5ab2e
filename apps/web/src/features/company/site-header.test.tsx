// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { StrictMode } from 'react';
import { expect, test, vi } from 'vitest';
import { currentToast } from '../../components/base/toast.ts';
import { Refusal } from '../../testing/refusal.ts';
import { renderPage, stubApi } from '../../testing/render-page.tsx';
import { testConfig } from '../../testing/test-config.ts';
import { noAuthParameters } from '../session/start/auth-parameters.ts';
import { ignoresServerSession, storedUser } from '../session/start/stored-user.ts';
import { CompanyUserContext, findCompanyUser } from './company-user.ts';
import { SiteHeader } from './site-header.tsx';

const mira = { id: 'u1', name: 'Mira', email: 'mira@example.com' };
/** A configuration whose auth host is on the same site as the test page. */
const onOneSite = { ...testConfig, origins: { ...testConfig.origins, auth: 'http://localhost:5001' } };
const refuse = () => {
  throw new Refusal('UNAUTHORIZED', 401, 'Please sign in first.');
};

const open = () =>
  act(async () => {
    const found = findCompanyUser(noAuthParameters, onOneSite);
    renderPage(
      <StrictMode>
        <CompanyUserContext value={found}>
          <SiteHeader />
        </CompanyUserContext>
      </StrictMode>,
    );
    await found;
  });

test('[2.136] a visitor can sign in and comes back', async () => {
  stubApi({ 'auth.user': () => null, 'auth.sync': refuse });
  await open();
  const url = new URL(screen.getByRole<HTMLAnchorElement>('link', { name: 'Sign In' }).href);
  expect(url.origin).toBe(testConfig.origins.auth);
  expect(url.searchParams.get('return_to')).toBe(window.location.href);
  expect(screen.queryByRole('button', { name: 'Logout' })).toBeNull();
});

test('[2.136] [4.31] a login on another host is found: name, email and Logout', async () => {
  const calls = stubApi({
    'auth.user': () => null,
    'auth.sync': () => ({ user: mira, token: 'for-the-company' }),
    'auth.crossDomainLogin': () => ({ user: mira, movedConversations: 0 }),
  });
  await open();
  expect(screen.getByText('Mira')).toBeTruthy();
  expect(screen.getByText('mira@example.com')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Sign In' })).toBeNull();
  expect(calls['auth.crossDomainLogin']).toEqual([{ token: 'for-the-company' }]);
  expect(storedUser()).toEqual(mira);
});

test('[4.37] [4.38] Logout ends the login everywhere and goes to the auth host', async () => {
  const left = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
  const done = () => ({ message: 'bye' });
  const calls = stubApi({ 'auth.user': () => mira, 'auth.crossDomainLogout': done, 'auth.logout': done });
  await open();
  fireEvent.click(screen.getByRole('button', { name: 'Logout' }));
  await waitFor(() => expect(left).toHaveBeenCalledWith('http://auth.test/login?auth_action=logout'));
  expect(Object.keys(calls)).toEqual(['auth.user', 'auth.crossDomainLogout', 'auth.logout']);
  expect(ignoresServerSession()).toBe(true);
  expect(storedUser()).toBeNull();
  left.mockRestore();
});

test('[4.37] a failed logout is reported', async () => {
  stubApi({ 'auth.user': () => mira });
  await open();
  fireEvent.click(screen.getByRole('button', { name: 'Logout' }));
  await waitFor(() => expect(currentToast.get()?.title).toBe('Sign-out failed'));
  expect(ignoresServerSession()).toBe(false);
  expect(screen.getByText('Mira')).toBeTruthy();
});

test('[4.37] a page from the back-forward cache does not show a user who has signed out', async () => {
  let user: typeof mira | null = mira;
  stubApi({ 'auth.user': () => user });
  await open();
  expect(screen.getByText('Mira')).toBeTruthy();
  user = null;
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  expect(await screen.findByRole('link', { name: 'Sign In' })).toBeTruthy();
});

test('[8.21] without an answer nobody is signed in, and no message is shown', async () => {
  stubApi({});
  await open();
  expect(screen.getByRole('link', { name: 'Sign In' })).toBeTruthy();
});
