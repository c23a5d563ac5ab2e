import { expect } from '@playwright/test';
import { linkMailedTo, makeAccount, newAccount } from './support/accounts.ts';
import { answerDone, chat, openChat, say } from './support/chat.ts';
import { picture } from './support/gallery.ts';
import { test } from './support/test.ts';

// `npm run gallery`: screenshots of every screen and state in gallery/, for review. Not part of the tests.
// GALLERY=docs also takes the README's screenshots.

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('sign-in', async ({ page, server }) => {
  const { auth } = server.origins;
  const account = newAccount();
  const password = page.getByLabel('Password', { exact: true });
  await page.goto(`${auth}/login`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await picture(page, 'sign-in');
  await page.getByLabel('Email').fill(account.email);
  await password.fill('wrong-password');
  await password.press('Enter');
  await expect(page.getByRole('alert')).toBeVisible();
  await picture(page, 'sign-in-refused');
  await page.getByLabel('Email').fill('nobody');
  await password.press('Enter');
  await picture(page, 'sign-in-no-address');

  await page.getByRole('button', { name: 'Sign Up' }).click();
  await page.getByLabel('Email').fill('');
  await picture(page, 'sign-up');
  await page.getByLabel('Full name').fill(account.name);
  await page.getByLabel('Email').fill(account.email);
  await password.fill('short');
  await page.getByLabel('Confirm password').fill('other');
  await picture(page, 'sign-up-rules');
  await password.fill(account.password);
  await page.getByLabel('Confirm password').fill(account.password);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible();
  await picture(page, 'check-your-email');
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('Verification email sent!')).toBeVisible();
  await picture(page, 'check-your-email-again');

  const link = await linkMailedTo(server, account.email);
  await page.goto(`${auth}/login`);
  await page.getByLabel('Email').fill(account.email);
  await password.fill(account.password);
  await password.press('Enter');
  await page.getByRole('button', { name: 'Resend Verification Email' }).click();
  await expect(page.getByText('Verification email sent!')).toBeVisible();
  await picture(page, 'sign-in-unverified');

  await page.goto(`${auth}/verify-email?token=unknown`);
  await expect(page.getByRole('heading', { name: 'Verification Failed' })).toBeVisible();
  await picture(page, 'verification-failed');
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Email Verified Successfully!' })).toBeVisible();
  await picture(page, 'verification-done');
  await page.goto(`${server.url}/dev/inbox`);
  await picture(page, 'inbox');
  await page
    .getByRole('link', { name: /^Verify your email address/ })
    .first()
    .click();
  await expect(page.getByRole('article')).toContainText(account.name);
  await picture(page, 'inbox-mail');
});

test('accounts', async ({ page, context, server }) => {
  const { auth: authOrigin, company } = server.origins;
  const said = page.getByRole('alert');
  await page.goto(`${authOrigin}/login?error=oauth_failed`);
  await expect(said).toBeVisible();
  await picture(page, 'sign-in-google-failed');
  await page.goto(`${authOrigin}/login?auth_action=logout`);
  await expect(said).toBeVisible();
  await picture(page, 'signed-out');
  const account = await makeAccount(server);
  await page.getByLabel('Email').fill(account.email);
  await page.getByRole('button', { name: 'Forgot Password?' }).click();
  await expect(said).toContainText('have been sent');
  await picture(page, 'password-forgotten');

  await expect.poll(() => linkMailedTo(server, account.email)).toContain('/reset-password');
  await page.goto(await linkMailedTo(server, account.email));
  const password = page.getByLabel('New password', { exact: true });
  await password.fill('short');
  await page.getByLabel('Confirm new password').fill('other');
  await picture(page, 'password-reset');
  await password.fill(account.password);
  await page.getByLabel('Confirm new password').fill(account.password);
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByRole('heading', { name: 'Password Changed' })).toBeVisible();
  await picture(page, 'password-changed');
  await page.goto(`${authOrigin}/reset-password`);
  await picture(page, 'password-reset-without-token');
  await page.goto(`${authOrigin}/undo-email-change?token=unknown`);
  await page.getByRole('button', { name: 'Undo the change' }).click();
  await expect(said).toBeVisible();
  await picture(page, 'email-change-undo');

  await openChat(page, server);
  await say(page, 'Hello');
  await answerDone(page);
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click();
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.keyboard.press('Enter');
  await expect(chat.toast(page, 'Your chats were moved to your account')).toBeVisible();
  await chat.toast(page, 'Your chats were moved to your account').hover();
  await picture(page, 'chats-came-along');
  await page.goto(company);
  await expect(page.getByRole('banner').getByRole('button', { name: 'Logout' })).toBeVisible();
  await picture(page, 'company-signed-in');
  await context.route('**/auth.generateCrossDomainToken**', () => {});
  await page.goto(`${authOrigin}/login`);
  await expect(page.getByText('Taking you to Noek…')).toBeVisible();
  await picture(page, 'signed-in-already');
});
