import { expect, type Page } from '@playwright/test';
import type { ServerProcess } from '../../../server/src/testing/server-process.ts';
import { type Account, makeAccount } from './accounts.ts';
import { chat } from './chat.ts';

/** The parts of the sign-in screen and of the two headers that say who is here, as people find them. */
export const auth = {
  email: (page: Page) => page.getByLabel('Email'),
  password: (page: Page) => page.getByLabel('Password', { exact: true }),
  submit: (page: Page) => page.getByRole('button', { name: 'Sign In', exact: true }),
  /** The chip of the chat's header. */
  account: (page: Page) => page.getByRole('button', { name: /^Account/ }),
  signInLink: (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Sign In' }),
  logout: (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Logout' }),
};

/** Fills in the form that is shown, and sends it. */
export async function submitSignIn(page: Page, { email, password }: Account): Promise<void> {
  await auth.email(page).fill(email);
  await auth.password(page).fill(password);
  await auth.password(page).press('Enter');
}

/** Signs a browser in by hand; it lands on `returnTo`, or on the chat host. */
export async function signInByHand(
  page: Page,
  server: ServerProcess,
  { account, returnTo }: { account?: Account; returnTo?: string } = {},
): Promise<Account> {
  const who = account ?? (await makeAccount(server));
  const query = returnTo === undefined ? '' : `?return_to=${encodeURIComponent(returnTo)}`;
  await page.goto(`${server.origins.auth}/login${query}`);
  await submitSignIn(page, who);
  await page.waitForURL((url) => url.origin !== server.origins.auth);
  return who;
}

/** The chat says that this person is here. */
export async function expectSignedIn(page: Page, { name, email }: Account): Promise<void> {
  await expect(auth.account(page)).toContainText(name);
  await expect(auth.account(page)).toContainText(email);
  await expect(chat.sidebar(page)).toBeVisible();
}

/** The chat says that a guest is here. */
export async function expectGuest(page: Page): Promise<void> {
  await expect(auth.signInLink(page)).toBeVisible();
  await expect(page.getByText(/messages? left$/)).toBeVisible();
  await expect(chat.sidebar(page)).toHaveCount(0);
}
