import { expect } from '@playwright/test';
import { codeAt } from '../../server/src/testing/authenticator-app.ts';
import { linkMailedTo, startWithAdministrator } from './support/accounts.ts';
import { signInByHand, submitSignIn } from './support/auth.ts';
import { desk, phone, picture } from './support/gallery.ts';
import { ageSignIns } from './support/old-sign-in.ts';
import { withPasskeyDevice } from './support/passkeys.ts';
import { test } from './support/test.ts';

// `npm run gallery`: screenshots of every screen and state in gallery/, for review. Not part of the tests.

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('passkeys, the authenticator app and recovery codes', async ({ page, startServer }) => {
  const server = await startServer();
  await withPasskeyDevice(page);
  const mira = await signInByHand(page, server);
  await expect(page.getByRole('complementary', { name: 'Passkey' })).toBeVisible();
  await picture(page, 'security-offer');
  await page.setViewportSize(desk);
  await page.goto(`${server.origins.chat}/account#security`);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByLabel('Name')).toBeVisible();
  await picture(page, 'security-new-passkey');
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await expect(page.getByRole('button', { name: /^Rename/ })).toBeVisible();
  await page.getByRole('button', { name: 'Set up authenticator app' }).click();
  const secret = await page.getByLabel('Or enter this key in the app').inputValue();
  await picture(page, 'security-set-up', [desk, phone]);
  await page.getByLabel('Code').fill(codeAt(secret, new Date()));
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(10);
  await picture(page, 'security-codes');
  await page.emulateMedia({ media: 'print' });
  await picture(page, 'security-codes-printed', [desk]);
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('button', { name: 'Done' }).click();
  await page.goto(`${server.origins.chat}/account#security`);
  await expect(page.getByText(/recovery codes left/)).toBeVisible();
  await picture(page, 'security-account');
  await page.goto(`${server.origins.chat}/account#events`);
  await expect(page.getByText('Passkey added:')).toBeVisible();
  await picture(page, 'security-events');

  await ageSignIns(server);
  await page.setViewportSize(desk);
  await page.getByRole('button', { name: 'New recovery codes' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make new codes' }).click();
  await expect(page.getByRole('dialog', { name: "Confirm that it's you" }).getByLabel('Code')).toBeVisible();
  await picture(page, 'security-proof');

  await page.context().clearCookies();
  await page.goto(`${server.origins.auth}/login`);
  await expect(page.getByRole('button', { name: /passkey/ })).toBeVisible();
  await picture(page, 'security-sign-in');
  await submitSignIn(page, mira);
  await expect(page.getByLabel('Code')).toBeVisible();
  await picture(page, 'security-code');
  await page.getByRole('button', { name: 'Lost both?' }).click();
  await expect(page.getByText(/72 hours/)).toBeVisible();
  await picture(page, 'security-lost');
  await page.goto(await linkMailedTo(server, mira.email));
  await picture(page, 'security-begin-reset');
});

test('an administrator without a second factor, and a sign-in of a stranger', async ({ page, startServer }) => {
  const { server, boss } = await startWithAdministrator(startServer, { env: { ADMIN_SECOND_FACTOR: 'required' } });
  await signInByHand(page, server, { account: boss });
  await page.goto(`${server.origins.chat}/admin`);
  await expect(page.getByRole('button', { name: 'Set up authenticator app' })).toBeVisible();
  await picture(page, 'security-admin');
  await page.goto(`${server.origins.auth}/not-me?token=unknown`);
  await picture(page, 'security-not-me');
});
