import { expect, type Page } from '@playwright/test';
import { answerDone, chat, openChat, say } from './support/chat.ts';
import { findings } from './support/findings.ts';
import { test } from './support/test.ts';

test.use({ serviceWorkers: 'allow' });

const banner = (page: Page) => page.getByText('Website Updated!');
const stored = (page: Page) => page.evaluate(() => localStorage.getItem('noek_version'));

test('[2.52] [4.51] [4.52] [4.53] [7.44] [9.18] [9.30] a new version is offered, and Reload Now loads it', async ({
  page,
  startServer,
}) => {
  const server = await startServer();
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname === '/api/version') calls.push(search);
  });
  await page.clock.install();
  await openChat(page, server);
  await page.clock.runFor(6_000);
  await expect.poll(() => stored(page)).toBe('1.5.0');
  expect(calls).toEqual([expect.stringMatching(/^\?\d+$/)]);
  await expect(banner(page)).toHaveCount(0);

  await server.stop();
  await server.startAgain({ APP_VERSION: '1.6.0' });
  await page.clock.runFor(121_000);
  await expect(banner(page)).toBeVisible();
  expect(await stored(page)).toBe('1.5.0');
  expect(calls).toHaveLength(2);

  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(banner(page)).toHaveCount(0);
  await page.clock.runFor(121_000);
  await expect.poll(() => calls.length).toBe(3);
  await expect(banner(page)).toHaveCount(0);

  await server.stop();
  await server.startAgain({ APP_VERSION: '1.7.0' });
  await page.clock.runFor(121_000);
  await expect(banner(page)).toBeVisible();
  // Wait for the new page: the old one shows the same content until it is unloaded.
  const reloaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Reload Now' }).click();
  await reloaded;
  expect(calls).toContain('');
  await expect(chat.welcome(page)).toBeVisible();
  await expect.poll(() => stored(page)).toBe('1.7.0');
  await page.clock.runFor(6_000);
  await expect.poll(() => calls.length).toBe(6);
  await expect(banner(page)).toHaveCount(0);
});

test('[4.52] a browser that last saw another version is told soon after the page has loaded', async ({
  page,
  context,
  server,
}) => {
  await context.addInitScript(() => localStorage.setItem('noek_version', '1.0.0'));
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openChat(page, server);
  await expect(banner(page)).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText('You are offline.')).toBeVisible();
  expect(await findings(page, 'offline, with an update')).toEqual([]);
});

test('a page whose build is gone from the server reloads for missing code, and nothing is lost', async ({
  page,
  server,
}) => {
  await page.clock.install();
  await openChat(page, server);
  let gone = true;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) gone = false;
  });
  await page.route(/\/assets\/.*\.js$/, (route) => (gone ? route.fulfill({ status: 404 }) : route.continue()));
  await page.route(`${server.url}/`, (route) =>
    gone && !route.request().isNavigationRequest()
      ? route.fulfill({ contentType: 'text/html', body: '<script type="module" src="/assets/chat-new.js"></script>' })
      : route.continue(),
  );
  await say(page, 'Hello');
  // The code that delivers it is gone, too.
  await expect(page.getByText('Waiting for connection')).toBeVisible();
  await chat.input(page).fill('The next one');
  expect(gone).toBe(true);
  await page.clock.fastForward(31_000);
  await expect.poll(() => gone).toBe(false);
  await answerDone(page);
  await expect(chat.questions(page)).toHaveText(/Hello/);
  await expect(chat.input(page)).toHaveValue('The next one');
});

test('[2.53] [8.54] a page that cannot start says so and offers a refresh', async ({ page, server }) => {
  let broken = true;
  await page.route(server.url, async (route) => {
    const answer = await route.fetch();
    const html = await answer.text();
    await route.fulfill({
      response: answer,
      body: broken ? html.replace('id="noek-config">{', 'id="noek-config">') : html,
    });
  });
  await page.goto(server.url);
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await expect(page.getByText('Please refresh the page to continue.')).toBeVisible();
  expect(await findings(page, 'a page that cannot start')).toEqual([]);
  broken = false;
  await page.getByRole('button', { name: 'Refresh Page' }).click();
  await expect(chat.welcome(page)).toBeVisible();
});
