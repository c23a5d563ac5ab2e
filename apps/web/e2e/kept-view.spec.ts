import { expect } from '@playwright/test';
import { signIn } from './support/accounts.ts';
import { answerDone, chat, chooseInHeader, openChatSignedIn, say, wordsOf } from './support/chat.ts';
import { test } from './support/test.ts';

// A service worker would answer before the test could hold the request.

test('the last open conversation is on screen before the code of the page has loaded', async ({
  page,
  context,
  server,
}) => {
  // Only the page of a conversation requests the script that shows it.
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
  await expect
    .poll(() =>
      page.locator('link[rel="stylesheet"]').evaluateAll((all) => all.every((one) => 'sheet' in one && one.sheet)),
    )
    .toBe(true);
  await page.evaluate(() => document.fonts.ready);
  const before = await lastIn('.shell-kept');
  expect(before).toHaveLength(4);
  expect(await page.evaluate(() => localStorage.getItem('noek_kept_view'))).toBeNull();

  loads.resolve();
  await expect(chat.questions(page).last()).toContainText('Show me TypeScript');
  await expect(view).toHaveCount(0);
  // The list scrolls to whole pixels.
  const movedBy = async () => {
    const now = await lastIn('[role="log"]');
    return Math.max(...before.map((value, at) => Math.abs(value - (now[at] ?? Number.POSITIVE_INFINITY))));
  };
  await expect.poll(movedBy).toBeLessThanOrEqual(1);

  // After a sign-out, nothing of it is left.
  await page.unroute('**/assets/*.js');
  await chooseInHeader(page, 'Sign out');
  await expect(chat.welcome(page)).toBeVisible();
  await page.reload();
  await expect(chat.welcome(page)).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('noek_kept_view'))).toBeNull();
});

test('a conversation that opens again has its sidebar from the start, and needs neither Intl nor the code of forms', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, server);
  await openChatSignedIn(page, server);
  await say(page, 'Show me TypeScript');
  await answerDone(page);
  // After midnight, the same times would have other labels, which have not been formatted yet.
  await page.clock.setFixedTime(Date.now());
  // The first reload may still format the times of the answer. The second reload finds all of them stored.
  await page.reload();
  await expect(chat.questions(page)).toContainText('Show me TypeScript');
  await expect(page.getByRole('complementary').getByRole('listitem')).toHaveCount(1);
  await page.addInitScript(() => {
    const seen: string[] = [];
    const note = <Format extends (...given: never[]) => unknown>(format: Format): Format =>
      new Proxy(format, {
        apply: (target, self, given) => {
          seen.push('Intl');
          return Reflect.apply(target, self, given);
        },
        construct: (target, given) => {
          seen.push('Intl');
          return Reflect.construct(target, given);
        },
      });
    Intl.DateTimeFormat = note(Intl.DateTimeFormat);
    Intl.NumberFormat = note(Intl.NumberFormat);
    Number.prototype.toLocaleString = note(Number.prototype.toLocaleString);
    const parts: string[] = [];
    // The first render must add both to the page.
    new MutationObserver(() => {
      if (parts.length > 0 || !document.querySelector('[role="log"] [data-message]')) return;
      if (document.querySelector('aside li')) parts.push('sidebar');
      parts.push('messages');
    }).observe(document, { childList: true, subtree: true });
    // The first render waits this long for its code. The test waits longer, so that it does not depend on the speed of the machine.
    const { setTimeout } = window;
    const patient = (work: () => void, ms = 0, ...given: unknown[]) =>
      setTimeout(work, ms === 250 || ms === 2_000 ? 60_000 : ms, ...given);
    Object.assign(window, { seen, parts, setTimeout: patient });
  });
  await page.reload();
  await expect(chat.questions(page)).toContainText('Show me TypeScript');
  await expect(page.getByRole('complementary').getByRole('listitem')).toHaveCount(1);
  const found = await page.evaluate(() => {
    const { seen, parts } = window as unknown as { seen: string[]; parts: string[] };
    const code = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
    return { seen, parts, unwanted: code.filter((path) => /\/(form|screens|schemas)-[\w-]+\.js$/.test(path)) };
  });
  expect(found).toEqual({ seen: [], parts: ['sidebar', 'messages'], unwanted: [] });
});
