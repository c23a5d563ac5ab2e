import { type BrowserContext, expect, type Page } from '@playwright/test';
import type { ServerProcess } from '../../server/src/testing/server-process.ts';
import { signIn } from './support/accounts.ts';
import { answerDone, chat, openChatSignedIn, say, shareOpenChat, shareQuestion } from './support/chat.ts';
import { phone } from './support/gallery.ts';
import { test } from './support/test.ts';

const question = 'Why are there tides?';
const parts = {
  share: (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Share', exact: true }),
  manage: (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Manage shared link' }),
  dialog: (page: Page) => page.getByRole('dialog', { name: 'Shared link' }),
  title: (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 }),
  asOf: (page: Page) => page.getByText(/^Shared conversation · as of/),
  articles: (page: Page) => page.getByRole('main').getByRole('article'),
  go: (page: Page) => page.getByRole('button', { name: 'Continue this chat' }),
  missing: (page: Page) => page.getByRole('heading', { name: 'Conversation not found' }),
};

/** A signed-in user with an open conversation. */
async function begin(page: Page, context: BrowserContext, server: ServerProcess) {
  const account = await signIn(context, server);
  await openChatSignedIn(page, server);
  await say(page, question);
  await answerDone(page);
  await page.waitForURL(/\/chat\/\d+$/);
  const link = page.url();
  const id = Number(link.split('/').at(-1));
  const share = async (body: Record<string, unknown> = {}) => {
    const answer = await context.request.post(`${server.url}/api/conversations/${id}/share`, { data: body });
    expect(answer.status()).toBe(200);
  };
  return { account, link, id, share };
}

test('[2.85] [8.29] Share asks, then copies the link; a stranger can read it without signing in', async ({
  page,
  context,
  server,
  anotherBrowser,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { account, link, id } = await begin(page, context, server);
  const reason = 'It did not mention the sun';
  const answers = (await (await context.request.get(`${server.url}/api/conversations/${id}/messages`)).json()) as {
    id: string;
    role: string;
  }[];
  const rated = await context.request.post(`${server.url}/api/trpc/chat.rate`, {
    data: { messageId: answers.find(({ role }) => role === 'assistant')?.id, rating: 'bad', reason },
  });
  expect(rated.status()).toBe(200);

  await parts.share(page).click();
  const ask = shareQuestion(page);
  await expect(
    ask.getByText('Anyone with the link can read these 2 messages. Later ones are not added.'),
  ).toBeVisible();
  await expect(ask.getByRole('region', { name: 'What readers see' }).getByRole('article')).toHaveCount(2);
  await expect(ask.getByLabel('Expires')).toHaveValue('30');
  const early = await anotherBrowser();
  expect((await early.request.get(`${server.url}/api/shared/${id}`)).status()).toBe(404);
  await ask.getByRole('button', { name: 'Create link and copy' }).click();
  await expect(chat.toast(page, 'Link copied!')).toBeVisible();
  await expect(chat.toast(page, 'Conversation link copied to clipboard')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await expect(parts.manage(page)).toBeVisible();

  const stranger = await anotherBrowser();
  const theirs = await stranger.newPage();
  const bodies: string[] = [];
  theirs.on('response', async (answer) => {
    if (answer.url().includes('/api/')) bodies.push(await answer.text().catch(() => ''));
  });
  const response = await theirs.goto(link);
  expect(response?.headers()).toMatchObject({ 'x-robots-tag': 'noindex', 'cache-control': 'no-store' });
  await expect(parts.title(theirs)).toHaveText(question);
  await expect(theirs).toHaveTitle(`${question} · Noek`);
  await expect(parts.asOf(theirs)).toBeVisible();
  await expect(parts.articles(theirs)).toHaveCount(2);
  await expect(parts.articles(theirs).first()).toContainText(question);
  await expect(chat.input(theirs)).toHaveCount(0);
  await expect(theirs.getByRole('main').getByRole('link', { name: 'Sign in' })).toHaveAttribute(
    'href',
    `${server.origins.auth}/login?return_to=${encodeURIComponent(link)}`,
  );
  await theirs.waitForLoadState('networkidle');
  expect(await stranger.cookies()).toEqual([]);
  const all = [...bodies, await theirs.content()].join('\n');
  expect(bodies.join()).toContain(question);
  for (const secret of [account.email, account.name, reason]) expect(all).not.toContain(secret);
});

test('a shared page makes no request that is refused, for any reader', async ({
  page,
  context,
  server,
  anotherBrowser,
}) => {
  const { link, share } = await begin(page, context, server);
  await share();
  const [guest, account] = [await anotherBrowser(), await anotherBrowser()];
  await signIn(account, server);
  for (const browser of [guest, account, context]) {
    const reader = await browser.newPage();
    const refused: string[] = [];
    reader.on('response', (answer) => {
      if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`);
    });
    await reader.goto(link);
    await expect(reader.getByRole('main').getByText(question).first()).toBeVisible();
    await expect(browser === context ? chat.input(reader) : parts.go(reader)).toBeVisible();
    expect(refused).toEqual([]);
  }
});

test('[2.85] [8.29] if copying fails the toast shows the link', async ({ page, context, server }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: () => Promise.reject(new DOMException('refused', 'NotAllowedError')) },
    });
    document.execCommand = () => false;
  });
  const { link } = await begin(page, context, server);
  await shareOpenChat(page);
  await expect(chat.toast(page, link)).toBeVisible();
  await expect(parts.dialog(page).getByLabel('Link', { exact: true })).toHaveValue(link);
});

test('where the browser has no clipboard for pages, the link is copied by selecting it', async ({
  page,
  context,
  server,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  // As on pages without HTTPS. The clipboard is read through the prototype.
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true }),
  );
  const { link } = await begin(page, context, server);
  await shareOpenChat(page);
  await expect(chat.toast(page, 'Link copied!')).toBeVisible();
  const copied = await page.evaluate(() => {
    delete (navigator as { clipboard?: Clipboard }).clipboard;
    return navigator.clipboard.readText();
  });
  expect(copied).toBe(link);
});

test('a row of the list asks in the same way, and leads to the link of a shared chat', async ({
  page,
  context,
  server,
}) => {
  await begin(page, context, server);
  const row = chat.row(page, question);
  await row.hover();
  await row.getByRole('button', { name: `Share “${question}”` }).click();
  await shareQuestion(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(shareQuestion(page)).toHaveCount(0);
  await expect(parts.share(page)).toBeVisible();
  await shareOpenChat(page);
  await expect(parts.manage(page)).toBeVisible();
  await row.hover();
  await row.getByRole('button', { name: `Share “${question}”` }).click();
  await expect(parts.dialog(page)).toBeVisible();
});

test('a guest continues in a private copy', async ({ page, context, server, anotherBrowser }) => {
  const { link, share } = await begin(page, context, server);
  await share();
  const guest = await (await anotherBrowser()).newPage();
  await guest.goto(link);
  await parts.go(guest).click();
  await expect(chat.input(guest)).toBeVisible();
  await expect(guest.getByText('10 messages left')).toBeVisible();
  await expect(chat.questions(guest)).toHaveCount(1);
  await expect(chat.answers(guest)).toHaveCount(1);
  expect(guest.url()).not.toBe(link);
  await say(guest, 'And without the Moon?');
  await answerDone(guest);
  await expect(guest.getByText('9 messages left')).toBeVisible();
  await guest.reload();
  await expect(chat.questions(guest)).toHaveText([/Why are there tides/, /And without the Moon/]);
  await page.reload();
  await expect(chat.questions(page)).toHaveCount(1);
});

test('another user continues in a copy in their account, on a phone, too', async ({
  page,
  context,
  server,
  anotherBrowser,
}) => {
  const { link, share } = await begin(page, context, server);
  await share();
  const other = await anotherBrowser();
  await signIn(other, server);
  const theirs = await other.newPage();
  await theirs.setViewportSize(phone);
  await theirs.goto(link);
  await expect(parts.asOf(theirs)).toBeVisible();
  await expect(theirs.getByRole('main').getByRole('link', { name: 'Sign in' })).toHaveCount(0);
  await parts.go(theirs).click();
  await expect(chat.input(theirs)).toBeVisible();
  await expect(chat.questions(theirs)).toHaveCount(1);
  await theirs.setViewportSize({ width: 1280, height: 800 });
  await expect(chat.row(theirs, question)).toBeVisible();
  // The owner still sees their own conversation at the link.
  await page.goto(link);
  await expect(chat.input(page)).toBeVisible();
});

test('new messages show after an update, not before', async ({ page, context, server, anotherBrowser }) => {
  const { link, share } = await begin(page, context, server);
  await share();
  await page.reload();
  await say(page, 'What about the sun?');
  await answerDone(page);
  const theirs = await (await anotherBrowser()).newPage();
  await theirs.goto(link);
  await expect(parts.articles(theirs)).toHaveCount(2);

  await parts.manage(page).click();
  await expect(parts.dialog(page).getByLabel('Link', { exact: true })).toHaveValue(link);
  await parts.dialog(page).getByLabel('Expires').selectOption('In 7 days');
  await expect(parts.dialog(page).getByText('Saved.')).toBeVisible();
  await theirs.reload();
  await expect(parts.asOf(theirs)).toBeVisible();
  await expect(parts.articles(theirs)).toHaveCount(2);

  await parts.dialog(page).getByRole('button', { name: 'Update' }).click();
  await expect(parts.dialog(page).getByText('The link now shows the conversation as it is.')).toBeVisible();
  await theirs.reload();
  await expect(parts.articles(theirs)).toHaveCount(4);
});

test('a link that was disabled, has expired, or whose conversation is deleted shows nothing', async ({
  page,
  context,
  server,
  anotherBrowser,
}) => {
  const { link, id, share } = await begin(page, context, server);
  const theirs = await (await anotherBrowser()).newPage();
  const open = async () => {
    await theirs.goto(link);
    await theirs.waitForLoadState('networkidle');
  };
  await open();
  await expect(parts.missing(theirs)).toBeVisible();

  await share({ expiresAt: new Date(Date.now() + 5_000).toISOString() });
  await expect(async () => {
    const answer = await theirs.request.get(`${server.url}/api/shared/${id}`);
    expect(answer.status()).toBe(404);
  }).toPass();
  await open();
  await expect(parts.missing(theirs)).toBeVisible();

  await share({ expiresAt: null });
  await open();
  await expect(parts.asOf(theirs)).toBeVisible();
  await page.reload();
  await parts.manage(page).click();
  await parts.dialog(page).getByRole('button', { name: 'Stop sharing' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop sharing' }).click();
  await expect(parts.dialog(page).getByText('The link no longer works.')).toBeVisible();
  await parts.go(theirs).click();
  await expect(parts.missing(theirs)).toBeVisible();
  await expect(chat.toast(theirs, "Couldn't continue this chat")).toBeVisible();

  await share();
  await open();
  await expect(parts.asOf(theirs)).toBeVisible();
  await context.request.delete(`${server.url}/api/conversations/${id}`);
  await open();
  await expect(parts.missing(theirs)).toBeVisible();
});

test("the owner's other pages show immediately when sharing starts and stops", async ({
  page,
  context,
  server,
  anotherBrowser,
}) => {
  const { account, link, id } = await begin(page, context, server);
  const elsewhere = await anotherBrowser();
  await signIn(elsewhere, server, account);
  const pages = [await context.newPage(), await elsewhere.newPage()];
  for (const other of pages) {
    await other.goto(link);
    await expect(parts.share(other)).toBeVisible();
  }
  await shareOpenChat(page);
  for (const other of pages) await expect(parts.manage(other)).toBeVisible();
  await context.request.delete(`${server.url}/api/conversations/${id}/share`);
  for (const other of [page, ...pages]) await expect(parts.share(other)).toBeVisible();
});

test('on a phone the link is shared and managed from the menu', async ({ page, context, server }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { link } = await begin(page, context, server);
  await page.setViewportSize(phone);
  const more = page.getByRole('banner').getByRole('button', { name: 'More', exact: true });
  await more.click();
  await page.getByRole('menuitem', { name: 'Share' }).click();
  await shareQuestion(page).getByRole('button', { name: 'Create link and copy' }).click();
  await expect(chat.toast(page, 'Link copied!')).toBeVisible();
  await more.click();
  await page.getByRole('menuitem', { name: 'Manage link…' }).click();
  await expect(parts.dialog(page).getByLabel('Link', { exact: true })).toHaveValue(link);
  await parts.dialog(page).getByRole('button', { name: 'Copy' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await page.keyboard.press('Escape');
  await expect(parts.dialog(page)).toHaveCount(0);
});
