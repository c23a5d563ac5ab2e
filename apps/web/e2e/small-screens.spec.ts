import { expect, type Page } from '@playwright/test';
import { addConversations, signIn } from './support/accounts.ts';
import { answerDone, chat, openChat } from './support/chat.ts';
import { test } from './support/test.ts';

/** The faults of the header and the message box at the current page size. */
const faults = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    const header = document.querySelector('header') as HTMLElement;
    const texts = (name: string) =>
      [...header.querySelectorAll('span, button')].filter(
        (element) => element.textContent?.trim().endsWith(name) && element.children.length <= 2,
      );
    for (const name of ['Fun Mode', 'Harmful Mode']) {
      const badge = texts(name).at(-1);
      const { left, right, top, height } = badge?.getBoundingClientRect() ?? new DOMRect();
      for (const x of [left + 4, (left + right) / 2, right - 4])
        if (!badge?.contains(document.elementFromPoint(x, top + height / 2))) found.push(`${name} is covered at ${x}`);
    }
    const title = texts('About tea and the weather in the mountains').at(-1)?.getBoundingClientRect();
    if (!title || title.width < 64) found.push(`the title is ${title?.width} px wide`);
    if (document.documentElement.scrollWidth > innerWidth) found.push('the page scrolls sideways');
    const box = document.querySelector('form') as HTMLFormElement;
    const send = box.querySelector('[aria-label="Send message"]')?.getBoundingClientRect();
    if (!send || send.right > innerWidth || send.bottom > innerHeight) found.push('Send is cut');
    const tools = new Set(
      [...box.querySelectorAll('button, select')].map((tool) => tool.getBoundingClientRect().bottom),
    );
    if (Math.max(...tools) - Math.min(...tools) > 8) found.push('the tools are in several lines');
    const messages = document.querySelector('main section')?.clientHeight ?? 0;
    if (messages < 96) found.push(`the messages are ${messages} px high`);
    if (innerHeight < 416 && box.offsetHeight > 64) found.push(`the message box is ${box.offsetHeight} px high`);
    return found;
  });

test('[2.42] both badges, the title, the message box and the messages can be read at every size', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, server);
  const [id] = await addConversations(context, server, ['About tea and the weather in the mountains']);
  for (const content of [':fun.mode=on', ':harmful.mode=on', 'Show me some markdown: a table, a list and code'])
    await context.request.post(`${server.url}/api/conversations/${id}/messages`, { data: { content } });
  await page.goto(`${server.url}/chat/${id}`);
  await answerDone(page);
  await expect(page.getByRole('banner').getByRole('button', { name: 'Share', exact: true })).toBeVisible();
  const wrong: Record<string, string[]> = {};
  for (const [width, height] of [
    [320, 256],
    [320, 640],
    [360, 640],
    [390, 844],
    [768, 900],
    [844, 390],
    [1024, 768],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    // On narrow screens the sidebar is a drawer, which a button opens.
    await expect(page.getByRole('button', { name: 'Open sidebar' })).toBeVisible({ visible: width < 768 });
    const found = await faults(page);
    if (found.length > 0) wrong[`${width}×${height}`] = found;
  }
  expect(wrong).toEqual({});
  await expect(page.getByText('Consider checking important information.')).toBeVisible();
  await page.setViewportSize({ width: 844, height: 390 });
  await expect(page.getByText('Consider checking important information.')).toBeHidden();
});

test('[2.62] the welcome opens at its top on low screens', async ({ page, server }) => {
  for (const [width, height] of [
    [360, 640],
    [844, 390],
    [640, 400],
  ] as const) {
    await page.setViewportSize({ width, height });
    await openChat(page, server);
    await expect(chat.welcome(page)).toBeInViewport({ ratio: 1 });
    await expect(page.locator('main section')).toHaveJSProperty('scrollTop', 0);
  }
});

test('at 400 % zoom the drawer can be scrolled to its conversations, and typed text has a line of its own', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, server);
  const [id] = await addConversations(context, server, ['About tea', 'About the sea']);
  await context.request.post(`${server.url}/api/conversations/${id}/messages`, { data: { content: ':fun.mode=on' } });
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto(`${server.url}/chat/${id}`);
  await answerDone(page);
  await chat.input(page).fill('A question that has quite a few words in it');
  expect((await chat.input(page).boundingBox())?.width).toBeGreaterThan(240);
  await expect(chat.send(page)).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: 'Open sidebar' }).click();
  const drawer = page.getByRole('dialog', { name: 'Conversations' });
  await drawer.hover();
  await page.mouse.wheel(0, 400);
  for (const title of ['About the sea', 'About tea'])
    await expect(drawer.getByRole('link', { name: title })).toBeInViewport({ ratio: 1 });
});
