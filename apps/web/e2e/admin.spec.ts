import { expect, type Page } from '@playwright/test';
import { makeAccount, signIn, startWithAdministrator } from './support/accounts.ts';
import { auth } from './support/auth.ts';
import { chat, openChatSignedIn } from './support/chat.ts';
import { personAt, seedPeople } from './support/people.ts';
import { test } from './support/test.ts';

// A test cannot intercept requests that a service worker answers.

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const field = (page: Page, name: string) => page.getByRole('dialog').getByLabel(name);

test('[2.49] [2.98] [2.99] [2.100] [2.101] [2.102] [2.103] [2.104] [5.30] [9.17] the list: search, selection, pages, and polls that are answered with a 304', async ({
  page,
  context,
  startServer,
}) => {
  const { server, boss } = await startWithAdministrator(startServer);
  await seedPeople(server, 64);
  await signIn(context, server, boss);
  await openChatSignedIn(page, server);
  await page.getByRole('link', { name: 'Admin' }).click();
  await expect(page.getByRole('heading', { name: 'People', level: 1 })).toBeVisible();
  await expect(page.getByText('65 users')).toBeVisible();
  for (const name of ['Select', 'Name', 'Email', 'Access Level', 'Actions'])
    await expect(page.getByRole('columnheader', { name, exact: true })).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(31);
  await expect(page.getByText('Page 1 of 3')).toBeVisible();

  await page.getByLabel('Select all').check();
  await expect(page.getByText('30 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('Page 2 of 3')).toBeVisible();
  await expect(row(page, personAt(33).name).first()).toBeVisible();
  await expect(page.getByLabel('Select all')).not.toBeChecked();
  await page.getByRole('checkbox', { name: `Select ${personAt(33).name}`, exact: true }).check();
  await expect(page.getByText('31 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled();

  await page.getByPlaceholder('Search by name, email, or access level...').fill('PERSON41@');
  await expect(page.getByText('1 of 65 users')).toBeVisible();
  await expect(page.getByText('Page 1 of 1')).toBeVisible();
  await expect(row(page, personAt(41).email)).toBeVisible();
  await page.getByRole('searchbox').fill('ADMIN');
  await expect(row(page, boss.email)).toContainText('Admin');
  await page.getByRole('searchbox').fill('glacier');
  await page.getByRole('button', { name: 'Show all users' }).click();
  await expect(page.getByText('Page 1 of 3')).toBeVisible();

  const polled = await page.waitForResponse(
    (answer) => answer.url().includes('/api/admin/users') && answer.status() === 304,
  );
  expect(polled.request().headers()['if-none-match']).toBeTruthy();
  await page.getByRole('tab', { name: 'Message Logs' }).click();
  await expect(page.getByRole('button', { name: /^View messages of/ })).toHaveCount(30);
  await page.getByRole('tab', { name: 'Email Dashboard' }).click();
  await expect(page.getByText('31 selected')).toBeVisible();
});

test('[1.05] [4.54] [4.55] [4.56] [2.106] [2.107] [2.108] [2.110] [2.111] [2.112] [8.42] [8.44] editing, reading messages for a reason, and the audit log', async ({
  page,
  context,
  startServer,
}) => {
  const { server, boss } = await startWithAdministrator(startServer);
  await seedPeople(server, 3);
  await signIn(context, server, boss);
  await page.goto(`${server.url}/admin`);
  const { name, email } = personAt(2);

  await page.getByRole('button', { name: `Edit ${name}` }).click();
  await expect(field(page, 'Name')).toHaveValue(name);
  await expect(field(page, 'Email')).toHaveValue(email);
  await expect(field(page, 'Access Level')).toHaveValue('basic');
  await expect(field(page, 'New Password (optional)')).toHaveValue('');
  await field(page, 'Email').fill(personAt(0).email);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(chat.toast(page, 'Failed to update user')).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('This email address is already in use.');
  await field(page, 'Email').fill(email);
  await field(page, 'Name').fill('Aiko T.');
  await field(page, 'Access Level').selectOption('SuperNoek');
  await page.getByText('Add a reason').click();
  await field(page, 'Reason (optional)').fill('A gift');
  const sent = page.waitForRequest(/admin\.changeUser/);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  expect((await sent).postData()).not.toContain('newPassword');
  await expect(chat.toast(page, 'User Updated')).toBeVisible();
  await expect(chat.toast(page, 'User has been updated successfully')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(row(page, email)).toContainText('Aiko T.');
  await expect(row(page, email)).toContainText('SuperNoek');

  await page.getByRole('tab', { name: 'Message Logs' }).click();
  await page.getByRole('button', { name: 'View messages of Aiko T.' }).click();
  const messages = page.getByRole('dialog', { name: `Messages for Aiko T. (${email})` });
  await expect(messages.getByRole('button', { name: 'Open messages' })).toBeDisabled();
  await messages.getByLabel('Reason').fill('A report of abuse');
  await messages.getByLabel('Reason').press('Enter');
  await expect(messages.getByRole('listitem')).toHaveCount(4);
  await expect(messages.getByRole('listitem').first()).toContainText(/^User.*2026.*What is a good first dish/);
  await expect(messages.getByRole('listitem').nth(1)).toContainText('AI Assistant');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: `View messages of ${personAt(0).name}` }).click();
  await page.getByLabel('Reason').fill('A question');
  await page.getByRole('button', { name: 'Open messages' }).click();
  await expect(page.getByText('No messages found for this user')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'Audit log' }).click();
  const entries = page.getByRole('main').getByRole('listitem');
  await expect(entries).toHaveCount(4);
  await expect(entries.nth(2)).toContainText(`Ida Lindqvist · Changed a user · Aiko T. (${email})`);
  await expect(entries.nth(2)).toContainText('Access Level: basic supernoek');
  await expect(entries.nth(2)).toContainText('Reason: A gift');
  await page.getByLabel('Person').fill(email);
  await expect(entries).toHaveCount(2);
  await page.getByLabel('Action').selectOption('Read messages');
  await expect(entries).toHaveCount(1);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('noek-audit.csv');
  let csv = '';
  for await (const part of await file.createReadStream()) csv += part;
  expect(csv.trim().split('\r\n')).toHaveLength(2);
  expect(csv).toContain('A report of abuse');
});

test('a suspended person is signed out and told why; on a phone the list has cards', async ({
  page,
  context,
  startServer,
  anotherBrowser,
}) => {
  const { server, boss } = await startWithAdministrator(startServer);
  const mira = await makeAccount(server);
  const hers = await anotherBrowser();
  await signIn(hers, server, mira);
  const herPage = await hers.newPage();
  await openChatSignedIn(herPage, server);
  await signIn(context, server, boss);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${server.url}/admin`);
  const card = page.getByRole('listitem').filter({ hasText: mira.email });
  await expect(page.getByRole('table')).toHaveCount(0);
  await card.getByRole('button', { name: 'More actions for Mira Novak' }).click();
  await page.getByRole('menuitem', { name: 'Suspend account' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Suspend account' })).toBeDisabled();
  await page.getByLabel('Reason').fill('Spam');
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend account' }).click();
  await expect(card.getByText('Suspended')).toBeVisible();
  await expect(chat.sidebar(herPage)).toHaveCount(0);

  await herPage.goto(`${server.origins.auth}/login`);
  await auth.email(herPage).fill(mira.email);
  await auth.password(herPage).fill(mira.password);
  await auth.password(herPage).press('Enter');
  await expect(herPage.getByText(/This account is suspended\. Write to/)).toBeVisible();

  await card.getByRole('button', { name: 'More actions for Mira Novak' }).click();
  await page.getByRole('menuitem', { name: 'Lift suspension' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Lift suspension' }).click();
  await expect(card.getByText('Suspended')).toHaveCount(0);
  await auth.password(herPage).fill(mira.password);
  await auth.password(herPage).press('Enter');
  await herPage.waitForURL((url) => url.origin !== server.origins.auth);
});

test('[2.09] [2.16] [8.40] people without the level see who the page is for, and no data, at once after a demotion; guests get a 404', async ({
  page,
  context,
  startServer,
  anotherBrowser,
}) => {
  const { server, boss } = await startWithAdministrator(startServer);
  const mira = await makeAccount(server);
  expect((await page.goto(`${server.url}/admin`))?.status()).toBe(404);
  await signIn(context, server, mira);
  for (const path of ['/admin', '/admin/audit']) {
    expect((await page.goto(`${server.url}${path}`))?.status()).toBe(200);
    await expect(page.getByRole('heading', { name: 'For administrators only' })).toBeVisible();
    await expect(page.getByText('Failed to fetch users: 403')).toBeVisible();
    await expect(page.getByText(boss.email)).toHaveCount(0);
  }
  await openChatSignedIn(page, server);
  await expect(page.getByRole('link', { name: 'Admin' })).toHaveCount(0);

  const others = await anotherBrowser();
  await signIn(others, server, boss);
  const users = `${server.url}/api/admin/users`;
  const list = (await (await others.request.get(users)).json()) as { id: string; email: string }[];
  const id = list.find(({ email }) => email === mira.email)?.id ?? '';
  const level = (accessLevel: string) => others.request.patch(`${users}/${id}`, { data: { accessLevel } });
  expect((await level('admin')).status()).toBe(200);
  await page.getByRole('link', { name: 'Admin' }).click();
  await expect(page.getByText('2 users')).toBeVisible();
  await page.getByRole('button', { name: `Edit ${boss.name}` }).click();
  expect((await level('basic')).status()).toBe(200);
  await expect(page.getByText('Failed to fetch users: 403')).toBeVisible();
  await expect(page.getByText(boss.email)).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('[2.99] one menu leads through all pages; on a phone it is one row, which scrolls to the current entry', async ({
  page,
  context,
  startServer,
}) => {
  const { server, boss } = await startWithAdministrator(startServer);
  await signIn(context, server, boss);
  await page.goto(`${server.url}/admin`);
  const menu = page.getByRole('navigation', { name: 'Admin pages' });
  const main = page.getByRole('main');
  const heading = (name: string) => page.getByRole('heading', { name, level: 1 });
  await expect(menu.getByRole('tab', { name: 'User Management' })).toHaveAttribute('aria-selected', 'true');
  const [beside, content] = [await menu.boundingBox(), await main.boundingBox()];
  expect((beside?.x ?? 0) + (beside?.width ?? 0)).toBeLessThanOrEqual(content?.x ?? 0);
  await menu.getByRole('tab', { name: 'User Management' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(heading('Mail')).toBeVisible();

  await page.setViewportSize({ width: 320, height: 640 });
  expect((await menu.boundingBox())?.height).toBeLessThan(64);
  for (const entry of [...(await menu.getByRole('tab').all()), ...(await menu.getByRole('link').all())]) {
    await entry.scrollIntoViewIfNeeded();
    await expect(entry).toBeInViewport({ ratio: 1 });
    expect((await entry.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await menu.getByRole('tab', { name: 'Message Logs' }).click();
  await expect(heading('Messages')).toBeVisible();
  for (const name of ['Reports', 'Account security', 'Audit log']) {
    await menu.getByRole('link', { name }).focus();
    await expect(menu.getByRole('link', { name })).toBeInViewport({ ratio: 1 });
  }
  await page.reload();
  await expect(menu.getByRole('tab', { name: 'Message Logs' })).toHaveAttribute('aria-selected', 'true');
  await menu.getByRole('link', { name: 'Figures' }).click();
  await expect(heading('Figures')).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Figures' })).toBeInViewport({ ratio: 1 });
  await expect(menu.getByRole('link', { name: 'Figures' })).toHaveAttribute('aria-current', 'page');
  await menu.getByRole('link', { name: 'Email Dashboard' }).click();
  await expect(page.getByRole('button', { name: 'Send Email' })).toBeVisible();
  await expect(heading('Mail')).toBeVisible();
  await menu.getByRole('tab', { name: 'User Management' }).click();
  await expect(heading('People')).toBeVisible();
});
