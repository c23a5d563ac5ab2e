import { type BrowserContext, expect, type Page } from '@playwright/test';
import type { ServerProcess } from '../../server/src/testing/server-process.ts';
import { signIn } from './support/accounts.ts';
import { answerDone, chat, say } from './support/chat.ts';
import { seedMessages } from './support/seed-messages.ts';
import { test } from './support/test.ts';

const count = 1_000;
/** Texts of many lengths, all different. */
const textOf = (index: number) =>
  index % 2 === 0
    ? `Question number ${index}.${' More about it.'.repeat(index % 7)}`
    : `Answer number ${index}. It has **some** \`markup\`.\n\n${'- a point to make\n'.repeat((index % 9) + 1)}`;

const seed = async (context: BrowserContext, server: ServerProcess) =>
  seedMessages(
    server,
    await signIn(context, server),
    Array.from({ length: count }, (_, index) => textOf(index)),
  );

const nodes = (page: Page) => page.evaluate(() => document.querySelectorAll('*').length);
const article = (page: Page, index: number) =>
  chat
    .thread(page)
    .getByRole('article')
    .filter({ hasText: new RegExp(`number ${index}\\.`) });

/**
 * The messages in view once scrolling has stopped, from top to bottom: their numbers, and whether two of them overlap. A turn of the
 * wheel scrolls over several frames and, on a busy machine, only after the call has returned. The messages are read after the list knows
 * all new heights, such as that of an answer whose Markdown has just loaded, so that the result is what was painted.
 */
const view = (page: Page) =>
  page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    const scroller = document.querySelector('section[aria-label=Conversation]');
    for (let frames = 0, still = 0, last = scroller?.scrollTop; frames < 120 && still < 2; frames++) {
      await frame();
      still = scroller?.scrollTop === last ? still + 1 : 0;
      last = scroller?.scrollTop;
    }
    await new Promise<void>((done) => {
      const watcher = new ResizeObserver(() => {
        watcher.disconnect();
        done();
      });
      watcher.observe(document.body);
    });
    const box = document.querySelector('section[aria-label=Conversation]')?.getBoundingClientRect();
    const all = [...document.querySelectorAll('[data-message]')]
      .filter((item) => getComputedStyle(item.parentElement as Element).visibility !== 'hidden')
      .map((item) => ({ rect: item.getBoundingClientRect(), text: item.textContent ?? '' }))
      .filter(({ rect }) => box && rect.bottom > box.top && rect.top < box.bottom)
      .sort((one, other) => one.rect.top - other.rect.top);
    return {
      numbers: all.map(({ text }) => Number(/number (\d+)\./.exec(text)?.[1])),
      overlaps: all.filter(({ rect }, at) => at > 0 && rect.top < (all[at - 1]?.rect.bottom ?? 0) - 1).length,
    };
  });

test('1,000 messages: opens at the end, few nodes at any position, nothing overlaps, none is missing', async ({
  page,
  context,
  server,
}) => {
  test.setTimeout(240_000);
  // A high window, so that the turns of the wheel can be long.
  await page.setViewportSize({ width: 1280, height: 1_400 });
  const { id } = await seed(context, server);
  await page.goto(`${server.url}/chat/${id}`);
  await expect(article(page, 999)).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Jump to latest' })).toHaveCount(0);
  const seen = new Set<number>();
  let most = 0;
  await page.mouse.move(700, 400);
  for (let step = 0; step < 2_500 && !seen.has(0); step++) {
    // If one turn is late, two turns happen at once. Together they still scroll less than the height of the list.
    if (step > 0) await page.mouse.wheel(0, -560);
    const { numbers, overlaps } = await view(page);
    expect(overlaps).toBe(0);
    expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
    for (const number of numbers) seen.add(number);
    if (step % 20 === 0) most = Math.max(most, await nodes(page));
  }
  expect(most).toBeLessThanOrEqual(3_000);
  expect(Array.from({ length: count }, (_, index) => index).filter((index) => !seen.has(index))).toEqual([]);

  await page.getByRole('button', { name: 'Jump to latest' }).click();
  await expect(article(page, 999)).toBeInViewport();
  await say(page, 'And one more');
  const answer = await answerDone(page);
  await expect(answer.getByRole('button', { name: 'Regenerate' })).toBeInViewport();
  await expect(chat.questions(page).last()).toContainText('And one more');
});

test('a link to a message opens its context; the rest loads in both directions', async ({ page, context, server }) => {
  const { id, messageIds } = await seed(context, server);
  await page.goto(`${server.url}/chat/${id}?message=${messageIds[300]}`);
  await expect(article(page, 300)).toBeInViewport();
  await expect(page).toHaveURL(`${server.url}/chat/${id}`);
  await expect(page.locator(`[data-message="${messageIds[300]}"]`)).toBeFocused();
  await page.mouse.move(700, 400);
  await expect(async () => {
    await page.mouse.wheel(0, -2_000);
    expect(Math.min(...(await view(page)).numbers)).toBeLessThan(255);
  }).toPass();
  await expect(async () => {
    await page.mouse.wheel(0, 3_000);
    expect(Math.max(...(await view(page)).numbers)).toBeGreaterThan(345);
  }).toPass();
  await page.getByRole('button', { name: 'Jump to latest' }).click();
  await expect(article(page, 999)).toBeInViewport();
  // The same message can be linked again.
  await page.goto(`${server.url}/chat/${id}?message=${messageIds[998]}`);
  await expect(article(page, 998)).toBeInViewport();
  await expect(page).toHaveURL(`${server.url}/chat/${id}`);
  await page.goto(`${server.url}/chat/${id}?message=nothing`);
  await expect(chat.toast(page, 'This message no longer exists')).toBeVisible();
  await expect(article(page, 999)).toBeInViewport();
});

test('older messages load above without moving the visible ones', async ({ page, context, server }) => {
  const { id } = await seed(context, server);
  await page.goto(`${server.url}/chat/${id}`);
  await expect(article(page, 999)).toBeInViewport();
  // The next page loads while the user reads.
  const held = Promise.withResolvers<void>();
  let isAsked = false;
  await page.route(/chat\.messagePage/, async (route) => {
    isAsked = true;
    await held.promise;
    await route.continue();
  });
  const top = async () => (await article(page, 960).boundingBox())?.y ?? 0;
  await page.mouse.move(700, 400);
  await expect(async () => {
    await page.mouse.wheel(0, -3_000);
    await expect(article(page, 960)).toBeInViewport({ timeout: 500 });
  }).toPass();
  await expect.poll(() => isAsked).toBe(true);
  // On a busy machine, the last turn of the wheel still moves the view.
  let before = Number.NaN;
  await expect
    .poll(async () => {
      const last = before;
      before = await top();
      return before === last;
    })
    .toBe(true);
  held.resolve();
  await expect(article(page, 959)).toBeAttached();
  await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThanOrEqual(2);
});
