import { expect, type Page } from '@playwright/test';
import { codeAt } from '../../server/src/testing/authenticator-app.ts';
import { type Account, linkMailedTo, makeAccount, newAccount, startWithAdministrator } from './support/accounts.ts';
import { auth, expectSignedIn, signInByHand, submitSignIn } from './support/auth.ts';
import { chat } from './support/chat.ts';
import { findings as findingsOf, screenSizes } from './support/findings.ts';
import { ageSignIns } from './support/old-sign-in.ts';
import { withPasskeyDevice } from './support/passkeys.ts';
import { setUpAuthenticator } from './support/second-factor.ts';
import { test } from './support/test.ts';

/** Without animations: axe would see colours in the middle of a fade. */
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const [wide] = screenSizes;

/** What axe finds. The wide screen stays. */
async function findings(page: Page, screen: string): Promise<string[]> {
  const found = await findingsOf(page, screen);
  await page.setViewportSize(wide);
  return found;
}

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const security = (page: Page) => page.getByRole('region', { name: 'Security Settings' });

/** Moves the pointer over the sign-in form, so that the browser suggests a passkey. `hover` would wait for a page that may be left. */
async function movePointer(page: Page) {
  await expect(auth.email(page)).toBeVisible();
  await page.mouse.move(200, 200, { steps: 5 });
}

/** Deletes what this browser knows of its sign-in, as a new browser. */
async function forgetSignIn(page: Page) {
  await page.context().clearCookies();
  await page.goto('about:blank');
}

test('a passkey: offered after the first sign-in, used from an empty form, renamed and removed', async ({
  page,
  server,
}) => {
  const device = await withPasskeyDevice(page);
  const mira = await signInByHand(page, server);
  const offer = page.getByRole('complementary', { name: 'Passkey' });
  await expect(offer).toBeVisible();
  await expect(chat.input(page)).toBeInViewport();
  expect(await findings(page, 'offer of a passkey')).toEqual([]);
  await page.reload();
  await offer.getByRole('button', { name: 'Add a passkey' }).click();
  const form = dialog(page, 'Add a passkey');
  await expect(form.getByLabel('Name')).toHaveValue(/^(Headless )?Chrome on /);
  expect(await findings(page, 'new passkey')).toEqual([]);
  await device.recognises(false);
  await button(page, 'Add passkey').click();
  await expect(form.getByRole('alert')).toContainText('No passkey was added');
  await device.recognises(true);
  await form.getByLabel('Name').fill('My phone');
  await button(page, 'Add passkey').click();
  await expect(form).toBeHidden();
  await expect(offer).toBeHidden();
  expect(await device.count()).toBe(1);

  await forgetSignIn(page);
  await page.goto(`${server.origins.auth}/login`);
  // A pointer would let the browser suggest the passkey, which this device answers at once.
  await button(page, 'Sign in with a passkey').dispatchEvent('click');
  await page.waitForURL((url) => url.origin === server.origins.chat);
  await expectSignedIn(page, mira);
  await expect(offer).toBeHidden();
  await page.goto(`${server.origins.company}/`);
  await expect(auth.logout(page)).toBeVisible();

  // The browser suggests the passkey in the form, and this device answers at once.
  await forgetSignIn(page);
  await page.goto(
    `${server.origins.auth}/login?return_to=${encodeURIComponent(`${server.origins.chat}/account/security`)}`,
  );
  await movePointer(page);
  await page.waitForURL(`${server.origins.chat}/account/security`);

  await expect(security(page).getByText(/Last used/)).toBeVisible();
  await button(page, 'Rename My phone').click();
  await dialog(page, 'Rename passkey').getByLabel('Name').fill('Old phone');
  await button(page, 'Save').click();
  await button(page, 'Remove Old phone').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(security(page).getByText('Old phone')).toBeHidden();
  const events = page.getByRole('region', { name: 'Security events' });
  await expect(events.getByText('Passkey removed: “Old phone”')).toBeVisible();
  await expect(events.getByText('Signed in with a passkey').first()).toBeVisible();

  await forgetSignIn(page);
  await page.goto(`${server.origins.auth}/login`);
  await movePointer(page);
  await expect(page.getByRole('alert')).toContainText('not known here');
});

test('"Not now" is the last word about a passkey', async ({ page, server }) => {
  await withPasskeyDevice(page);
  const mira = await signInByHand(page, server);
  await button(page, 'Not now').click();
  await page.reload();
  await expect(chat.input(page)).toBeVisible();
  await forgetSignIn(page);
  await signInByHand(page, server, { account: mira });
  await expectSignedIn(page, mira);
  await expect(page.getByRole('complementary', { name: 'Passkey' })).toBeHidden();
});

