import { expect, type Page } from '@playwright/test';
import { linkMailedTo, newAccount, signIn } from './support/accounts.ts';
import { expectGuest } from './support/auth.ts';
import { chat } from './support/chat.ts';
import { findingsAsItIs } from './support/findings.ts';
import { test } from './support/test.ts';

// A test cannot intercept requests that a service worker answers.

const section = (page: Page, name: string) => page.getByRole('region', { name });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const toggle = (page: Page, name: string) => page.getByRole('switch', { name });

test('[2.11] [2.12] [2.21] each path of the account opens its section; guests get the 404 page', async ({
  page,
  context,
  server,
}) => {
  const paths = [
    ['/account', 'Account'],
    ['/account/billing', 'Current Plan'],
    ['/account/settings', 'Security Settings'],
    ['/account/profile', 'Account Information'],
    ['/billing', 'Current Plan'],
    ['/settings', 'Security Settings'],
    ['/profile', 'Account Information'],
    ['/account#sessions', 'Sessions'],
  ] as const;
  for (const [path] of paths) expect([path, (await page.goto(`${server.url}${path}`))?.status()]).toEqual([path, 404]);
  await expect(page.getByRole('heading', { name: 'AI Pathway Error' })).toBeVisible();

  await signIn(context, server);
  for (const [path, name] of paths) {
    // A path that differs from the previous one only in its hash would not load a document.
    await page.goto('about:blank');
    expect([path, (await page.goto(`${server.url}${path}`))?.status()]).toEqual([path, 200]);
    const heading = page.getByRole('heading', { name, exact: true });
    await expect(section(page, 'Sessions').getByText('This device')).toBeAttached();
    await expect(heading).toBeFocused();
    await expect(heading).toBeInViewport({ ratio: 1 });
  }
});

test('a new name shows in every open tab', async ({ page, context, server }) => {
  await signIn(context, server);
  const chatTab = await context.newPage();
  await chatTab.goto(server.url);
  const accountMenu = chatTab.getByRole('complementary').getByRole('button', { name: /Mira Novak/ });
  await expect(accountMenu).toBeVisible();
  await page.goto(`${server.url}/account/profile`);
  await page.bringToFront();
  await button(page, 'Change name').click();
  const dialog = page.getByRole('dialog', { name: 'Change name' });
  const field = dialog.getByLabel('Name');
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('Mira Novak');
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
  await field.fill('Mira Lindqvist');
  await field.press('Enter');
  await expect(chat.toast(page, 'Name updated')).toBeVisible();
  await expect(button(page, 'Change name')).toBeFocused();
  await expect(section(page, 'Account Information').getByText('Mira Lindqvist')).toBeVisible();
  await expect(chatTab.getByRole('complementary').getByRole('button', { name: /Mira Lindqvist/ })).toBeVisible();
  await expect(accountMenu).toHaveCount(0);
});

test('on wide screens, an index beside the sections marks the one that is read and leads to each', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, server);
  await page.setViewportSize({ width: 1280, height: 700 });
  await page.goto(`${server.url}/account`);
  await expect(section(page, 'Sessions').getByText('This device')).toBeAttached();
  const index = page.getByRole('navigation', { name: 'Sections of your account' });
  const marked = index.locator('[aria-current="location"]');
  await expect(index.getByRole('link')).toHaveText([
    'Account Information',
    'Current Plan',
    'Security Settings',
    'Data Controls',
    'Instructions',
    'Emails',
    'Sessions',
    'Security events',
    'API Tokens',
    'Connected apps',
    'Webhooks',
    'Files',
    'Export',
    'Import',
    'Who looked at my chats',
    'Danger Zone',
  ]);
  await expect(marked).toHaveText('Account Information');
  expect(await findingsAsItIs(page, 'account')).toEqual([]);

  // The last sections are short: they cannot reach the top of the window.
  for (const name of ['Sessions', 'Danger Zone', 'Who looked at my chats', 'Current Plan']) {
    await index.getByRole('link', { name }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name, exact: true })).toBeFocused();
    await expect(page.getByRole('heading', { name, exact: true })).toBeInViewport({ ratio: 1 });
    await expect(marked).toHaveText(name);
    await expect(index).toBeInViewport({ ratio: 1 });
  }
  await page.goBack();
  await expect(marked).toHaveText('Who looked at my chats');
  await page.mouse.move(900, 400);
  await page.mouse.wheel(0, -20_000);
  await expect(marked).toHaveText('Account Information');
  await page.mouse.wheel(0, 20_000);
  await expect(marked).toHaveText('Danger Zone');
  // The address names it already.
  await index.getByRole('link', { name: 'Who looked at my chats' }).click();
  await expect(marked).toHaveText('Who looked at my chats');
  await expect(page.getByRole('heading', { name: 'Who looked at my chats' })).toBeFocused();

  await page.setViewportSize({ width: 1080, height: 700 });
  await expect(index).toHaveCount(0);
});

