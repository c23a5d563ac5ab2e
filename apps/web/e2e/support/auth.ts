import { expect, type Page } from '@playwright/test';
import type { ServerProcess } from '../../../server/src/testing/server-process.ts';
import { type Account, makeAccount } from './accounts.ts';
import { chat } from './chat.ts';

/** Locators of the sign-in screen and of the user in both headers. */
export const auth = {
  email: (page: Page) => page.getByLabel('Email'),
  password: (page: Page) => page.getByLabel('Password', { exact: true }),
  submit: (page: Page) => page.getByRole('button', { name: 'Sign In', exact: true }),
  /** The account chip in the chat's header. */
  account: (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Account/ }),
  signInLink: (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Sign In' }),
  logout: (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Logout' }),
};

/** Fills in and submits the sign-in form. */
export async function submitSignIn(page: Page, { email, password }: Account): Promise<void> {
  await auth.email(page).fill(email);
  await auth.password(page).fill(password);
  await auth.password(page).press('Enter');
}

/** Signs a browser in through the form, which leads to `returnTo` or the chat host. */
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

/** Expects the chat to show this user. */
export async function expectSignedIn(page: Page, { name, email }: Account): Promise<void> {
  await expect(auth.account(page)).toContainText(name);
  await expect(auth.account(page)).toContainText(email);
  await expect(chat.sidebar(page)).toBeVisible();
}

/** Expects the chat to show a guest. */
export async function expectGuest(page: Page): Promise<void> {
  await expect(auth.signInLink(page)).toBeVisible();
  await expect(page.getByText(/messages? left$/)).toBeVisible();
  await expect(chat.sidebar(page)).toHaveCount(0);
}
