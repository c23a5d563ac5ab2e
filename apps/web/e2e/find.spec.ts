import { expect, type Page } from '@playwright/test';
import { addConversations, signIn } from './support/accounts.ts';
import { chat } from './support/chat.ts';
import { seedMessages } from './support/seed-messages.ts';
import { test } from './support/test.ts';

const texts = Array.from(
  { length: 200 },
  (_, index) =>
    `Message ${index}.${index % 50 === 7 ? ' It names a lantern.' : ''}\n\n${'A line of it.\n\n'.repeat(index % 5)}`,
);

const article = (page: Page, index: number) =>
  chat
    .thread(page)
    .getByRole('article')
    .filter({ hasText: `Message ${index}.` });
const field = (page: Page) => page.getByRole('textbox', { name: 'Find in this conversation' });
const conversation = (page: Page) => page.getByRole('region', { name: 'Conversation', exact: true });

/** How far the conversation is scrolled, once it is still for some frames. */
const scrolled = (page: Page) =>
  conversation(page).evaluate(async (element) => {
    for (let still = 0, last = -1; still < 6; last = element.scrollTop) {
      await new Promise((done) => requestAnimationFrame(done));
      still = element.scrollTop === last ? still + 1 : 0;
    }
    return element.scrollTop;
  });
const top = async (page: Page, index: number) => (await article(page, index).boundingBox())?.y ?? Number.NaN;

/** Turns the wheel until a message is in view, and back if the list went past it. */
async function scrollTo(page: Page, index: number) {
  await conversation(page).hover();
  await expect(async () => {
    const shown = await conversation(page).evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      const inView = [...element.querySelectorAll('article')].filter((one) => {
        const box = one.getBoundingClientRect();
        return box.bottom > top + 50 && box.top < bottom - 50;
      });
      return inView.map(({ textContent }) => Number(/Message (\d+)\./.exec(textContent)?.[1]));
    });
    if (!shown.includes(index)) await page.mouse.wheel(0, shown.some((one) => one < index) ? 150 : -400);
    expect(shown).toContain(index);
  }).toPass({ intervals: [50] });
  await scrolled(page);
}

test('Ctrl+F finds in the whole of a long conversation; Escape returns to where the person was', async ({
  page,
  context,
  server,
}) => {
  const { id } = await seedMessages(server, await signIn(context, server), texts);
  await page.goto(`${server.url}/chat/${id}`);
  await expect(article(page, 199)).toBeInViewport();
  await scrollTo(page, 190);
  const before = await top(page, 190);
  await chat.input(page).focus();

  await page.keyboard.press('Control+f');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('lantern');
  await expect(article(page, 157)).toBeInViewport();
  await expect(page.getByText('4 of 4')).toBeVisible();
  await page.keyboard.press('Shift+Enter');
  await expect(article(page, 107)).toBeInViewport();
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.press('Shift+Enter');
  await expect(article(page, 7)).toBeInViewport();
  await expect(page.getByText('1 of 4')).toBeVisible();
  await expect(field(page)).toBeFocused();
  await field(page).fill('nothing like it');
  await expect(page.getByText('No results')).toBeVisible();

  // Pressed again, the keys are the browser's.
  const isTaken = () =>
    field(page).evaluate(
      (element) =>
        !element.dispatchEvent(
          new KeyboardEvent('keydown', { code: 'KeyF', key: 'f', ctrlKey: true, bubbles: true, cancelable: true }),
        ),
    );
  expect(await isTaken()).toBe(false);

  await page.keyboard.press('Escape');
  await expect(field(page)).toHaveCount(0);
  await expect(chat.input(page)).toBeFocused();
  await expect(article(page, 190)).toBeInViewport();
  await scrolled(page);
  expect(Math.abs((await top(page, 190)) - before)).toBeLessThanOrEqual(1);

  // From the end, it returns to the end.
  await page.getByRole('button', { name: 'Jump to latest' }).click();
  await expect(article(page, 199)).toBeInViewport();
  await page.keyboard.press('Control+f');
  await page.keyboard.type('lantern');
  await expect(article(page, 157)).toBeInViewport();
  await page.keyboard.press('Escape');
  await expect(article(page, 199)).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Jump to latest' })).toHaveCount(0);
});

test("in a short conversation, Ctrl+F is the browser's", async ({ page, context, server }) => {
  const { id } = await seedMessages(server, await signIn(context, server), texts.slice(0, 10));
  await page.goto(`${server.url}/chat/${id}`);
  await expect(article(page, 9)).toBeInViewport();
  const isTaken = await page.evaluate(
    () =>
      !document.body.dispatchEvent(
        new KeyboardEvent('keydown', { code: 'KeyF', key: 'f', ctrlKey: true, bubbles: true, cancelable: true }),
      ),
  );
  expect(isTaken).toBe(false);
  await expect(field(page)).toHaveCount(0);
});

test('Page Up, Page Down, Home and End scroll the conversation from the empty message box and without any focus', async ({
  page,
  context,
  server,
}) => {
  const { id } = await seedMessages(server, await signIn(context, server), texts.slice(0, 36));
  await page.goto(`${server.url}/chat/${id}`);
  await expect(article(page, 35)).toBeInViewport();
  const focus = [
    () => chat.input(page).focus(),
    () => page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur()),
  ];
  for (const prepare of focus) {
    await prepare();
    const end = await scrolled(page);
    await page.keyboard.press('PageUp');
    const up = await scrolled(page);
    expect(up).toBeLessThan(end - 200);
    await page.keyboard.press('PageUp');
    expect(await scrolled(page)).toBeLessThan(up - 200);
    await page.keyboard.press('Home');
    expect(await scrolled(page)).toBe(0);
    await expect(article(page, 0)).toBeInViewport();
    await page.keyboard.press('PageDown');
    expect(await scrolled(page)).toBeGreaterThan(200);
    await page.keyboard.press('End');
    await expect(article(page, 35)).toBeInViewport();
    await expect(page.getByRole('button', { name: 'Jump to latest' })).toHaveCount(0);
  }
  // What is written keeps its keys.
  await chat.input(page).fill('Two\nlines');
  const end = await scrolled(page);
  await page.keyboard.press('Home');
  await page.keyboard.press('PageUp');
  expect(await scrolled(page)).toBe(end);
});

test('Back returns to where the person was in a conversation', async ({ page, context, server }) => {
  const account = await signIn(context, server);
  await addConversations(context, server, ['About tea']);
  const { id } = await seedMessages(server, account, texts);
  await page.goto(`${server.url}/chat/${id}`);
  await expect(article(page, 199)).toBeInViewport();
  await scrollTo(page, 120);
  const before = await top(page, 120);
  // Another conversation, and a page outside the chat.
  await chat.row(page, 'About tea').click();
  await expect(article(page, 120)).toHaveCount(0);
  await page.goBack();
  await expect(article(page, 120)).toBeInViewport();
  await scrolled(page);
  expect(Math.abs((await top(page, 120)) - before)).toBeLessThanOrEqual(1);

  await page.getByRole('link', { name: 'Upgrade' }).click();
  await expect(page).toHaveURL(`${server.url}/subscribe`);
  await page.goBack();
  await expect(article(page, 120)).toBeInViewport();
  await scrolled(page);
  expect(Math.abs((await top(page, 120)) - before)).toBeLessThanOrEqual(1);

  // Opened again, it begins at its end.
  await chat.row(page, 'About tea').click();
  await chat.row(page, 'A long conversation').click();
  await expect(article(page, 199)).toBeInViewport();
});
