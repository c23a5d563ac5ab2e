import { expect } from '@playwright/test';
import { addConversations, signIn } from './support/accounts.ts';
import { answerDone, chat, openChat, openChatSignedIn, say } from './support/chat.ts';
import { seedConversations } from './support/seed-conversations.ts';
import { action, choose, listActions, tab, titleField } from './support/sidebar.ts';
import { test } from './support/test.ts';

test('[2.69] [6.01] guests have no sidebar, no account chip and no sign-out', async ({ page, server }) => {
  await openChat(page, server);
  await expect(chat.sidebar(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Account|Sign out|sidebar/i })).toHaveCount(0);
});

test('[2.77] [2.81] [2.71] [2.72] [2.78] empty lists', async ({ page, context, server }) => {
  await signIn(context, server);
  await openChatSignedIn(page, server);
  await expect(chat.sidebar(page).getByText('No conversations yet')).toBeVisible();
  await expect(chat.sidebar(page).getByText('Start a new chat to begin!')).toBeVisible();
  await tab(page, 'Archived').click();
  await expect(chat.sidebar(page).getByText('No archived conversations')).toBeVisible();
  await expect(chat.sidebar(page).getByText('Archived chats will appear here')).toBeVisible();
});

test('[2.83] three placeholder rows while the list loads', async ({ page, context, server }) => {
  await signIn(context, server);
  const go = Promise.withResolvers<void>();
  await page.route('**/api/trpc/**chat.conversations**', async (route) => {
    await go.promise;
    await route.continue();
  });
  await page.goto(server.url);
  await expect(page.getByTestId('placeholder-row')).toHaveCount(3);
  go.resolve();
  await expect(chat.sidebar(page).getByText('No conversations yet')).toBeVisible();
  await expect(page.getByTestId('placeholder-row')).toHaveCount(0);
});

test('[2.73] [2.74] [2.39] [2.14] [2.15] rows show title and date, newest first; the open one is marked', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, server);
  const [, tea] = await addConversations(context, server, ['About coffee', 'About tea']);
  await openChatSignedIn(page, server);
  await expect(chat.rows(page)).toHaveText([/^About tea/, /^About coffee/]);
  await expect(chat.row(page, 'About tea')).toContainText(/[A-Z][a-z]{2} \d{1,2}/);
  await chat.row(page, 'About tea').getByRole('link').click();
  await expect(page).toHaveURL(`${server.url}/chat/${tea}`);
  await expect(chat.row(page, 'About tea').getByRole('link')).toHaveAttribute('aria-current', 'page');
  await expect(chat.row(page, 'About coffee').getByRole('link')).not.toHaveAttribute('aria-current');
  await expect(page).toHaveTitle('About tea · Noek');
  await page.goBack();
  await expect(page).toHaveURL(`${server.url}/`);
});

test('[4.04] [4.05] a new chat is created once, gets its title from its first message and moves to the top', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, server);
  const [tea] = await addConversations(context, server, ['About tea']);
  await context.request.post(`${server.url}/api/conversations/${tea}/messages`, { data: { content: 'Which tea?' } });
  await openChatSignedIn(page, server);
  const newChat = chat.sidebar(page).getByRole('button', { name: 'New chat', exact: true });
  await newChat.click();
  await expect(page).toHaveURL(/\/chat\/\d+$/);
  await newChat.click();
  // It gets its row with its first message.
  await expect(chat.rows(page)).toHaveText([/^About tea/]);
  await say(page, 'What is 6 times 7?');
  await answerDone(page);
  await expect(chat.rows(page)).toHaveText([/^What is 6 times 7/, /^About tea/]);
  // Without an open chat, the first message creates one.
  await page.goto(server.url);
  await say(page, 'Hello there');
  await answerDone(page);
  await expect(chat.rows(page)).toHaveText([/.+/, /^What is 6 times 7/, /^About tea/]);
});

test('[2.75] [2.79] [4.02] [8.23] [8.24] [8.25] [5.23] archive, restore and delete', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, server);
  await addConversations(context, server, ['About coffee', 'About tea']);
  await openChatSignedIn(page, server);
  await chat.row(page, 'About tea').hover();
  await action(page, 'Archive', 'About tea').click();
  await expect(chat.toast(page, 'Conversation archived successfully')).toBeVisible();
  await expect(chat.rows(page)).toHaveText([/^About coffee/]);

  await tab(page, 'Archived').click();
  await chat.row(page, 'About tea').hover();
  await action(page, 'Unarchive', 'About tea').click();
  await expect(chat.toast(page, 'Conversation restored successfully')).toBeVisible();
  await expect(chat.sidebar(page).getByText('No archived conversations')).toBeVisible();
  await tab(page, 'Chats').click();
  await expect(chat.rows(page)).toHaveCount(2);

  await chat.row(page, 'About coffee').hover();
  await action(page, 'Archive', 'About coffee').click();
  await tab(page, 'Archived').click();
  await chat.row(page, 'About coffee').hover();
  await action(page, 'Delete', 'About coffee').click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText(
    'Are you sure you want to delete this conversation? This action cannot be undone.',
  );
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(chat.rows(page)).toHaveText([/^About coffee/]);
  await chat.row(page, 'About coffee').hover();
  await action(page, 'Delete', 'About coffee').click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(chat.toast(page, 'Conversation deleted successfully')).toBeVisible();
  await page.reload();
  await expect(chat.rows(page)).toHaveText([/^About tea/]);
});

