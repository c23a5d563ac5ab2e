import { expect, type Page } from '@playwright/test';
import { auth, expectGuest, expectSignedIn, signInByHand } from './support/auth.ts';
import { answerDone, chat, say } from './support/chat.ts';
import { expectStored } from './support/storage.ts';
import { test } from './support/test.ts';

/** Stops the page's clock, so that the time since a sign-out is exact even on a busy machine. */
const stopClock = (page: Page) => page.clock.setFixedTime(new Date());

const loggedOut = (page: Page, secondsAgo: number) =>
  page.evaluate((ago) => localStorage.setItem('noek_recent_logout', String(Date.now() - ago * 1_000)), secondsAgo);

test('[4.16] [4.20] [4.30] [9.08] for 30 seconds after signing out, an existing session is ignored', async ({
  page,
  server,
}) => {
  const mira = await signInByHand(page, server);
  await say(page, 'Nobody else may read this');
  await answerDone(page);
  const conversation = page.url();
  await stopClock(page);

  await loggedOut(page, 29);
  await page.reload();
  await expect(auth.signInLink(page)).toBeVisible();
  await expect(chat.sidebar(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Conversation not found' })).toBeVisible();
  await expect(page.getByText('Nobody else may read this')).toHaveCount(0);

  await loggedOut(page, 31);
  await page.reload();
  await expectSignedIn(page, mira);
  await expect(chat.questions(page)).toHaveText(/Nobody else may read this/);

  // A guest's write belongs to the guest, so it ends the session first.
  await loggedOut(page, 5);
  await page.goto(server.origins.chat);
  await expectGuest(page);
  await say(page, 'I am somebody else');
  await answerDone(page);
  await loggedOut(page, 40);
  await page.reload();
  await expectGuest(page);
  await expect(chat.questions(page)).toHaveText(/I am somebody else/);
  await page.goto(conversation);
  await expect(page.getByRole('heading', { name: 'Conversation not found' })).toBeVisible();
});

/** A login token for the chat host from the auth host. */
async function makeToken(page: Page, authOrigin: string): Promise<string> {
  await page.goto(`${authOrigin}/verify-email`);
  return page.evaluate(async () => {
    const answer = await fetch('/api/auth/generate-cross-domain-token', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
    });
    return ((await answer.json()) as { token: string }).token;
  });
}

test('[4.18] [4.19] for 10 seconds a token does not sign in automatically, but a deliberate login does', async ({
  page,
  context,
  server,
}) => {
  const { auth: authOrigin, chat: chatOrigin } = server.origins;
  const mira = await signInByHand(page, server);
  const other = await context.newPage();
  await stopClock(page);

  const blocked = await makeToken(other, authOrigin);
  await loggedOut(page, 2);
  await page.goto(`${chatOrigin}/?auth_token=${blocked}`);
  await expectGuest(page);
  await expect(page).toHaveURL(`${chatOrigin}/`);
  await loggedOut(page, 2);
  await page.goto(`${chatOrigin}/?auth_token=${blocked}&auth_action=login`);
  await expectSignedIn(page, mira);
  await expectStored(page, 'noek_recent_logout').toBeNull();

  const late = await makeToken(other, authOrigin);
  await loggedOut(page, 12);
  await page.goto(`${chatOrigin}/?auth_token=${late}`);
  await expectSignedIn(page, mira);
});

test('[4.23] a token that was made by a page does not sign in, and its user is shown only briefly', async ({
  page,
  server,
}) => {
  const user = { id: 'x', name: 'Forged Admin', email: 'forged@example.com', accessLevel: 'admin' };
  const token = btoa(JSON.stringify({ user, timestamp: Date.now(), domain: server.origins.auth }));
  await page.goto(`${server.origins.chat}/?auth_token=${encodeURIComponent(token)}&auth_action=login`);
  await expectGuest(page);
  await expect(page.getByText('Forged Admin')).toHaveCount(0);
  await expectStored(page, 'noek_user').toBeNull();
});

for (const from of ['chat', 'company'] as const)
  test(`[4.24] [4.25] [9.09] a sync window that the ${from} host opened closes automatically`, async ({
    page,
    context,
    server,
  }) => {
    const { auth: authOrigin, chat: chatOrigin } = server.origins;
    await signInByHand(page, server, { returnTo: server.origins[from] });
    const token = await makeToken(await context.newPage(), authOrigin);
    const open = async (query: string) => {
      const popup = page.waitForEvent('popup');
      await page.evaluate((to) => void window.open(to), `${chatOrigin}/?${query}&sync=true`);
      return popup;
    };
    const login = await open(`auth_token=${token}&auth_action=login`);
    if (!login.isClosed()) await login.waitForEvent('close');
    await page.goto(chatOrigin);
    await expect(auth.account(page)).toBeVisible();
    const logout = await open('auth_action=logout');
    if (!logout.isClosed()) await logout.waitForEvent('close');
    await page.reload();
    await expectGuest(page);
  });