test('[2.123] [5.15] [8.19] after a change of address both addresses get mail, and the page says what is left to do', async ({
  page,
  context,
  server,
}) => {
  const mira = await signIn(context, server);
  const moved = newAccount().email;
  await page.goto(`${server.url}/account/profile`);
  await button(page, 'Change Email').click();
  const dialog = page.getByRole('dialog', { name: 'Change Email' });
  const email = dialog.getByLabel('New email');
  const password = dialog.getByLabel('Current password');
  const submit = dialog.getByRole('button', { name: 'Change Email' });
  await expect(email).toBeFocused();
  await expect(submit).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(button(page, 'Change Email')).toBeFocused();

  await page.keyboard.press('Enter');
  await email.fill(moved);
  await password.fill('not my password');
  await password.press('Enter');
  await expect(dialog.getByText('The current password is incorrect.')).toBeVisible();
  await expect(password).toBeFocused();
  await expect(password).toHaveAccessibleDescription('The current password is incorrect.');
  await expect(email).toHaveValue(moved);
  await password.fill(mira.password);
  await password.press('Enter');
  await expect(chat.toast(page, 'Email Updated')).toBeVisible();
  await expect(dialog).toHaveCount(0);

  const information = section(page, 'Account Information');
  await expect(information.getByText(moved)).toBeVisible();
  await expect(information.getByText('Not verified')).toBeVisible();
  expect(await linkMailedTo(server, mira.email)).toContain('/undo-email-change');
  await information.getByRole('button', { name: 'Send again' }).click();
  await expect(information.getByText('Verification email sent!')).toBeVisible();

  const inbox = await context.newPage();
  await inbox.goto(await linkMailedTo(server, moved));
  await expect(inbox.getByRole('heading', { name: 'Email Verified Successfully!' })).toBeVisible();
  await expect(information.getByText('Not verified')).toHaveCount(0);
  await expect(information.getByText(moved)).toBeVisible();
});