test('[8.27] a refused archive restores the row and reports it', async ({ page, context, server }) => {
  await signIn(context, server);
  await addConversations(context, server, ['About tea']);
  await openChatSignedIn(page, server);
  await page.route('**/api/trpc/**chat.archive**', (route) => route.abort());
  await chat.row(page, 'About tea').hover();
  await action(page, 'Archive', 'About tea').click();
  await expect(chat.toast(page, 'Failed to archive conversation')).toBeVisible();
  await expect(chat.row(page, 'About tea')).toBeVisible();
});

test('[2.70] it collapses to a narrow bar, and stays collapsed after a reload', async ({ page, context, server }) => {
  await signIn(context, server);
  await addConversations(context, server, ['About tea']);
  await openChatSignedIn(page, server);
  const width = async () => Math.round((await chat.sidebar(page).boundingBox())?.width ?? 0);
  await expect(chat.sidebar(page).getByRole('heading', { name: 'Chat' })).toBeVisible();
  expect(await width()).toBe(272);
  await chat.sidebar(page).getByRole('button', { name: 'Collapse sidebar' }).click();
  expect(await width()).toBe(56);
  await expect(chat.rows(page)).toHaveCount(0);
  for (const name of ['Expand sidebar', 'New chat'])
    await expect(chat.sidebar(page).getByRole('button', { name, exact: true })).toBeVisible();
  await expect(chat.sidebar(page).getByRole('tab')).toHaveCount(0);
  await page.reload();
  await expect(chat.sidebar(page).getByRole('button', { name: 'Expand sidebar' })).toBeVisible();
  expect(await width()).toBe(56);
  await chat.sidebar(page).getByRole('button', { name: 'Expand sidebar' }).click();
  await expect(chat.row(page, 'About tea')).toBeVisible();
});

test('[2.51] [9.27] below 768 px it is a drawer that closes when a conversation is picked', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, server);
  const [tea] = await addConversations(context, server, ['About tea']);
  await page.setViewportSize({ width: 767, height: 800 });
  await page.goto(server.url);
  await expect(chat.welcome(page)).toBeVisible();
  const menu = page.getByRole('button', { name: 'Open sidebar' });
  const drawer = page.getByRole('dialog', { name: 'Conversations' });
  await expect(drawer).toHaveCount(0);
  await menu.click();
  await expect(drawer).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await menu.click();
  await drawer.getByRole('link', { name: /^About tea/ }).click();
  await expect(drawer).toBeHidden();
  await expect(page).toHaveURL(`${server.url}/chat/${tea}`);

  await menu.click();
  await expect(drawer).toBeVisible();
  await page.setViewportSize({ width: 768, height: 800 });
  await expect(drawer).toBeHidden();
  await expect(chat.sidebar(page)).toBeVisible();
  await expect(menu).toHaveCount(0);
  await page.setViewportSize({ width: 767, height: 800 });
  await expect(menu).toBeVisible();
  await expect(drawer).toHaveCount(0);
});

test("another person's conversations are not shown", async ({ page, context, anotherBrowser, server }) => {
  await signIn(context, server);
  const [mine] = await addConversations(context, server, ['My secret']);
  const theirs = await anotherBrowser();
  await signIn(theirs, server);
  const stranger = await theirs.newPage();
  await stranger.goto(`${server.url}/chat/${mine}`);
  await expect(stranger.getByRole('heading', { name: 'Conversation not found' })).toBeVisible();
  await expect(stranger.getByText('My secret')).toHaveCount(0);
  await page.goto(`${server.url}/chat/${mine}`);
  await expect(page).toHaveTitle('My secret · Noek');
});

