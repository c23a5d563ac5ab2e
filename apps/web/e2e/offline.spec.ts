import { type BrowserContext, expect, type Page } from '@playwright/test';
import { addConversations, signIn } from './support/accounts.ts';
import { auth, expectGuest, expectSignedIn } from './support/auth.ts';
import { answerDone, chat, chooseInHeader, openChat, openChatSignedIn, say } from './support/chat.ts';
import { kept, shellReady } from './support/kept.ts';
import { test } from './support/test.ts';

test.use({ serviceWorkers: 'allow' });

const offlineLine = (page: Page) => page.getByText('You are offline.');

const keptTitles = async (page: Page) => (await kept(page))?.conversations.toSorted() ?? null;

/** Opens a chat about tea as a signed-in user, and waits until it is cached completely. */
async function chatAboutTea(page: Page, context: BrowserContext, server: Parameters<typeof signIn>[1]) {
  const mira = await signIn(context, server);
  await addConversations(context, server, ['About maps']);
  await openChatSignedIn(page, server);
  await say(page, 'What is tea?');
  await answerDone(page);
  await expect.poll(() => keptTitles(page)).toEqual(['About maps', 'What is tea?']);
  await expect.poll(async () => (await kept(page))?.messages.length).toBe(2);
  await shellReady(page);
  return mira;
}

test("offline, recent conversations open immediately; the server's state replaces them later", async ({
  page,
  context,
  server,
}) => {
  const mira = await chatAboutTea(page, context, server);
  const address = page.url();
  const words = await chat.thread(page).textContent();

  await context.setOffline(true);
  await expect(offlineLine(page)).toBeVisible();
  await page.reload();
  await expect(chat.questions(page)).toHaveText(/What is tea\?/);
  await expect.poll(() => chat.thread(page).textContent()).toBe(words);
  await expect(chat.row(page, 'About maps')).toBeVisible();
  await expect(chat.row(page, 'What is tea?')).toBeVisible();
  await expect(offlineLine(page)).toBeVisible();
  // A lost connection does not sign the user out.
  await expectSignedIn(page, mira);
  await expect(page.getByRole('banner').getByText('What is tea?')).toBeVisible();

  // A chat that was never read here says so instead of loading forever.
  await chat.row(page, 'About maps').getByRole('link').click();
  await expect(page.getByText('Failed to fetch messages')).toBeVisible();
  await page.goBack();
  await expect(chat.questions(page)).toHaveText(/What is tea\?/);
  // A typed address says so, too.
  await page.goto(`${server.url}/`);
  await expect(chat.welcome(page)).toBeVisible();
  await expect(chat.row(page, 'What is tea?')).toBeVisible();
  await page.goto(address);
  await expect(chat.questions(page)).toHaveText(/What is tea\?/);

  // Meanwhile another device makes changes.
  const rows = (await (await context.request.get(`${server.url}/api/conversations`)).json()) as {
    id: number;
    title: string;
  }[];
  const maps = rows.find(({ title }) => title === 'About maps');
  await context.request.delete(`${server.url}/api/conversations/${maps?.id}`);
  await context.setOffline(false);
  await expect(offlineLine(page)).toBeHidden();
  await expect(chat.row(page, 'About maps')).toHaveCount(0);
  await expect(chat.questions(page)).toHaveText(/What is tea\?/);
  await expect.poll(() => keptTitles(page)).toEqual(['What is tea?']);
  await say(page, 'And coffee?');
  await answerDone(page);
  await expect.poll(async () => (await kept(page))?.messages.length).toBe(4);
});

test('cached chats are shown before the session check ends, and no data is requested before that', async ({
  page,
  context,
  server,
}) => {
  await chatAboutTea(page, context, server);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const calls: string[] = [];
  await page.route('**/api/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    calls.push(pathname);
    if (pathname.includes('auth.user')) await held;
    await route.continue();
  });
  await page.reload();
  await expect(chat.questions(page)).toHaveText(/What is tea\?/);
  await expect(chat.row(page, 'About maps')).toBeVisible();
  await expect(auth.account(page)).toHaveCount(0);
  expect(calls.filter((path) => !/auth\.user|version/.test(path))).toEqual([]);
  release();
  await expect(auth.account(page)).toBeVisible();
  await expect.poll(() => calls.some((path) => path.includes('chat.conversations'))).toBe(true);
});

