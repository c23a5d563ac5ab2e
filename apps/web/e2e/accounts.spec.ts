import { expect } from '@playwright/test';
import { typing } from '../../server/src/testing/stand-ins/model-server.ts';
import { linkMailedTo, makeAccount, newAccount } from './support/accounts.ts';
import { auth, expectGuest, expectSignedIn, signInByHand, submitSignIn } from './support/auth.ts';
import { answerDone, chat, chooseInHeader, openChat, say, wordsOf } from './support/chat.ts';
import { talking } from './support/live.ts';
import { expectStored } from './support/storage.ts';
import { test } from './support/test.ts';

test('[1.15] [4.31] [4.33] [4.34] one sign-in is valid on the chat host and on the company host', async ({
  page,
  server,
}) => {
  const mira = await signInByHand(page, server);
  await expect(page).toHaveURL(`${server.origins.chat}/`);
  await expectSignedIn(page, mira);
  await page.reload();
  await expectSignedIn(page, mira);

  await page.goto(server.origins.company);
  await expect(page.getByRole('banner').getByText(mira.name)).toBeVisible();
  await expect(page.getByRole('banner').getByText(mira.email)).toBeVisible();
  await expect(auth.signInLink(page)).toHaveCount(0);
  await page.getByRole('banner').getByRole('link', { name: 'Open Noek' }).click();
  await expectSignedIn(page, mira);
});

test('[2.05] [4.34] [9.35] plain localhost is a chat host: signing in leads back to it', async ({ page, server }) => {
  const mira = await makeAccount(server);
  await openChat(page, server);
  await auth.signInLink(page).click();
  await submitSignIn(page, mira);
  await expect(page).toHaveURL(`${server.url}/`);
  await expectSignedIn(page, mira);
});

test('[4.36] [4.37] signing out on the chat host ends the login on all three hosts', async ({
  page,
  context,
  server,
}) => {
  const mira = await signInByHand(page, server);
  await expectSignedIn(page, mira);
  const company = await context.newPage();
  await company.goto(server.origins.company);
  await expect(auth.logout(company)).toBeVisible();

  await chooseInHeader(page, 'Sign out');
  await expectGuest(page);
  await company.reload();
  await expect(auth.signInLink(company)).toBeVisible();
  await company.goto(`${server.origins.auth}/login`);
  await expect(auth.submit(company)).toBeVisible();
  await page.reload();
  await expectGuest(page);
});

test('[2.136] [4.25] [4.27] [4.38] Logout on the company host ends the login on all three hosts and goes to the auth host', async ({
  page,
  context,
  server,
}) => {
  const mira = await signInByHand(page, server);
  const company = await context.newPage();
  await company.goto(server.origins.company);
  const told = company.waitForRequest((request) => request.url().includes('auth_action=logout'));
  await auth.logout(company).click();
  expect(new URL((await told).url()).origin).toBe(server.origins.auth);
  await expect(company.getByRole('alert')).toHaveText('You are signed out.');
  expect(new URL(company.url()).search).toBe('');
  await expect(auth.submit(company)).toBeVisible();
  await expectStored(company, 'noek_user').toBeNull();

  await page.reload();
  await expectGuest(page);
  await signInByHand(company, server, { account: mira });
  await expectSignedIn(company, mira);
});

test('[4.37] signing out in one tab signs out the others, and signing in signs them in', async ({
  page,
  context,
  server,
}) => {
  const mira = await signInByHand(page, server);
  const other = await context.newPage();
  await other.goto(server.origins.chat);
  await expectSignedIn(other, mira);
  await chooseInHeader(page, 'Sign out');
  await expectGuest(other);
  await auth.signInLink(page).click();
  await submitSignIn(page, mira);
  await expectSignedIn(page, mira);
  await expectSignedIn(other, mira);
});