test('5,000 conversations: few are in the DOM, scrolling loads all of them, the keyboard reaches each', async ({
  page,
  context,
  server,
}) => {
  test.setTimeout(240_000);
  const account = await signIn(context, server);
  const ids = await seedConversations(server, account, 5_000);
  await openChatSignedIn(page, server);
  const side = chat.sidebar(page);
  const list = side.getByRole('list', { name: 'Chats' });
  await expect(chat.rows(page).first()).toHaveText(/^Chat 1[A-Z]/);
  const nodes = () => side.evaluate((element) => element.querySelectorAll('*').length);
  const before = await nodes();
  expect(before).toBeLessThan(1_500);

  const scrollToEnd = () => list.evaluate((element) => element.parentElement?.scrollTo(0, 1e9));
  await expect(async () => {
    await scrollToEnd();
    await expect(chat.row(page, 'Chat 5000')).toBeVisible({ timeout: 100 });
  }).toPass({ timeout: 200_000, intervals: [50] });
  await expect(side.getByText('5,000 conversations')).toBeVisible();
  expect(await nodes()).toBeLessThan(1_500);
  await expect(chat.row(page, 'Chat 5000')).toHaveAttribute('aria-setsize', '5000');

  await chat.row(page, 'Chat 5000').getByRole('link').focus();
  // Faster than any frame: a row that was rendered but not measured yet must take the focus, too.
  await page.evaluate(async () => {
    for (let step = 0; step < 40; step++) {
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true, cancelable: true }),
      );
      await Promise.resolve();
      await Promise.resolve();
    }
  });
  await expect(chat.row(page, 'Chat 4960').getByRole('link')).toBeFocused();
  await expect(chat.row(page, 'Chat 4960')).toBeInViewport();
  await page.keyboard.press('Home');
  await expect(chat.rows(page).first().getByRole('link')).toBeFocused();
  await page.keyboard.press('End');
  await expect(chat.row(page, 'Chat 5000').getByRole('link')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${server.url}/chat/${ids.at(-1)}`);
});

test("with the keyboard: one tab stop for the list, arrows between rows, Tab to a row's actions", async ({
  page,
  context,
  server,
}) => {
  await signIn(context, server);
  await addConversations(context, server, ['One', 'Two', 'Three']);
  await openChatSignedIn(page, server);
  await listActions(page).focus();
  await page.keyboard.press('Tab');
  await expect(chat.row(page, 'Three').getByRole('link')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(chat.row(page, 'One').getByRole('link')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(action(page, 'Share', 'One')).toBeFocused();
  await expect(action(page, 'Share', 'One')).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Share' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(chat.row(page, 'One').getByRole('button', { name: 'Actions for “One”' })).toBeFocused();
  // The list is re-entered at the row where it was left.
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(chat.row(page, 'One').getByRole('link')).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(chat.row(page, 'One').getByRole('link')).toBeFocused();
});

test('with the keyboard: the focus moves to the row that replaces a removed one', async ({ page, context, server }) => {
  await signIn(context, server);
  await addConversations(context, server, ['One', 'Two', 'Three', 'Four']);
  await openChatSignedIn(page, server);
  const side = chat.sidebar(page);
  const link = (title: string) => chat.row(page, title).getByRole('link');
  await listActions(page).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(side.getByRole('checkbox', { name: 'Select all 4' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(listActions(page)).toBeFocused();

  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(action(page, 'Archive', 'Three')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(link('Two')).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(link('Two')).toBeFocused();
  await page.keyboard.press('Delete');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(link('One')).toBeFocused();
  await page.keyboard.press('Delete');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(link('Four')).toBeFocused();
  await page.keyboard.press('Delete');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(side.getByText('No conversations yet')).toBeVisible();
  await expect(tab(page, 'Chats')).toBeFocused();
});

test('in the drawer on a phone: the menu of a row, renaming, Escape in the field, the focus stays inside', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, server);
  await addConversations(context, server, ['About coffee', 'About tea']);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(server.url);
  await page.getByRole('button', { name: 'Open sidebar' }).click();
  const drawer = page.getByRole('dialog', { name: 'Conversations' });
  await drawer.getByRole('button', { name: 'Actions for “About tea”' }).click();
  await expect(page.getByRole('menuitem')).toHaveText([
    'Share',
    'Rename',
    'Pin',
    'Move to project',
    'Export',
    'Archive',
    'Delete',
  ]);
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await titleField(page).fill('Green tea');
  await titleField(page).press('Escape');
  await expect(drawer).toBeVisible();
  await expect(titleField(page)).toHaveCount(0);
  await expect(drawer.getByRole('link', { name: /^About tea/ })).toBeFocused();
  for (let step = 0; step < 25; step++) {
    await page.keyboard.press('Tab');
    expect(await drawer.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  }
  await drawer.getByRole('button', { name: 'Actions for “About tea”' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  // The toast is in the drawer, too, and its Undo is there for five seconds only.
  const rows = drawer.getByRole('listitem').filter({ has: page.getByRole('link') });
  await expect(rows).toHaveText([/^About coffee/]);
  // Content outside an open drawer is hidden from assistive technology, but the toast must be announced.
  await page.getByText('Undo', { exact: true }).click();
  await expect(rows).toHaveText([/^About tea/, /^About coffee/]);
});

test('another open tab shows a new title, an archived and a deleted conversation without a reload', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, server);
  await addConversations(context, server, ['One', 'Two', 'Three']);
  await openChatSignedIn(page, server);
  const other = await context.newPage();
  await openChatSignedIn(other, server);
  await expect(chat.rows(other)).toHaveText([/^Three/, /^Two/, /^One/]);
  await page.bringToFront();
  await choose(page, 'Two', 'Rename');
  await titleField(page).fill('Second');
  await titleField(page).press('Enter');
  await expect(chat.rows(other)).toHaveText([/^Three/, /^Second/, /^One/]);
  await chat.row(page, 'Three').hover();
  await action(page, 'Archive', 'Three').click();
  await expect(chat.rows(other)).toHaveText([/^Second/, /^One/]);
  await choose(page, 'One', 'Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(chat.rows(other)).toHaveText([/^Second/]);
  await expect(chat.toast(page, 'Conversation deleted successfully')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(chat.rows(other)).toHaveText([/^Second/, /^One/]);
});
