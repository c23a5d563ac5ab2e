import { expect, type Page } from '@playwright/test';
import { addConversations, signIn } from './support/accounts.ts';
import { answerDone, chat, openChat, openChatSignedIn, say } from './support/chat.ts';
import { test } from './support/test.ts';

const tab = (page: Page, name: string) => chat.sidebar(page).getByRole('tab', { name });
const action = (page: Page, verb: string, title: string) =>
  chat.row(page, title).getByRole('button', { name: `${verb} “${title}”` });

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

test('[4.04] [4.05] a new chat is made once, gets its title from its first message and moves to the top', async ({
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
  await expect(chat.rows(page)).toHaveText([/^New Chat/, /^About tea/]);
  await say(page, 'What is 6 times 7?');
  await answerDone(page);
  await expect(chat.rows(page)).toHaveText([/^What is 6 times 7/, /^About tea/]);
  // Without one open, the first message makes one.
  await page.goto(server.url);
  await say(page, 'Hello there');
  await answerDone(page);
  await expect(chat.rows(page)).toHaveText([/^Hello there/, /^What is 6 times 7/, /^About tea/]);
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

test('[2.76] [2.80] [2.84] [5.24] [8.26] several at once', async ({ page, context, server }) => {
  await signIn(context, server);
  await addConversations(context, server, ['One', 'Two', 'Three', 'Four']);
  await openChatSignedIn(page, server);
  const side = chat.sidebar(page);
  await side.getByRole('button', { name: 'Select' }).click();
  await expect(side.getByRole('button', { name: 'Archive', exact: true })).toBeDisabled();
  for (const title of ['One', 'Two', 'Three']) await side.getByRole('checkbox', { name: title }).check();
  await expect(side.getByText('3 selected')).toBeVisible();
  // Another tab, or leaving the mode, forgets the selection.
  await tab(page, 'Archived').click();
  await tab(page, 'Chats').click();
  await expect(side.getByRole('checkbox')).toHaveCount(0);
  await side.getByRole('button', { name: 'Select' }).click();
  await expect(side.getByText('0 selected')).toBeVisible();
  for (const title of ['One', 'Two', 'Three']) await side.getByRole('checkbox', { name: title }).check();
  await side.getByRole('button', { name: 'Archive', exact: true }).click();
  await expect(chat.toast(page, '3 conversations archived successfully')).toBeVisible();
  await expect(chat.rows(page)).toHaveText([/^Four/]);

  await tab(page, 'Archived').click();
  await side.getByRole('button', { name: 'Select' }).click();
  await side.getByRole('checkbox', { name: 'One' }).check();
  await side.getByRole('button', { name: 'Cancel' }).click();
  await side.getByRole('button', { name: 'Select' }).click();
  await expect(side.getByText('0 selected')).toBeVisible();
  for (const title of ['One', 'Two']) await side.getByRole('checkbox', { name: title }).check();
  await side.getByRole('button', { name: 'Delete', exact: true }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText(
    'Are you sure you want to delete 2 archived conversations? This action cannot be undone.',
  );
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(chat.toast(page, '2 conversations deleted successfully')).toBeVisible();
  await expect(chat.rows(page)).toHaveText([/^Three/]);
});

test('[8.27] a refused archive puts the row back and says so', async ({ page, context, server }) => {
  await signIn(context, server);
  await addConversations(context, server, ['About tea']);
  await openChatSignedIn(page, server);
  await page.route('**/api/trpc/**chat.archive**', (route) => route.abort());
  await chat.row(page, 'About tea').hover();
  await action(page, 'Archive', 'About tea').click();
  await expect(chat.toast(page, 'Failed to archive conversation')).toBeVisible();
  await expect(chat.row(page, 'About tea')).toBeVisible();
});

test('[2.70] it collapses to a narrow bar, and stays so after a reload', async ({ page, context, server }) => {
  await signIn(context, server);
  await addConversations(context, server, ['About tea']);
  await openChatSignedIn(page, server);
  const width = async () => Math.round((await chat.sidebar(page).boundingBox())?.width ?? 0);
  await expect(chat.sidebar(page).getByRole('heading', { name: 'Chat' })).toBeVisible();
  expect(await width()).toBe(272);
  await chat.sidebar(page).getByRole('button', { name: 'Collapse sidebar' }).click();
  expect(await width()).toBe(56);
  await expect(chat.rows(page)).toHaveCount(0);
  await expect(chat.sidebar(page).getByRole('button')).toHaveCount(2);
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

test('what another person has is not there', async ({ page, context, anotherBrowser, server }) => {
  await signIn(context, server);
  const [mine] = await addConversations(context, server, ['My secret']);
  const theirs = await anotherBrowser();
  await signIn(theirs, server);
  const stranger = await theirs.newPage();
  await stranger.goto(`${server.url}/chat/${mine}`);
  await expect(stranger.getByRole('heading', { name: 'This conversation is not here' })).toBeVisible();
  await expect(stranger.getByText('My secret')).toHaveCount(0);
  await page.goto(`${server.url}/chat/${mine}`);
  await expect(page).toHaveTitle('My secret · Noek');
});
