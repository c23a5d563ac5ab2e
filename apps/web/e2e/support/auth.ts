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

/** On the sign-in page: opens the other form, fills it in and submits it. */
export async function submitSignUp(page: Page, person: Account): Promise<void> {
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await page.getByLabel('Full name').fill(person.name);
  await auth.email(page).fill(person.email);
  await auth.password(page).fill(person.password);
  await page.getByLabel('Confirm password').fill(person.password);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible();
}

/** In the open inbox: opens the mail to a person and follows its link. */
export async function followLink(inbox: Page, person: Account): Promise<void> {
  const mail = inbox.getByRole('link', { name: person.email });
  await expect(async () => {
    await inbox.reload();
    await expect(mail).toBeVisible({ timeout: 500 });
  }).toPass();
  await mail.click();
  await inbox.getByRole('link', { name: /verify-email\?token=/ }).click();
  await expect(inbox.getByRole('heading', { name: 'Email Verified Successfully!' })).toBeVisible();
}

/** Continues from the page of the verified address to where the person came from. The browser that signed up is signed in already. */
export async function continueSignedIn(page: Page): Promise<void> {
  await expect(page.getByText('you are signed in on this device', { exact: false })).toBeVisible();
  await page.getByRole('link', { name: 'Continue to Sign In' }).click();
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