test('an authenticator app: set up, asked for at the next sign-in, and replaced by a recovery code', async ({
  page,
  server,
}) => {
  const mira = await signInByHand(page, server);
  await page.goto(`${server.origins.chat}/account#security`);
  await button(page, 'Set up authenticator app').click();
  const form = dialog(page, 'Set up authenticator app');
  await expect(form.getByRole('img', { name: 'Picture to scan with your authenticator app' })).toBeVisible();
  await form.getByLabel('Code').fill('000 000');
  await expect(form.getByText(/code is (wrong|not right)|wrong/i)).toBeVisible();
  expect(await findings(page, 'set-up of an authenticator app')).toEqual([]);
  await form.getByRole('button', { name: 'Cancel' }).click();
  const { secret, codes } = await setUpAuthenticator(page);
  expect(await findings(page, 'recovery codes')).toEqual([]);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('noek-recovery-codes.txt');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText(codes[0] as string)).toBeVisible();
  await expect(page.getByText(`Recovery codes for Noek, ${mira.email}`)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Account', exact: true, includeHidden: true })).toBeHidden();
  await expect(button(page, 'Done')).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await button(page, 'Done').click();
  await expect(security(page).getByText('You have 10 recovery codes left')).toBeVisible();

  await forgetSignIn(page);
  await page.goto(`${server.origins.auth}/login`);
  await submitSignIn(page, mira);
  const code = page.getByLabel('Code');
  await expect(code).toBeFocused();
  expect(await findings(page, 'second step')).toEqual([]);
  await code.fill('000000');
  await expect(page.getByLabel('Code')).toHaveAttribute('aria-invalid', 'true');
  await button(page, 'Back').click();
  await expect(auth.email(page)).toHaveValue(mira.email);
  await auth.password(page).fill(mira.password);
  await auth.password(page).press('Enter');
  // The code that set the app up does not work again, but the next one does.
  await page.getByLabel('Code').fill(codeAt(secret, new Date(), 1));
  await page.waitForURL((url) => url.origin === server.origins.chat);
  await expectSignedIn(page, mira);

  await forgetSignIn(page);
  await page.goto(`${server.origins.auth}/login`);
  await submitSignIn(page, mira);
  await button(page, 'Use a recovery code').click();
  await page.getByLabel('Recovery code').fill(codes[3] as string);
  await button(page, 'Continue').click();
  await page.waitForURL((url) => url.origin === server.origins.chat);
  await page.goto(`${server.origins.chat}/account#security`);
  await expect(security(page).getByText('You have 9 recovery codes left')).toBeVisible();
  await expect(page.getByText('A recovery code was used')).toBeVisible();
  await button(page, 'New recovery codes').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make new codes' }).click();
  await expect(dialog(page, 'Your recovery codes').getByText(codes[5] as string)).toBeHidden();
  await button(page, 'Done').click();
  await expect(security(page).getByText('You have 10 recovery codes left')).toBeVisible();
});

test('who lost both asks for the removal by mail, and can stop it', async ({ page, server }) => {
  const mira = await signInByHand(page, server);
  await page.goto(`${server.origins.chat}/account#security`);
  await setUpAuthenticator(page);
  await forgetSignIn(page);
  await page.goto(`${server.origins.auth}/login`);
  await submitSignIn(page, mira);
  await button(page, 'Lost both?').click();
  await expect(page.getByText('We sent you an email')).toBeVisible();
  await expect(page.getByText(/72 hours/)).toBeVisible();
  expect(await findings(page, 'lost second factor')).toEqual([]);
  await expect.poll(() => linkMailedTo(server, mira.email)).toContain('/begin-factor-reset');
  await page.goto(await linkMailedTo(server, mira.email));
  expect(await findings(page, 'begin of a reset')).toEqual([]);
  await button(page, 'Remove it in 72 hours').click();
  await expect(page.getByRole('heading', { name: 'The waiting time has begun' })).toBeVisible();
  await expect.poll(() => linkMailedTo(server, mira.email)).toContain('/stop-factor-reset');
  await page.goto(await linkMailedTo(server, mira.email));
  await button(page, 'Keep it').click();
  await expect(page.getByRole('heading', { name: 'Removal stopped' })).toBeVisible();
  expect(await findings(page, 'stopped reset')).toEqual([]);
});

