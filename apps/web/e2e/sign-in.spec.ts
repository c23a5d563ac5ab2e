import { expect } from '@playwright/test';
import { linkMailedTo, makeAccount, newAccount } from './support/accounts.ts';
import { submitSignUp } from './support/auth.ts';
import { chat } from './support/chat.ts';
import { test } from './support/test.ts';

test('[2.30] [8.09] [2.31] [4.15] a wrong password is refused with a message, and the typed values stay', async ({
  page,
  server,
}) => {
  const { email, password } = await makeAccount(server);
  await page.goto(`${server.origins.auth}/login`);
  const signIn = page.getByRole('button', { name: 'Sign In', exact: true });
  await expect(signIn).toBeDisabled();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await signIn.click();
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password');
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Password', { exact: true }).press('Enter');
  // Without return_to, sign-in leads to the chat host.
  await expect(page).toHaveURL(`${server.origins.chat}/`);
  await expect(chat.sidebar(page)).toBeVisible();
});

test('[2.34] [8.07] [8.12] an unverified address is reported, and its email can be sent again', async ({
  page,
  server,
}) => {
  const account = newAccount();
  await page.goto(`${server.origins.auth}/signup`);
  await page.getByLabel('Full name').fill(account.name);
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByLabel('Confirm password').fill(account.password);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible();
  const first = await linkMailedTo(server, account.email);

  await page.goto(`${server.origins.auth}/login`);
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByText('Please verify your email address before signing in.')).toBeVisible();
  await expect(page.getByText(`Email not verified for: ${account.email}`)).toBeVisible();
  await page.getByRole('button', { name: 'Resend Verification Email' }).click();
  await expect(page.getByText('Verification email sent! Please check your inbox and spam folder.')).toBeVisible();
  await expect.poll(() => linkMailedTo(server, account.email)).not.toBe(first);

  await page.goto(await linkMailedTo(server, account.email));
  await expect(page.getByRole('heading', { name: 'Email Verified Successfully!' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Email Verified Successfully!' })).toBeVisible();
});

test('[2.129] on another device, a verification link signs in no one and fills in the address', async ({
  page,
  server,
  anotherBrowser,
}) => {
  const account = newAccount();
  await page.goto(`${server.origins.auth}/login`);
  await submitSignUp(page, account);
  const phone = await (await anotherBrowser()).newPage();
  await phone.goto(await linkMailedTo(server, account.email));
  await expect(phone.getByText('You can sign in now.', { exact: false })).toBeVisible();
  await phone.getByRole('link', { name: 'Continue to Sign In' }).click();
  await expect(phone.getByLabel('Email')).toHaveValue(account.email);
  await expect(phone.getByLabel('Password', { exact: true })).toBeFocused();
  await phone.getByLabel('Password', { exact: true }).fill(account.password);
  await phone.keyboard.press('Enter');
  await expect(phone).toHaveURL(`${server.origins.chat}/`);
  await expect(chat.sidebar(phone)).toBeVisible();
});

test('an address with an umlaut and an international domain signs up, and signs in however it is written', async ({
  page,
  server,
}) => {
  const { name, password, email } = newAccount();
  const local = email.slice(0, email.indexOf('@'));
  await page.goto(`${server.origins.auth}/signup`);
  await page.getByLabel('Full name').fill(name);
  await page.getByLabel('Email').fill(`Jörg ${local}@münchen.example`);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByText('Before the @, an email address here can have letters')).toBeVisible();
  await page.getByLabel('Email').fill(`Jörg.${local}@München.example`);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible();
  await page.goto(await linkMailedTo(server, `jörg.${local}@xn--mnchen-3ya.example`));
  await expect(page.getByRole('heading', { name: 'Email Verified Successfully!' })).toBeVisible();
  // The link has signed this browser in.
  await page.goto(`${server.origins.auth}/login?force_login=true`);
  await page.getByLabel('Email').fill(`JO\u0308RG.${local}@MÜNCHEN.example`);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL(`${server.origins.chat}/`);
  await expect(chat.sidebar(page)).toBeVisible();
});

test('[2.127] [2.130] [4.45] [5.20] a verification link without a token or with an invalid one', async ({
  page,
  server,
}) => {
  await page.goto(`${server.origins.auth}/verify-email`);
  await expect(page.getByRole('heading', { name: 'Verification Failed' })).toBeVisible();
  await expect(page.getByText('No verification token found in the URL')).toBeVisible();
  await page.goto(`${server.origins.auth}/verify-email?token=unknown`);
  await expect(page.getByText('This verification link is invalid or has expired.')).toBeVisible();
  await page.getByRole('link', { name: 'Go to Sign In' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
});

test('[2.24] a login token works once and is removed from the address', async ({ page, anotherBrowser, server }) => {
  const account = await makeAccount(server);
  await page.goto(`${server.origins.auth}/login?return_to=${encodeURIComponent(server.url)}`);
  const landed = page.waitForRequest((request) => request.url().includes('auth_token='));
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByLabel('Password', { exact: true }).press('Enter');
  const address = (await landed).url();
  await expect(page).toHaveURL(`${server.url}/`);
  await expect(chat.sidebar(page)).toBeVisible();

  const thief = await (await anotherBrowser()).newPage();
  await thief.goto(address);
  await expect(thief.getByRole('link', { name: 'Sign In' })).toBeVisible();
  await expect(thief).toHaveURL(`${server.url}/`);
  await expect(chat.sidebar(thief)).toHaveCount(0);
});