test('[4.37] signing out removes the local cache', async ({ page, context, server }) => {
  await chatAboutTea(page, context, server);
  await chooseInHeader(page, 'Sign out');
  await expectGuest(page);
  await expect.poll(() => kept(page)).toBeNull();
  await context.setOffline(true);
  await page.reload();
  await expect(offlineLine(page)).toBeVisible();
  await expect(page.getByText('What is tea?')).toHaveCount(0);
  await expect(page.getByText('About maps')).toHaveCount(0);
});

test('[4.37] without a connection, signing out clears the device immediately, and the login ends when the server is back', async ({
  page,
  context,
  server,
}) => {
  await chatAboutTea(page, context, server);
  const other = await context.newPage();
  await openChatSignedIn(other, server);
  const session = async () => (await context.request.get(`${server.url}/api/auth/user`)).status();
  await context.setOffline(true);
  await expect(offlineLine(page)).toBeVisible();
  await chooseInHeader(page, 'Sign out');
  await expect(chat.toast(page, 'You are signed out on this device')).toBeVisible();
  for (const tab of [page, other]) {
    await expect(auth.signInLink(tab)).toBeVisible();
    await expect(chat.sidebar(tab)).toHaveCount(0);
    await expect(tab.getByText('What is tea?')).toHaveCount(0);
  }
  await expect.poll(() => kept(page)).toBeNull();
  // After a reload there is nothing personal either.
  await page.reload();
  await expect(offlineLine(page)).toBeVisible();
  await expect(auth.signInLink(page)).toBeVisible();
  await expect(page.getByText('What is tea?')).toHaveCount(0);

  await context.setOffline(false);
  await expect.poll(session).toBe(401);
  for (const tab of [page, other]) await expectGuest(tab);
  // Long afterwards, too, the person is not signed in automatically.
  await page.evaluate(() => localStorage.removeItem('noek_recent_logout'));
  await page.reload();
  await expectGuest(page);
});

test('[8.21] after a session ended elsewhere, the page and the local cache are cleared', async ({
  page,
  context,
  server,
}) => {
  await chatAboutTea(page, context, server);
  await context.request.post(`${server.url}/api/auth/logout`);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Your session has ended. Sign in to continue.' })).toBeVisible();
  await expect(auth.signInLink(page)).toBeVisible();
  await expect(chat.sidebar(page)).toHaveCount(0);
  await expect(page.getByText('What is tea?')).toHaveCount(0);
  await expect.poll(() => kept(page)).toBeNull();
});

test("the next person at this browser never sees the previous person's chats", async ({ page, context, server }) => {
  await chatAboutTea(page, context, server);
  await page.goto(server.url);
  await chat.input(page).fill('A secret of Mira');
  await page.reload();
  await expect(chat.input(page)).toHaveValue('A secret of Mira');
  // The previous user's page is not told.
  await context.clearCookies();
  const ben = await signIn(context, server);
  await addConversations(context, server, ['Only of Ben']);
  await page.goto(server.url);
  await expectSignedIn(page, ben);
  await expect(chat.input(page)).toHaveValue('');
  await expect(chat.row(page, 'Only of Ben')).toBeVisible();
  await expect(page.getByText('What is tea?')).toHaveCount(0);
  await expect.poll(() => keptTitles(page)).toEqual(['Only of Ben']);
  await expect.poll(async () => (await kept(page))?.messages).toEqual([]);
});

