import { expect, type Page } from '@playwright/test';
import { linkMailedTo, makeAccount, newAccount, signIn } from './support/accounts.ts';
import { expectGuest, submitSignIn } from './support/auth.ts';
import { answerDone, chat, openChatSignedIn } from './support/chat.ts';
import { test } from './support/test.ts';

// A test cannot intercept requests that a service worker answers.

const pages = (page: Page) => page.getByRole('navigation', { name: 'Account settings' });
const section = (page: Page, name: string) => page.getByRole('region', { name });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const toggle = (page: Page, name: string) => page.getByRole('switch', { name });

test('[2.11] [2.12] [2.21] each path of the account opens its page and section; guests get the 404 page', async ({
  page,
  context,
  server,
}) => {
  const paths = [
    ['/account', 'General', 'General'],
    ['/account/billing', 'Plan', 'Current Plan'],
    ['/account/settings', 'Security', 'Security Settings'],
    ['/account/profile', 'General', 'Account Information'],
    ['/account/privacy', 'Privacy and memory', 'Privacy and memory'],
    ['/account/security', 'Security', 'Security'],
    ['/account/data', 'Data', 'Data'],
    ['/account/developers', 'Developers', 'Developers'],
    ['/account#webhooks', 'Developers', 'Webhooks'],
    ['/billing', 'Plan', 'Current Plan'],
    ['/settings', 'Security', 'Security Settings'],
    ['/profile', 'General', 'Account Information'],
    ['/account#sessions', 'Security', 'Sessions'],
  ] as const;
  for (const [path] of paths) expect([path, (await page.goto(`${server.url}${path}`))?.status()]).toEqual([path, 404]);
  await expect(page.getByRole('heading', { name: 'AI Pathway Error' })).toBeVisible();

  await signIn(context, server);
  for (const [path, name, section] of paths) {
    // A path that differs from the previous one only in its hash would not load a document.
    await page.goto('about:blank');
    expect([path, (await page.goto(`${server.url}${path}`))?.status()]).toEqual([path, 200]);
    await expect(page).toHaveTitle(`${name} · Account · Noek`);
    await expect(pages(page).locator('[aria-current="page"]')).toHaveText(name);
    const heading = page.getByRole('heading', { name: section, exact: true });
    await expect(heading).toBeFocused();
    await expect(heading).toBeInViewport({ ratio: 1 });
  }
  expect((await page.goto(`${server.url}/account/nothing`))?.status()).toBe(404);
  await expect(page.getByText('Page not found', { exact: false })).toBeVisible();
});

test('[2.21] a page of an account that is opened signed out offers to sign in, which leads back to it', async ({
  page,
  server,
}) => {
  const mira = await makeAccount(server);
  for (const path of ['/memories', '/prompts', '/project/garden', '/admin', '/account/billing#plan']) {
    await page.goto('about:blank');
    expect([path, (await page.goto(`${server.origins.chat}${path}`))?.status()]).toEqual([path, 404]);
    await expect(page.getByText('This page belongs to an account', { exact: false })).toBeVisible();
    await expect(page).toHaveTitle('AI Pathway Error · Noek');
  }
  await page.getByRole('link', { name: 'Sign In' }).click();
  await submitSignIn(page, mira);
  await expect(page).toHaveURL(`${server.origins.chat}/account/billing#plan`);
  await expect(page.getByRole('heading', { name: 'Current Plan' })).toBeFocused();
  await page.goto(`${server.origins.chat}/nothing`);
  await expect(page.getByText('Page not found', { exact: false })).toBeVisible();
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

test('the list of pages leads to each, by keyboard too, and on a phone it is a row that shows the current one', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, server);
  await page.setViewportSize({ width: 1280, height: 700 });
  await page.goto(`${server.url}/account`);
  await expect(pages(page).getByRole('link')).toHaveText([
    'General',
    'Plan',
    'Privacy and memory',
    'Security',
    'Data',
    'Developers',
  ]);
  for (const [name, path] of [
    ['Security', '/account/security'],
    ['Developers', '/account/developers'],
    ['Plan', '/account/billing'],
  ] as const) {
    await pages(page).getByRole('link', { name }).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${server.url}${path}`);
    await expect(page.getByRole('heading', { level: 1, name })).toBeInViewport({ ratio: 1 });
    await expect(pages(page).locator('[aria-current="page"]')).toHaveText(name);
  }
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Developers' })).toBeFocused();
  // The list stays beside a long page.
  await page.mouse.move(900, 400);
  await page.mouse.wheel(0, 20_000);
  await expect(pages(page)).toBeInViewport({ ratio: 1 });

  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 700 });
    await page.reload();
    await expect(pages(page).getByRole('link', { name: 'Developers' })).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
});

test('[1.19] [9.29] what a device keeps: the theme of the system, the size of the text and the key that sends, in every tab', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, server);
  const chatTab = await context.newPage();
  await openChatSignedIn(chatTab, server);
  await page.goto(`${server.url}/account`);
  const html = page.locator('html');
  const choose = (group: string, name: string) =>
    page.getByRole('group', { name: group }).getByRole('radio', { name, exact: true }).check();

  await choose('Theme', 'System');
  for (const tab of [page, chatTab]) await tab.emulateMedia({ colorScheme: 'dark' });
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await expect(chatTab.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(html).toHaveAttribute('data-theme', 'light');
  await expect(page.getByRole('button', { name: 'Switch to dark theme' })).toBeVisible();

  const titleSize = () => page.getByRole('heading', { level: 1 }).evaluate((it) => getComputedStyle(it).fontSize);
  const before = Number.parseFloat(await titleSize());
  await choose('Text size', 'Larger');
  expect(Number.parseFloat(await titleSize())).toBeCloseTo(before * 1.25);
  await expect(chatTab.locator('html')).toHaveCSS('font-size', '20px');

  await choose('To send a message, press', 'Ctrl + Enter');
  await chatTab.bringToFront();
  await chat.input(chatTab).fill('Hello');
  await chat.input(chatTab).press('Enter');
  await expect(chat.input(chatTab)).toHaveValue('Hello\n');
  await chat.input(chatTab).press('Control+Enter');
  await answerDone(chatTab);

  // They are the device's: signing out changes none.
  await context.clearCookies();
  for (const width of [320, 768, 1280]) {
    await chatTab.setViewportSize({ width, height: 700 });
    await chatTab.goto(server.url);
    await expect(chat.welcome(chatTab)).toBeVisible();
    await expect(chatTab.locator('html')).toHaveCSS('font-size', '20px');
    await expect(chatTab.locator('html')).toHaveAttribute('data-theme', 'dark');
    expect(await chatTab.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
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
  await otherTab.goto(`${server.url}/account/privacy`);
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
  await page.goto(`${server.url}/account/data`);
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
