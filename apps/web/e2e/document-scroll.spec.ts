import { expect, type Page } from '@playwright/test';
import { signIn } from './support/accounts.ts';
import { answerDone, chat, say } from './support/chat.ts';
import { desk, phone } from './support/gallery.ts';
import { seedConversations } from './support/seed-conversations.ts';
import { seedMessages } from './support/seed-messages.ts';
import { test } from './support/test.ts';

const texts = Array.from(
  { length: 120 },
  (_, index) => `Message ${index}.\n\n${'A line of it.\n\n'.repeat(index % 9)}`,
);

/** How far the document can be and is scrolled, in pixels, and whether the window is at its top. */
const scrolled = (page: Page) =>
  page.evaluate(() => {
    const { scrollHeight, clientHeight, scrollWidth, clientWidth, scrollTop } =
      document.scrollingElement ?? document.body;
    return { down: scrollHeight - clientHeight, right: scrollWidth - clientWidth, top: scrollTop, window: scrollY };
  });
const nowhere = { down: 0, right: 0, top: 0, window: 0 };

/** Waits two frames, after which a key or the wheel has scrolled. */
const settled = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** Tries to scroll the document in every way. */
async function expectStill(page: Page) {
  expect(await scrolled(page)).toEqual(nowhere);
  // Nothing has the focus, so that keys go to the document.
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  for (const key of ['PageDown', 'Space', 'End', 'ArrowDown']) {
    await page.keyboard.press(key);
    await settled(page);
    expect(await scrolled(page), key).toEqual(nowhere);
  }
  const header = await page.getByRole('banner').first().boundingBox();
  if (!header) throw new Error('There is no header.');
  await page.mouse.move(header.x + header.width / 2, header.y + header.height / 2);
  await page.mouse.wheel(0, 2_000);
  await settled(page);
  expect(await scrolled(page), 'wheel over the header').toEqual(nowhere);
  await page.evaluate(() => window.scrollTo(0, 100_000));
  expect(await scrolled(page), 'scrollTo').toEqual(nowhere);
}

for (const size of [desk, phone]) {
  test(`a long conversation never scrolls the document, ${size.width} px`, async ({ page, context, server }) => {
    const account = await signIn(context, server);
    const { id } = await seedMessages(server, account, texts);
    await page.setViewportSize(size);
    await page.goto(`${server.url}/chat/${id}`);
    await expect(chat.thread(page)).toContainText('Message 119.');
    await expectStill(page);
    // The live region that announces a finished answer.
    await say(page, 'And one more');
    await answerDone(page);
    await expect(page.getByRole('status').filter({ hasText: /^Noek: / })).toHaveCount(1);
    await expectStill(page);
    await chat.thread(page).hover();
    await page.mouse.wheel(0, -8_000);
    await expect(page.getByRole('button', { name: 'Jump to latest' })).toBeVisible();
    await expectStill(page);
  });

  test(`a long shared conversation never scrolls the document, ${size.width} px`, async ({
    page,
    context,
    server,
    anotherBrowser,
  }) => {
    const account = await signIn(context, server);
    const { id } = await seedMessages(server, account, texts);
    const shared = await context.request.post(`${server.url}/api/conversations/${id}/share`, { data: {} });
    expect(shared.status()).toBe(200);
    const theirs = await (await anotherBrowser()).newPage();
    await theirs.setViewportSize(size);
    await theirs.goto(`${server.url}/chat/${id}`);
    await expect(theirs.getByRole('region', { name: 'Shared conversation' })).toContainText('Message 39.');
    await expectStill(theirs);
    await page.close();
  });

  test(`long lists next to and above a conversation never scroll the document, ${size.width} px`, async ({
    page,
    context,
    server,
  }) => {
    const account = await signIn(context, server);
    await seedConversations(server, account, 300);
    for (let n = 0; n < 40; n++) {
      const data = { title: `Memory ${n}`, content: 'Something to remember. '.repeat(6), category: 'general' };
      expect((await context.request.post(`${server.url}/api/memories`, { data })).status()).toBe(201);
    }
    await page.setViewportSize(size);
    await page.goto(server.url);
    await expect(chat.welcome(page)).toBeVisible();
    await expectStill(page);
    if (size === phone) await page.getByRole('button', { name: 'Open sidebar' }).click();
    const lists = size === phone ? page.getByRole('dialog', { name: 'Conversations' }) : chat.sidebar(page);
    await expect(lists.getByText('Chat 1', { exact: true })).toBeVisible();
    expect(await scrolled(page)).toEqual(nowhere);
    await lists.getByRole('tab', { name: 'Memories' }).click();
    await expect(lists.getByText('Memory 39')).toBeVisible();
    expect(await scrolled(page)).toEqual(nowhere);
    if (size === desk) await expectStill(page);
    else await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('option').first()).toBeVisible();
    expect(await scrolled(page)).toEqual(nowhere);
  });
}