test('[2.125] [5.12] [5.13] [5.14] [8.18] a new password ends the other sessions', async ({
  page,
  context,
  server,
  anotherBrowser,
}) => {
  const mira = await signIn(context, server);
  const phone = await anotherBrowser();
  await signIn(phone, server, mira);
  await page.goto(`${server.url}/account/settings`);
  const sessions = section(page, 'Sessions');
  await expect(sessions.getByText('This device')).toHaveCount(1);
  await expect(sessions.getByRole('button', { name: /^Sign out / })).toHaveCount(2);

  await button(page, 'Change Password').click();
  const dialog = page.getByRole('dialog', { name: 'Change Password' });
  const field = (name: string) => dialog.getByLabel(name, { exact: true });
  const submit = dialog.getByRole('button', { name: 'Change Password' });
  await field('Current password').fill(mira.password);
  await field('New password').fill('short');
  await expect(submit).toBeDisabled();
  await field('Confirm new password').fill('shore');
  await expect(dialog.getByText('Passwords do not match')).toBeVisible();
  await field('Confirm new password').fill('short');
  await field('Confirm new password').press('Enter');
  await expect(dialog.getByText('Password must be at least 6 characters long')).toBeVisible();
  await field('New password').fill('harbour-77-fox');
  await field('Confirm new password').fill('harbour-77-fox');
  await field('Confirm new password').press('Enter');
  await expect(chat.toast(page, 'Password Changed')).toBeVisible();
  await expect(button(page, 'Change Password')).toBeFocused();
  await expect(sessions.getByText('You are signed in only here.')).toBeVisible();
  expect((await phone.request.get(`${server.url}/api/auth/user`)).status()).toBe(401);

  await signIn(phone, server, { ...mira, password: 'harbour-77-fox' });
  await page.reload();
  await sessions.getByRole('button', { name: 'Sign out all others' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out all others' }).click();
  await expect(chat.toast(page, 'All other sessions were signed out')).toBeVisible();
  await expect(sessions.getByText('You are signed in only here.')).toBeVisible();
  expect((await phone.request.get(`${server.url}/api/auth/user`)).status()).toBe(401);
  expect((await context.request.get(`${server.url}/api/auth/user`)).status()).toBe(200);
});

test('[4.47] [4.48] [8.52] [8.53] the switches save at once, change in every tab, ask before memory is turned off, and revert on failure', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, server);
  const stored = async () => {
    const user = await (await context.request.get(`${server.url}/api/auth/user`)).json();
    return [user.allowModelTraining, user.memoryEnabled];
  };
  expect(await stored()).toEqual([true, true]);
  const otherTab = await context.newPage();
  await otherTab.goto(`${server.url}/account`);
  await page.goto(`${server.url}/account#data`);
  await expect(toggle(otherTab, 'Model training consent')).toBeChecked();
  // Pages in the background answer clicks slowly.
  await page.bringToFront();
  await toggle(page, 'Model training consent').click();
  await expect(chat.toast(page, 'Settings Updated')).toBeVisible();
  await expect(toggle(page, 'Model training consent')).not.toBeChecked();
  await expect(toggle(otherTab, 'Model training consent')).not.toBeChecked();
  expect(await stored()).toEqual([false, true]);

  await toggle(page, 'Memory').click();
  const question = page.getByRole('alertdialog', { name: 'Turn memory off?' });
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(toggle(page, 'Memory')).toBeFocused();
  await expect(toggle(page, 'Memory')).toBeChecked();
  expect(await stored()).toEqual([false, true]);
  await page.keyboard.press('Space');
  await question.getByRole('button', { name: 'Turn off' }).click();
  await expect(chat.toast(page, 'Memory is off')).toBeVisible();
  await expect(toggle(page, 'Memory')).not.toBeChecked();
  expect(await stored()).toEqual([false, false]);

  let fail = true;
  await page.route(/auth\.(memorySettings|modelTrainingConsent)/, (route) =>
    fail ? route.abort('connectionfailed') : route.continue(),
  );
  await toggle(page, 'Memory').click();
  await expect(chat.toast(page, 'Failed to update memory settings. Please try again.')).toBeVisible();
  await expect(toggle(page, 'Memory')).not.toBeChecked();
  await toggle(page, 'Model training consent').click();
  await expect(chat.toast(page, 'Failed to update settings. Please try again.')).toBeVisible();
  await expect(toggle(page, 'Model training consent')).not.toBeChecked();
  expect(await stored()).toEqual([false, false]);

  fail = false;
  await page.goto(`${server.url}/memories`);
  await page.getByRole('link', { name: 'Memory settings' }).click();
  await expect(page.getByRole('heading', { name: 'Data Controls' })).toBeFocused();
  await toggle(page, 'Memory').click();
  await expect(chat.toast(page, 'Memory is on')).toBeVisible();
  await expect(toggle(page, 'Memory')).toBeChecked();
  expect(await stored()).toEqual([false, true]);
});

test('[2.126] [4.49] [8.20] [9.11] deleting the account asks for a typed word, and leads to the page of a guest', async ({
  page,
  context,
  server,
}) => {
  const mira = await signIn(context, server);
  await context.request.post(`${server.url}/api/conversations`, { data: { title: 'About tea' } });
  await page.goto(server.url);
  await chat.input(page).fill('a draft of mine');
  await page.goto(`${server.url}/account`);
  await button(page, 'Delete Account').click();
  const dialog = page.getByRole('dialog', { name: 'Delete Account' });
  const word = dialog.getByLabel('Type DELETE to confirm');
  const confirm = dialog.getByRole('button', { name: 'Delete Account' });
  await expect(word).toBeFocused();
  await word.fill('delete');
  await expect(confirm).toBeDisabled();
  await word.fill('DELETE');
  let fail = true;
  await page.route(/auth\.deleteAccount/, (route) => (fail ? route.abort('connectionfailed') : route.continue()));
  await word.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText('Failed to delete account. Please try again.');
  await expect(word).toHaveValue('DELETE');
  fail = false;
  // The page leaves after two seconds. It stays on screen while the next one is held back.
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`${server.url}/`, async (route) => {
    await held;
    await route.continue();
  });
  await confirm.click();
  await expect(page.getByRole('heading', { name: 'Account Deleted' })).toBeFocused();
  await expect(page.getByText('A confirmation email was sent to you.')).toBeVisible();
  release();

  await expect(page).toHaveURL(`${server.url}/`);
  await expectGuest(page);
  await expect(chat.input(page)).toHaveValue('');
  const again = await context.request.post(`${server.url}/api/auth/login`, { data: mira });
  expect(again.status()).toBe(401);
});