test('a browser without storage works, too', async ({ page, context, server }) => {
  await context.addInitScript(() => {
    Object.defineProperty(window, 'indexedDB', {
      get() {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
    });
  });
  await signIn(context, server);
  await openChatSignedIn(page, server);
  await say(page, 'What is tea?');
  await answerDone(page);
  await page.reload();
  await expect(chat.questions(page)).toHaveText(/What is tea\?/);
  await chooseInHeader(page, 'Sign out');
  await expectGuest(page);
});

test('while the server is down, chats stay readable, and its return is noticed', async ({
  page,
  context,
  startServer,
}) => {
  const server = await startServer();
  const mira = await chatAboutTea(page, context, server);
  await server.stop();
  await page.reload();
  await expect(page.getByText("Can't reach Noek right now.")).toBeVisible();
  await expect(chat.questions(page)).toHaveText(/What is tea\?/);
  await expectSignedIn(page, mira);
  await server.startAgain();
  await expect(page.getByText("Can't reach Noek right now.")).toBeHidden({ timeout: 40_000 });
  await expect(chat.questions(page)).toHaveText(/What is tea\?/);
  await say(page, 'And coffee?');
  await answerDone(page);
});

test('the service worker belongs to the chat only and is always revalidated; guests get none', async ({
  page,
  context,
  server,
}) => {
  const worker = await fetch(`${server.address}/service-worker.js`);
  expect(worker.status).toBe(200);
  expect(worker.headers.get('cache-control')).toBe('no-cache');
  expect(worker.headers.get('content-type')).toMatch(/javascript/);
  for (const host of ['auth', 'company'] as const) {
    await page.goto(server.origins[host]);
    expect(await page.evaluate(async () => (await fetch('/service-worker.js')).status)).toBe(404);
  }
  const guest = await context.newPage();
  await guest.clock.install();
  await openChat(guest, server);
  await guest.clock.runFor(60_000);
  expect(await guest.evaluate(() => navigator.serviceWorker.getRegistrations())).toEqual([]);
  await guest.evaluate(async () => {
    for (const name of ['noek-shell-oldest', 'noek-shell-before', 'of something else']) await caches.open(name);
  });
  await guest.close();

  await signIn(context, server);
  await openChatSignedIn(page, server);
  await shellReady(page);
  // The previous build stays, for pages that are still open.
  const names = await page.evaluate(() => caches.keys());
  expect(names).toEqual(['noek-shell-before', 'of something else', expect.stringMatching(/^noek-shell-[0-9a-f]{12}$/)]);
  const paths = await page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(paths).toContain('/');
  expect(
    paths.filter(
      (path) => path !== '/' && !/^\/(assets\/[\w.-]+|theme\.js|kept-view\.js|shell\.css|favicon\.svg)$/.test(path),
    ),
  ).toEqual([]);
  // With a connection, pages come from the server.
  const answer = await page.reload();
  expect(answer?.status()).toBe(200);
  expect((await page.goto(`${server.url}/nowhere`))?.status()).toBe(404);
  expect((await page.goto(`${server.url}/api/version`))?.headers()['content-type']).toMatch(/json/);
});

test('the browser understands the manifest, and a guest’s installed chat opens without a connection', async ({
  page,
  context,
  server,
}) => {
  await openChat(page, server);
  const browser = await context.newCDPSession(page);
  const { url, errors } = await browser.send('Page.getAppManifest');
  // With two DevTools sessions, the page would count as online after a reload.
  await browser.detach();
  expect([url, errors]).toEqual([`${server.url}/manifest.webmanifest`, []]);
  const manifest = await page.evaluate(async () => (await fetch('/manifest.webmanifest')).headers.get('content-type'));
  expect(manifest).toMatch(/^application\/manifest\+json/);

  await page.evaluate(() => window.dispatchEvent(new Event('appinstalled')));
  await shellReady(page);
  await context.setOffline(true);
  await expect(offlineLine(page)).toBeVisible();
  await page.reload();
  await expect(chat.welcome(page)).toBeVisible();
  await expect(offlineLine(page)).toBeVisible();
});

test('every screen of a signed-in person opens without a connection, and loads when it returns', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, server);
  // Not the chat: a bookmark may lead here first.
  await page.goto(`${server.url}/subscribe`);
  const plans = page.getByRole('main').getByText('$30', { exact: false }).first();
  await expect(plans).toBeVisible();
  await shellReady(page);
  const sentence = page.getByText('You seem to be offline.', { exact: false }).first();
  for (const path of ['/subscribe', '/memories', '/account']) {
    await page.goto(`${server.url}${path}`);
    await context.setOffline(true);
    const answer = await page.reload();
    expect([path, answer?.fromServiceWorker()]).toEqual([path, true]);
    await expect(page.getByRole('link', { name: 'Back to Chat' })).toBeVisible();
    await expect(sentence).toBeVisible();
    const again = page.getByRole('button', { name: 'Try again' }).first();
    await again.click();
    await expect(sentence).toBeVisible();
    await context.setOffline(false);
    await expect(sentence).toBeHidden();
    await expect(again).toBeHidden();
  }
});
