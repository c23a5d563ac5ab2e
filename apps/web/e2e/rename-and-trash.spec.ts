import { expect } from '@playwright/test';
import { addConversations, signIn } from './support/accounts.ts';
import { answerDone, chat, chooseInHeader, openChat, openChatSignedIn, say } from './support/chat.ts';
import { seedConversations } from './support/seed-conversations.ts';
import { choose, chooseInList, tab, titleField } from './support/sidebar.ts';
import { test } from './support/test.ts';

test('a row is renamed in place: from its menu, with F2 and with a double click; Escape cancels', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, server);
  const [, tea] = await addConversations(context, server, ['About coffee', 'About tea']);
  await openChatSignedIn(page, server);
  await choose(page, 'About tea', 'Rename');
  await expect(titleField(page)).toBeFocused();
  await expect(titleField(page)).toHaveValue('About tea');
  await page.keyboard.type('Green tea');
  await page.keyboard.press('Enter');
  await expect(chat.rows(page)).toHaveText([/^Green tea/, /^About coffee/]);
  await expect(chat.row(page, 'Green tea').getByRole('link')).toBeFocused();

  await page.keyboard.press('F2');
  await page.keyboard.type('Nothing of this stays');
  await page.keyboard.press('Escape');
  await expect(chat.rows(page)).toHaveText([/^Green tea/, /^About coffee/]);
  await expect(chat.row(page, 'Green tea').getByRole('link')).toBeFocused();

  await chat.row(page, 'Green tea').getByRole('link').dblclick();
  await expect(titleField(page)).toBeFocused();
  await page.keyboard.type('Black tea');
  await chat.input(page).click();
  await expect(chat.row(page, 'Black tea')).toBeVisible();
  await expect(page).toHaveURL(`${server.url}/chat/${tea}`);
  await expect(page).toHaveTitle('Black tea · Noek');
  await page.reload();
  await expect(chat.rows(page)).toHaveText([/^Black tea/, /^About coffee/]);
});

test('a title that cannot be saved stays in its field, with the reason', async ({ page, context, server }) => {
  await signIn(context, server);
  await addConversations(context, server, ['About tea']);
  await openChatSignedIn(page, server);
  await choose(page, 'About tea', 'Rename');
  await titleField(page).fill('  ');
  await page.keyboard.press('Enter');
  await expect(chat.sidebar(page).getByRole('alert')).toHaveText('Enter a title.');
  await titleField(page).fill('x'.repeat(201));
  await page.keyboard.press('Enter');
  await expect(chat.sidebar(page).getByRole('alert')).toHaveText('A title can have up to 200 characters.');
  await page.route('**/api/trpc/**chat.update**', (route) => route.abort());
  await titleField(page).fill('Green tea');
  await page.keyboard.press('Enter');
  await expect(chat.sidebar(page).getByRole('alert')).toContainText('Failed to rename conversation.');
  await expect(titleField(page)).toHaveValue('Green tea');
  await page.unroute('**/api/trpc/**chat.update**');
  await titleField(page).press('Enter');
  await expect(chat.row(page, 'Green tea')).toBeVisible();
});

test('the title in the header is changed from its menu; on a phone from the other one, too', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, server);
  const [tea] = await addConversations(context, server, ['About tea']);
  await page.goto(`${server.url}/chat/${tea}`);
  const header = page.getByRole('banner');
  await chooseInHeader(page, 'Rename');
  await expect(titleField(page)).toBeFocused();
  await page.keyboard.type('Green tea');
  await page.keyboard.press('Enter');
  await expect(header.getByRole('button', { name: 'Menu of Green tea' })).toBeFocused();
  await expect(chat.row(page, 'Green tea')).toBeVisible();
  await expect(page).toHaveTitle('Green tea · Noek');

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rename conversation' });
  await dialog.getByLabel('Title').fill('');
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await expect(dialog).toContainText('Enter a title.');
  await dialog.getByLabel('Title').fill('White tea');
  await dialog.getByLabel('Title').press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page).toHaveTitle('White tea · Noek');
});

