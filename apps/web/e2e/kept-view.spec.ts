import { expect } from '@playwright/test';
import { signIn } from './support/accounts.ts';
import { answerDone, chat, openChatSignedIn, say, wordsOf } from './support/chat.ts';
import { test } from './support/test.ts';

// A service worker would answer before a held request is seen here.
test.use({ serviceWorkers: 'block' });

test('the conversation that was open last is in its place before the code of the page has loaded', async ({
  page,
  context,
  server,
}) => {
  // Only a conversation has something to show, so no other page asks for the script that shows it.
  for (const [path, count] of [
    ['/', 0],
    ['/account', 0],
    ['/chat/1', 1],
  ] as const)
    expect((await (await fetch(`${server.address}${path}`)).text()).split('/kept-view.js')).toHaveLength(count + 1);
  await signIn(context, server);
  await openChatSignedIn(page, server);
  await say(page, 'Make a table of the planets');
  await answerDone(page);
  await say(page, 'Show me TypeScript');
  const words = await wordsOf(await answerDone(page));
  const lastIn = async (selector: string) => {
    const box = await page.locator(`${selector} [data-message]`).last().boundingBox();
    return Object.values(box ?? {});
  };

  const loads = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await loads.promise;
    await route.continue();
  });
  await page.reload({ waitUntil: 'commit' });
  const view = page.locator('.shell-kept');
  await expect(view).toBeVisible();
  await expect(view.locator('.prose').last()).toHaveText(words);
  await page.evaluate(() => document.fonts.ready);
  const before = await lastIn('.shell-kept');
  expect(before).toHaveLength(4);
  expect(await page.evaluate(() => localStorage.getItem('noek_kept_view'))).toBeNull();

  loads.resolve();
  await expect(chat.questions(page).last()).toContainText('Show me TypeScript');
  await expect(view).toHaveCount(0);
  // The list scrolls to whole pixels.
  await expect
    .poll(async () => (await lastIn('[role="log"]')).every((value, at) => Math.abs(value - (before[at] ?? 0)) <= 1))
    .toBe(true);

  // Nothing of it is left after a sign-out.
  await page.unroute('**/assets/*.js');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(chat.welcome(page)).toBeVisible();
  await page.reload();
  await expect(chat.welcome(page)).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('noek_kept_view'))).toBeNull();
});
