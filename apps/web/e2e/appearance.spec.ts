import { expect, type Page } from '@playwright/test';
import { addConversations, signIn } from './support/accounts.ts';
import { answerDone, chat, openChat, openChatSignedIn, say } from './support/chat.ts';
import { expectStored } from './support/storage.ts';
import { test } from './support/test.ts';

const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

test('[1.19] [2.48] [9.29] the theme is light by default, changes with a click and persists', async ({
  page,
  context,
  server,
}) => {
  await openChat(page, server);
  const light = await background(page);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  const other = await context.newPage();
  await openChat(other, server);
  await page.getByRole('button', { name: 'Switch to dark theme' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(await background(page)).not.toBe(light);
  await expectStored(page, 'noek_theme').toBe('dark');
  // Another tab follows.
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('button', { name: 'Switch to light theme' }).click();
  expect(await background(page)).toBe(light);
});

test('[1.19] a dark system does not change the default', async ({ page, server }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await openChat(page, server);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
});

test('[9.25] a scrollbar shows while the pointer is over its list, and for 600 ms afterwards', async ({
  page,
  server,
}) => {
  await openChat(page, server);
  await say(page, 'Hello');
  await answerDone(page);
  const list = page.getByRole('region', { name: 'Conversation' });
  const style = () =>
    list.evaluate((place) => {
      const { scrollbarColor, transitionDelay } = getComputedStyle(place);
      return { scrollbarColor, transitionDelay };
    });
  await page.mouse.move(5, 5);
  await expect.poll(style).toEqual({ scrollbarColor: 'rgba(0, 0, 0, 0) rgba(0, 0, 0, 0)', transitionDelay: '0.6s' });
  await list.hover();
  await expect
    .poll(style)
    .toEqual({ scrollbarColor: expect.not.stringMatching(/^rgba\(0, 0, 0, 0\)/), transitionDelay: '0s' });
  await page.mouse.move(5, 5);
  await expect.poll(style).toEqual({ scrollbarColor: 'rgba(0, 0, 0, 0) rgba(0, 0, 0, 0)', transitionDelay: '0.6s' });
  await page.emulateMedia({ contrast: 'more' });
  expect(await style()).toMatchObject({ scrollbarColor: 'auto' });
});

async function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

test('no screen scrolls sideways at 320 px', async ({ page, context, server }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const wide: string[] = [];
  const look = async (screen: string) => {
    if ((await sidewaysScroll(page)) > 0) wide.push(screen);
  };
  await openChat(page, server);
  await look('welcome');
  await say(page, 'Show me some markdown: a table, a list and code');
  await answerDone(page);
  await look('conversation');
  await chat.input(page).fill('w'.repeat(500));
  await look('a long word in the box');
  await page.goto(`${server.url}/chat/5`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await look('missing conversation');
  for (const url of [
    `${server.origins.auth}/login`,
    `${server.origins.auth}/signup`,
    `${server.origins.auth}/verify-email`,
    `${server.origins.company}/`,
    `${server.url}/nothing`,
    `${server.url}/dev/inbox`,
  ]) {
    await page.goto(url);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await look(url);
  }
  await signIn(context, server);
  await addConversations(context, server, [
    'A conversation with a title that is much too long for one line of a phone',
  ]);
  await page.goto(server.url);
  await page.getByRole('button', { name: 'Open sidebar' }).click();
  // The guest's conversation was moved to the account.
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(2);
  await look('drawer');
  expect(wide).toEqual([]);
});

test('on a phone the message box stays in view, and the remaining actions are in one menu', async ({
  page,
  context,
  server,
}) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await signIn(context, server);
  await page.goto(server.url);
  await say(page, 'Count to 300');
  await answerDone(page);
  await expect(chat.input(page)).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await expect(page.getByRole('menuitem')).toHaveText([
    'Account',
    'Prompts',
    'Upgrade',
    'Share',
    'Rename',
    'Pin',
    'Move to project',
    'Documents',
    'Export',
    'Archive',
    'Delete',
    'Clear conversation',
    'Dark theme',
    'Sign out',
  ]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  await expect(page.getByRole('button', { name: 'More', exact: true })).toBeFocused();
});

test('everything can be reached by keyboard, in visual order and with a visible focus', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, server);
  await addConversations(context, server, ['About tea']);
  await openChatSignedIn(page, server);
  await expect(chat.row(page, 'About tea')).toBeVisible();
  // The message box has the focus. Back to the start of the page.
  await page.getByRole('link', { name: 'Skip to content' }).focus();
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeInViewport();
  const visited: string[] = [];
  const hidden: string[] = [];
  for (let n = 0; n < 40; n++) {
    await page.keyboard.press('Tab');
    const { name, ring } = await page.evaluate(() => {
      const { activeElement: element } = document;
      if (!element || element === document.body) return { name: '', ring: true };
      const style = getComputedStyle(element);
      const form = element.closest('form') ?? element;
      const outlined = Number.parseFloat(style.outlineWidth) > 0 && style.outlineStyle !== 'none';
      const name =
        element.getAttribute('aria-label') ?? element.getAttribute('placeholder') ?? element.textContent ?? '';
      return { name: name.trim(), ring: outlined || getComputedStyle(form).boxShadow !== 'none' };
    });
    if (name === '') break;
    visited.push(name);
    if (!ring) hidden.push(name);
  }
  expect(hidden).toEqual([]);
  /** Some controls also show the keys that do the same. */
  const at = (name: string) => visited.findIndex((one) => one.startsWith(name));
  for (const [before, after] of [
    ['Collapse sidebar', 'New chat'],
    ['New chat', 'Chats'],
    ['Archive “About tea”', 'More'],
    ['More', 'Message Noek...'],
  ] as const)
    expect([before, at(before) >= 0 && at(before) < at(after)]).toEqual([before, true]);
});