test('Undo or the trash restores a deleted conversation to its place', async ({ page, context, server }) => {
  await signIn(context, server);
  const [, tea] = await addConversations(context, server, ['About coffee', 'About tea']);
  await page.goto(`${server.url}/chat/${tea}`);
  const confirm = page.getByRole('alertdialog');
  await choose(page, 'About tea', 'Delete');
  await confirm.getByRole('button', { name: 'Delete' }).click();
  await expect(chat.rows(page)).toHaveText([/^About coffee/]);
  await expect(page).toHaveURL(`${server.url}/`);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(chat.toast(page, 'Conversation restored successfully')).toBeVisible();
  await expect(chat.rows(page)).toHaveText([/^About tea/, /^About coffee/]);
  await expect(page).toHaveURL(`${server.url}/chat/${tea}`);

  for (const title of ['About tea', 'About coffee']) {
    await choose(page, title, 'Delete');
    await confirm.getByRole('button', { name: 'Delete' }).click();
    await expect(chat.row(page, title)).toHaveCount(0);
  }
  await tab(page, 'Archived').click();
  await chat.sidebar(page).getByRole('button', { name: 'Trash' }).click();
  const trash = page.getByRole('dialog', { name: 'Trash' });
  await expect(trash.getByRole('listitem')).toHaveText([/^About coffeeDeleted \w{3} \d+ · 30 days left/, /^About tea/]);
  await trash.getByRole('button', { name: 'Restore “About tea”' }).click();
  await expect(trash.getByRole('listitem')).toHaveCount(1);
  await trash.getByRole('button', { name: 'Delete “About coffee” permanently' }).click();
  await expect(confirm).toContainText(
    'Are you sure you want to delete this conversation? This action cannot be undone.',
  );
  await expect(confirm).toContainText(
    '“About coffee” and all its messages will be deleted now, and cannot be restored.',
  );
  await confirm.getByRole('button', { name: 'Delete permanently' }).click();
  await expect(trash.getByText('The trash is empty')).toBeVisible();
  await trash.getByRole('button', { name: 'Close' }).click();
  await expect(trash).toBeHidden();
  await tab(page, 'Chats').click();
  await expect(chat.rows(page)).toHaveText([/^About tea/]);
  await page.reload();
  await expect(chat.rows(page)).toHaveText([/^About tea/]);
});

test('[5.23] the menu of the title deletes the conversation, as its row does, with Undo; on a phone the other menu, too', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, server);
  const [tea] = await addConversations(context, server, ['About tea']);
  const address = `${server.url}/chat/${tea}`;
  const confirm = page.getByRole('alertdialog', { name: 'Delete conversation' });
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(address);
    await chooseInHeader(page, 'Delete');
    await expect(confirm).toContainText(
      'Are you sure you want to delete this conversation? This action cannot be undone.',
    );
    await expect(confirm).toContainText('It takes effect after 30 days in the trash.');
    await confirm.getByRole('button', { name: 'Cancel' }).click();
    await expect(page).toHaveURL(address);
    await chooseInHeader(page, 'Delete');
    await confirm.getByRole('button', { name: 'Delete' }).click();
    await expect(page).toHaveURL(`${server.url}/`);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page).toHaveURL(address);
  }
});

test('Undo restores a cleared conversation, for guests, too', async ({ page, server }) => {
  await openChat(page, server);
  await say(page, 'What is 6 times 7?');
  await answerDone(page);
  const address = page.url();
  await chooseInHeader(page, 'Clear conversation');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Clear' }).click();
  await expect(chat.welcome(page)).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page).toHaveURL(address);
  await expect(chat.answers(page)).toHaveCount(1);
});

test('the whole trash is restored together, including unloaded rows, each to its own list', async ({
  page,
  context,
  server,
}) => {
  const account = await signIn(context, server);
  const ids = await seedConversations(server, account, 260);
  const list = await context.request.get(`${server.url}/api/conversations?limit=200`);
  const [first] = (await list.json()) as { id: number }[];
  await context.request.post(`${server.url}/api/conversations/${first?.id}/archive`);
  await openChatSignedIn(page, server);
  const side = chat.sidebar(page);
  await chooseInList(page, 'Select');
  await side.getByRole('checkbox', { name: 'Select all' }).click();
  await side.getByRole('button', { name: 'Archive', exact: true }).click();
  await expect(chat.toast(page, '259 conversations archived successfully')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(chat.toast(page, '259 conversations unarchived successfully')).toBeVisible();
  for (const conversationIds of [ids.slice(0, 200), ids.slice(200)])
    await context.request.post(`${server.url}/api/trpc/chat.changeConversations`, {
      data: { action: 'delete', conversationIds },
    });
  await expect(side.getByText('No conversations yet')).toBeVisible();
  await tab(page, 'Archived').click();
  await side.getByRole('button', { name: 'Trash' }).click();
  const trash = page.getByRole('dialog', { name: 'Trash' });
  await trash.getByRole('button', { name: 'Restore all' }).click();
  await expect(page.getByText('260 conversations restored successfully', { exact: true })).toBeVisible();
  await expect(trash.getByText('The trash is empty')).toBeVisible();
  await trash.getByRole('button', { name: 'Close' }).click();
  await expect(chat.rows(page)).toHaveText([/^Chat 1[A-Z]/]);
  await tab(page, 'Chats').click();
  await expect(chat.rows(page).first()).toHaveText(/^Chat 2[A-Z]/);
  await chooseInList(page, 'Select');
  await side.getByRole('checkbox', { name: /^Select all/ }).click();
  await expect(side.getByText('259 selected')).toBeVisible();
});