test('an act that needs a fresh proof asks for the password over its own dialog, and is then done once', async ({
  page,
  server,
}) => {
  const mira = await signInByHand(page, server);
  await page.goto(`${server.origins.chat}/account#tokens`);
  await ageSignIns(server);
  await button(page, 'New token').click();
  await page.getByLabel('Name', { exact: true }).fill('Backup script');
  await button(page, 'Create token').click();
  const question = dialog(page, "Confirm that it's you");
  await expect(question.getByLabel('Password', { exact: true })).toBeFocused();
  expect(await findings(page, 'fresh proof')).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(page.getByRole('alert')).toContainText('Nothing was changed');
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Backup script');

  await button(page, 'Create token').click();
  await question.getByLabel('Password', { exact: true }).fill('wrong');
  await page.keyboard.press('Enter');
  await expect(question.getByText(/incorrect|wrong/i)).toBeVisible();
  await question.getByLabel('Password', { exact: true }).fill(mira.password);
  await page.keyboard.press('Enter');
  await expect(dialog(page, 'Your new token').getByLabel('Token')).toHaveValue(/^noek_/);
  await expect(question).toBeHidden();
});

test('a sign-in on a new device mails a link that ends it and leads to a new password', async ({
  page,
  server,
  anotherBrowser,
}) => {
  const mira = await signInByHand(page, server);
  const stranger = await (await anotherBrowser()).newPage();
  await signInByHand(stranger, server, { account: mira });
  await expect.poll(() => linkMailedTo(server, mira.email)).toContain('/not-me?token=');
  await page.goto(await linkMailedTo(server, mira.email));
  expect(await findings(page, 'not me')).toEqual([]);
  await button(page, 'End that sign-in').click();
  await page.waitForURL(/\/reset-password\?token=/);
  await page.getByLabel('New password', { exact: true }).fill('harbour-77-fox');
  await page.getByLabel('Confirm new password').fill('harbour-77-fox');
  await button(page, 'Reset Password').click();
  await expect(page.getByRole('heading', { name: 'Password Changed' })).toBeVisible();
  await stranger.reload();
  await expect(auth.signInLink(stranger)).toBeVisible();
});

test('where administrators need a second factor, their pages show its set-up first', async ({ page, startServer }) => {
  const { server, boss } = await startWithAdministrator(startServer, { env: { ADMIN_SECOND_FACTOR: 'required' } });
  await signInByHand(page, server, { account: boss });
  for (const path of ['/admin', '/admin/audit']) {
    await page.goto(`${server.origins.chat}${path}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Set up a second factor' })).toBeVisible();
    await expect(page.getByRole('navigation')).toBeHidden();
  }
  expect(await findings(page, 'administrator without a second factor')).toEqual([]);
  await setUpAuthenticator(page);
  await button(page, 'Done').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible();
  await page.goto(`${server.origins.chat}/admin`);
  await expect(page.getByText('1 user')).toBeVisible();
});

test('on an address without passkeys, the account page says where they can be added', async ({
  page,
  context,
  server,
}) => {
  const mira: Account = await makeAccount(server, newAccount());
  expect((await context.request.post(`${server.url}/api/auth/login`, { data: mira })).status()).toBe(200);
  await page.goto(`${server.url}/account/security`);
  await expect(security(page).getByRole('link', { name: new URL(server.origins.chat).host })).toBeVisible();
  await expect(button(page, 'Add a passkey')).toBeHidden();
});

test('an administrator sees who has a second factor, and removes one that was lost', async ({
  page,
  startServer,
  anotherBrowser,
}) => {
  const { server, boss } = await startWithAdministrator(startServer);
  const mira = await signInByHand(page, server);
  await page.goto(`${server.origins.chat}/account/security`);
  await setUpAuthenticator(page);
  const wrong = { email: mira.email, password: 'a guess of somebody' };
  expect((await page.request.post(`${server.url}/api/auth/login`, { data: wrong })).status()).toBe(401);
  const right = { email: mira.email, password: mira.password };
  expect((await page.request.post(`${server.url}/api/auth/login`, { data: right })).status()).toBe(401);

  const theirs = await (await anotherBrowser()).newPage();
  await signInByHand(theirs, server, { account: boss });
  await theirs.goto(`${server.origins.chat}/admin/security`);
  await expect(theirs.getByText('Authenticator app · 10 recovery codes left')).toBeVisible();
  await expect(theirs.getByText(/^a wrong password · /)).toBeVisible();
  expect(await findings(theirs, 'account security')).toEqual([]);
  await theirs.getByLabel('Show').selectOption('People without a second factor');
  await expect(theirs.getByText(mira.email).first()).toBeVisible();
  await expect(button(theirs, `Remove app of ${mira.name}`)).toBeHidden();
  await theirs.getByLabel('Show').selectOption('Everybody');
  await button(theirs, `Remove app of ${mira.name}`).click();
  await theirs.getByLabel('Reason').fill('They called');
  await button(theirs, 'Remove authenticator app').click();
  await expect(theirs.getByText('Authenticator app · 10 recovery codes left')).toBeHidden();
  expect((await page.request.post(`${server.url}/api/auth/login`, { data: right })).status()).toBe(200);
  await theirs.getByRole('link', { name: 'Audit log' }).click();
  await expect(theirs.getByText('Reason: They called')).toBeVisible();
});
