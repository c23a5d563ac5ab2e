import { expect } from '@playwright/test';
import { linkMailedTo, makeAccount, newAccount, signIn } from './support/accounts.ts';
import { desk, phone, picture } from './support/gallery.ts';
import { test } from './support/test.ts';

// `npm run gallery`: screenshots of every screen and state in gallery/, for review. Not part of the tests.

// A test cannot intercept requests that a service worker answers.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const whole = [
  { ...desk, height: 2600 },
  { ...phone, height: 3600 },
];

test('the account page', async ({ page, context, server, anotherBrowser }) => {
  const mira = await signIn(context, server);
  await signIn(await anotherBrowser(), server, mira);
  const ready = () => expect(page.getByText('This device')).toBeVisible();
  for (const [path, name] of [
    ['/account/billing', 'account-plan'],
    ['/account/privacy', 'account-privacy'],
    ['/account/data', 'account-data'],
    ['/account/developers', 'account-developers'],
  ] as const) {
    await page.goto(`${server.url}${path}`);
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
    await picture(page, name, whole);
  }
  await page.goto(`${server.url}/account/security`);
  await ready();
  await picture(page, 'account-security', whole);
  await page.goto(`${server.url}/account`);
  await picture(page, 'account');
  await picture(page, 'account-whole', whole);

  await page.setViewportSize(desk);
  await page.getByRole('switch', { name: 'Product news by email' }).click();
  await expect(page.getByRole('switch', { name: 'Product news by email' })).not.toBeChecked();
  await picture(page, 'account-emails-off');
  await page.goto(`${server.url}/account/developers`);
  await page.getByRole('button', { name: 'New token' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Backup script');
  await picture(page, 'account-token');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Copy' })).toBeVisible();
  await picture(page, 'account-token-made');
  await page.getByRole('button', { name: 'Done' }).click();
  await page.setViewportSize(desk);
  await page.goto(`${server.url}/account`);
  await page.getByRole('button', { name: 'Change name' }).click();
  await picture(page, 'account-change-name');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Change Email' }).click();
  await expect(page.getByLabel('New email')).toBeVisible();
  await picture(page, 'account-change-email');
  await page.getByLabel('New email').fill(newAccount().email);
  await page.getByLabel('Current password').fill('wrong');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The current password is incorrect.')).toBeVisible();
  await picture(page, 'account-change-email-refused');
  await page.keyboard.press('Escape');
  await page.goto(`${server.url}/account/security`);
  await page.getByRole('button', { name: 'Change Password' }).click();
  await page.getByLabel('New password', { exact: true }).fill('harbour-77-fox');
  await page.getByLabel('Confirm new password').fill('harbour');
  await picture(page, 'account-change-password');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Sign out all others' }).click();
  await picture(page, 'account-sign-out-question');
  await page.goto(`${server.url}/account/privacy`);
  await page.getByRole('switch', { name: 'Memory' }).click();
  await picture(page, 'account-memory-question');
  await page.goto(`${server.url}/account/data`);
  await page.getByRole('button', { name: 'Delete Account' }).click();
  await picture(page, 'account-delete');
  await page.getByLabel('Type DELETE to confirm').fill('DELETE');
  await page.clock.install();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Account Deleted' })).toBeVisible();
  await picture(page, 'account-deleted');
});

test('the account page while it loads, with long details, and without a connection', async ({
  page,
  context,
  server,
}) => {
  const long = newAccount(`مريم نوفاك ${'Extraordinarily-Long-Family-Name-'.repeat(3)}`);
  long.email = `somebody.with.a.very.long.address.${'x'.repeat(24)}.${long.email}`;
  await signIn(context, server, await makeAccount(server, long));
  const moved = `another.very.long.address.${'y'.repeat(30)}.${newAccount().email}`;
  const data = { newEmail: moved, password: long.password };
  expect((await context.request.post(`${server.url}/api/auth/change-email`, { data })).status()).toBe(200);
  await linkMailedTo(server, moved);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/api\/trpc\/(?!auth\.user)/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${server.url}/account`);
  await expect(page.getByText(moved)).toBeVisible();
  await picture(page, 'account-loading');
  release();
  await expect(page.getByRole('switch', { name: 'Product news by email' })).toBeVisible();
  await picture(page, 'account-long');
  await page.unroute(/api\/trpc\/(?!auth\.user)/);
  await page.route(/api\/trpc/, (route) => route.abort('connectionfailed'));
  await page.reload();
  await expect(page.getByRole('button', { name: 'Try again' }).first()).toBeVisible({ timeout: 20_000 });
  await picture(page, 'account-offline');
});
