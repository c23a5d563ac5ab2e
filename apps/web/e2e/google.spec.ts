import { expect, type Page } from '@playwright/test';
import { codeAt } from '../../server/src/testing/authenticator-app.ts';
import { makeAccount } from './support/accounts.ts';
import { auth, expectSignedIn, submitSignIn } from './support/auth.ts';
import { answerDone, chat, openChat, say } from './support/chat.ts';
import { testWithIssuer } from './support/issuer.ts';
import { setUpAuthenticator } from './support/second-factor.ts';

const test = testWithIssuer((issuer) => issuer.env);

const google = (page: Page) => page.getByRole('link', { name: 'Continue with Google' });
const ada = { sub: 'ada', email: 'ada@people.example', email_verified: true, name: 'Ada Lovelace' };

test('[2.33] [7.11] sign-in with Google leads back, and the guest chat moves to the account', async ({
  page,
  withIssuer: { issuer, server },
}) => {
  issuer.person = ada;
  await openChat(page, server);
  await say(page, 'Hello');
  await answerDone(page);
  const conversation = page.url();
  await auth.signInLink(page).click();
  await google(page).click();
  await expect(page).toHaveURL(conversation);
  await expectSignedIn(page, { ...ada, password: '' });
  await expect(chat.toast(page, 'Your chats were moved to your account')).toBeVisible();
  await expect(chat.rows(page)).toHaveCount(1);
});

test('[2.28] [8.01] [8.02] [8.03] [8.04] [8.05] a failure with Google is shown once, and return_to is kept', async ({
  page,
  withIssuer: { issuer, server },
}) => {
  const { auth: authOrigin, company } = server.origins;
  const login = `${authOrigin}/login?return_to=${encodeURIComponent(company)}`;
  const said = page.getByRole('alert');

  await page.goto(login);
  issuer.broken = true;
  await google(page).click();
  await expect(said).toHaveText('Google authentication failed. Please check your internet connection and try again.');

  issuer.broken = false;
  await google(page).click();
  await expect(said).toHaveText('Google authentication was cancelled or failed.');
  await expect(page).toHaveURL(`${authOrigin}/login`);

  issuer.person = { sub: 'nobody', name: 'No Address' };
  await google(page).click();
  await expect(said).toHaveText("Your Google account doesn't have an email address. Please contact support.");

  await page.goto(`${authOrigin}/api/auth/google/callback?code=x&state=y`);
  await expect(said).toHaveText('Security error during authentication. Please try again.');

  await page.goto(`${authOrigin}/login?error=anything`);
  await expect(said).toHaveText('Authentication error. Please try again.');
  await page.reload();
  await expect(auth.submit(page)).toBeVisible();
  await expect(said).toHaveCount(0);

  const mira = await makeAccount(server);
  await submitSignIn(page, mira);
  await expect(page).toHaveURL(`${company}/`);
});

test('a sign-in with Google asks for the code of the authenticator app, too, and leads back', async ({
  page,
  withIssuer: { issuer, server },
}) => {
  issuer.person = ada;
  const account = `${server.origins.chat}/account/security`;
  const login = `${server.origins.auth}/login?return_to=${encodeURIComponent(account)}`;
  await page.goto(login);
  await google(page).click();
  await page.waitForURL(account);
  const { secret } = await setUpAuthenticator(page);
  await page.getByRole('button', { name: 'Done' }).click();

  await page.context().clearCookies();
  await page.goto(login);
  await google(page).click();
  await expect(page.getByLabel('Code')).toBeFocused();
  expect(new URL(page.url()).hash).toBe('');
  await page.getByLabel('Code').fill(codeAt(secret, new Date(), 1));
  await page.waitForURL(account);
  await expect(page.getByText('You have 10 recovery codes left')).toBeVisible();
});