test('guest chats and their usage move to the account, and a running answer continues', async ({ page, answering }) => {
  const talk = talking();
  const hello = typing('Hello.', 0);
  const { model, server } = await answering((call) => (call.question === 'Count for me' ? talk.answer : hello)(call));
  const mira = await makeAccount(server);
  await openChat(page, server);
  await say(page, 'Hello there');
  await answerDone(page);
  await chat
    .welcome(page)
    .or(page.getByRole('link', { name: 'Noek', exact: true }))
    .first()
    .click();
  await say(page, 'Count for me');
  await expect(chat.answers(page)).toContainText('word10 ');
  const conversation = page.url();

  await auth.signInLink(page).click();
  await submitSignIn(page, mira);
  await expect(page).toHaveURL(conversation);
  await expect(chat.toast(page, 'Your chats were moved to your account')).toBeVisible();
  await expect(page.getByText('The 2 chats you started as a guest are now in your account.').first()).toBeVisible();
  await expectSignedIn(page, mira);
  await expect(chat.stop(page)).toBeVisible();
  talk.enough();
  expect((await wordsOf(await answerDone(page))).trim()).toBe(talk.said());
  expect(model.calls).toHaveLength(2);
  await expect(chat.rows(page)).toHaveCount(2);
  const account = page.getByRole('link', { name: /^Account/ });
  await expect(account).toHaveAttribute('data-tooltip', '2,998 of 3,000 messages left');

  await chooseInHeader(page, 'Sign out');
  await expectGuest(page);
  await page.goto(conversation);
  await expect(page.getByRole('heading', { name: 'Conversation not found' })).toBeVisible();
});

test('[2.131] [2.133] [2.134] [8.06] [8.14] a forgotten password is reset by email; old sessions end', async ({
  page,
  anotherBrowser,
  server,
}) => {
  const mira = await signInByHand(page, server);
  const browser = await anotherBrowser();
  const other = await browser.newPage();
  await other.goto(`${server.origins.auth}/login`);
  await auth.email(other).fill(mira.email);
  await other.getByRole('button', { name: 'Forgot Password?' }).click();
  await expect(other.getByRole('alert')).toContainText('Password reset instructions have been sent to your email');
  await expect.poll(() => linkMailedTo(server, mira.email)).toContain('/reset-password?token=');
  const link = await linkMailedTo(server, mira.email);

  await other.goto(link);
  await other.getByLabel('New password', { exact: true }).fill('harbour-17');
  await other.getByLabel('Confirm new password').fill('harbour-17');
  await other.getByRole('button', { name: 'Reset Password' }).click();
  await expect(other.getByRole('heading', { name: 'Password Changed' })).toBeVisible();
  await other.getByRole('link', { name: 'Go to Sign In' }).click();
  await submitSignIn(other, mira);
  await expect(other.getByRole('alert')).toHaveText('Invalid email or password');
  await submitSignIn(other, { ...mira, password: 'harbour-17' });
  await expectSignedIn(other, mira);

  await page.reload();
  await expectGuest(page);
  await other.goto(link);
  await other.getByLabel('New password', { exact: true }).fill('harbour-18');
  await other.getByLabel('Confirm new password').fill('harbour-18');
  await other.getByRole('button', { name: 'Reset Password' }).click();
  await expect(other.getByRole('alert')).toContainText('invalid or has expired');
});

test('[7.20] a change of address is undone from the email to the old address', async ({ page, server }) => {
  const mira = await signInByHand(page, server);
  await expectSignedIn(page, mira);
  const newEmail = newAccount().email;
  const status = await page.evaluate(
    async (body) =>
      (
        await fetch('/api/auth/change-email', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        })
      ).status,
    { newEmail, password: mira.password },
  );
  expect(status).toBe(200);
  await expect.poll(() => linkMailedTo(server, mira.email)).toContain('/undo-email-change?token=');
  await page.goto(await linkMailedTo(server, mira.email));
  await page.getByRole('button', { name: 'Undo the change' }).click();
  await expect(page.getByRole('heading', { name: 'Email change undone' })).toBeVisible();
  await expect.poll(() => linkMailedTo(server, mira.email)).toContain('/reset-password?token=');
  await page.goto(server.origins.chat);
  await expectGuest(page);
});
