import { expect, type Page } from '@playwright/test';
import { addConversations, signIn } from './support/accounts.ts';
import { answerDone, chat, chooseInHeader, openChat, openChatSignedIn, say } from './support/chat.ts';
import { findingsAsItIs } from './support/findings.ts';
import { test } from './support/test.ts';

const header = (page: Page) => page.getByRole('banner');
const names = (page: Page) =>
  header(page)
    .locator('a:visible, button:visible')
    .evaluateAll((all) => all.map((element) => element.getAttribute('aria-label') ?? element.textContent));

test('[2.40] [2.41] [2.43] [2.44] [2.45] [2.47] [2.48] the header of a guest', async ({ page, server }) => {
  await openChat(page, server);
  await expect(header(page).getByRole('link', { name: 'Noek' })).toHaveAttribute('href', '/');
  await expect(header(page).getByText('10 messages left')).toBeVisible();
  expect(await names(page)).toEqual(['Noek', 'Upgrade', 'Sign In', 'Switch to dark theme']);
  await say(page, 'What is a header?');
  await answerDone(page);
  await expect(header(page).getByText('What is a header?')).toBeVisible();
  expect(await names(page)).toEqual(['Noek', 'Upgrade', 'Sign In', 'Switch to dark theme', 'New chat', 'More']);
  await header(page).getByRole('button', { name: 'More', exact: true }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Documents', 'Export', 'Clear conversation']);
});

test('[2.40] [2.41] [2.46] [2.47] [2.50] the header of a signed-in person', async ({ page, context, server }) => {
  const { name, email } = await signIn(context, server);
  const [tea] = await addConversations(context, server, ['About tea']);
  await openChatSignedIn(page, server);
  const account = header(page).getByRole('link', { name: /^Account/ });
  await expect(account).toContainText(name);
  await expect(account).toContainText(email);
  await header(page).getByRole('button', { name: 'More', exact: true }).click();
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Clear conversation' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(account).toHaveAttribute('data-tooltip', '3,000 of 3,000 messages left');
  await account.click();
  await expect(page).toHaveURL(`${server.url}/account`);
  await expect(page.getByRole('heading', { name: 'General', exact: true })).toBeFocused();
  await page.getByRole('link', { name: 'Back to Chat' }).click();
  await expect(account).toBeVisible();
  await page.setViewportSize({ width: 390, height: 700 });
  await header(page).getByRole('button', { name: 'More', exact: true }).click();
  await expect(page.getByRole('menu').getByText('3,000 of 3,000 messages left')).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
  await page.getByRole('menuitem', { name: 'Account' }).click();
  await expect(page).toHaveURL(`${server.url}/account`);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${server.url}/chat/${tea}`);
  await expect(header(page).getByText('About tea')).toBeVisible();
  await header(page).getByRole('button', { name: 'More', exact: true }).click();
  await expect(page.getByRole('menuitem', { name: 'Clear conversation' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(header(page).getByRole('link', { name: 'Sign In' })).toHaveCount(0);
});

test('[4.03] Clear conversation: the focus returns after Cancel, and moves to the message box after the deletion', async ({
  page,
  server,
}) => {
  await openChat(page, server);
  await say(page, 'Hello');
  await answerDone(page);
  const more = header(page).getByRole('button', { name: 'More', exact: true });
  await chooseInHeader(page, 'Clear conversation');
  await expect(page.getByText('Are you sure you want to clear this conversation?')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(more).toBeFocused();
  await chooseInHeader(page, 'Clear conversation');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Clear' }).click();
  await expect(page).toHaveURL(`${server.url}/`);
  await expect(page.getByRole('textbox', { name: 'Message Noek' })).toBeFocused();
});

test('on a phone the menu shows how many messages are left, and when there will be more', async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await openChat(page, server);
  await say(page, 'Hello');
  await answerDone(page);
  await header(page).getByRole('button', { name: 'More', exact: true }).click();
  const menu = page.getByRole('menu');
  await expect(menu.getByText('9 of 10 messages left')).toBeVisible();
  await expect(menu.getByText(/^Resets at .+\.$/)).toBeVisible();
});

test("the account menu at the foot of the sidebar has the person's name, plan and what is left, and all of the account", async ({
  page,
  context,
  server,
}) => {
  const { name, email } = await signIn(context, server);
  await openChatSignedIn(page, server);
  const trigger = chat.sidebar(page).getByRole('button', { name: /^Account menu/ });
  await expect(trigger).toContainText(name);
  await expect(trigger).toContainText('Basic · 3,000 left');
  await trigger.focus();
  await page.keyboard.press('Enter');
  const menu = page.getByRole('menu');
  await expect(menu).toBeInViewport({ ratio: 1 });
  await expect(menu).toContainText(email);
  await expect(menu).toContainText('3,000 of 3,000 messages left');
  await expect(menu.getByRole('menuitem')).toHaveText(['Upgrade', 'Account', 'Prompts', 'Dark theme', 'Sign out']);
  expect(await findingsAsItIs(page, 'account menu')).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(trigger).toBeFocused();
  await page.getByRole('button', { name: 'Collapse sidebar' }).click();
  await trigger.click();
  await expect(menu).toBeInViewport({ ratio: 1 });
  await menu.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(header(page).getByRole('link', { name: 'Sign In' })).toBeVisible();
});

test('on a phone a guest can read the title of a conversation and what is left', async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await openChat(page, server);
  await say(page, 'What is a header, and why?');
  await answerDone(page);
  const title = await header(page).getByText('What is a header, and why?').boundingBox();
  expect(title?.width).toBeGreaterThan(120);
  await expect(header(page).getByText('9 messages left')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
