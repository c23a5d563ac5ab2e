import { type APIResponse, expect } from '@playwright/test';
import { addConversations, signIn } from './support/accounts.ts';
import { chat, chooseInHeader, openChatSignedIn } from './support/chat.ts';
import { kept, shellReady } from './support/kept.ts';
import { seedConversations } from './support/seed-conversations.ts';
import { choose } from './support/sidebar.ts';
import { test } from './support/test.ts';

test.use({ serviceWorkers: 'allow' });

test('a conversation is pinned and unpinned from its menus, here and in another tab, and stays pinned', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, server);
  const [coffee] = await addConversations(context, server, ['About coffee', 'About tea']);
  await openChatSignedIn(page, server);
  const other = await context.newPage();
  await openChatSignedIn(other, server);
  await expect(chat.rows(page)).toHaveText([/^About tea/, /^About coffee/]);
  const heading = (of = page) => chat.sidebar(of).getByRole('heading', { name: 'Pinned' });
  await expect(heading()).toHaveCount(0);

  await choose(page, 'About coffee', 'Pin');
  await expect(chat.toast(page, 'Conversation pinned successfully')).toBeVisible();
  for (const tab of [page, other]) {
    await expect(chat.rows(tab)).toHaveText([/^About coffee/, /^About tea/]);
    await expect(heading(tab)).toBeVisible();
  }
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(chat.rows(page)).toHaveText([/^About tea/, /^About coffee/]);
  await expect(heading(other)).toHaveCount(0);

  await page.goto(`${server.url}/chat/${coffee}`);
  await chooseInHeader(page, 'Pin');
  await expect(chat.rows(page)).toHaveText([/^About coffee/, /^About tea/]);
  await page.reload();
  await expect(chat.rows(page)).toHaveText([/^About coffee/, /^About tea/]);
  await chooseInHeader(page, 'Unpin');
  await expect(chat.rows(page)).toHaveText([/^About tea/, /^About coffee/]);
});

test('a pin that cannot be saved is taken back, with the reason', async ({ page, context, server }) => {
  await signIn(context, server);
  await addConversations(context, server, ['About coffee', 'About tea']);
  await openChatSignedIn(page, server);
  await page.route('**/api/trpc/**chat.update**', (route) => route.abort());
  await choose(page, 'About coffee', 'Pin');
  await expect(chat.toast(page, 'Failed to pin conversation')).toBeVisible();
  await expect(chat.rows(page)).toHaveText([/^About tea/, /^About coffee/]);
});

test('a pinned conversation is above a list of hundreds, without a connection, too', async ({
  page,
  context,
  server,
}) => {
  const account = await signIn(context, server);
  await seedConversations(server, account, 260);
  const all: { id: number; title: string }[] = [];
  for (let link: string | undefined = '/api/conversations?limit=200'; link; ) {
    const answer: APIResponse = await context.request.get(`${server.url}${link}`);
    all.push(...((await answer.json()) as { id: number; title: string }[]));
    link = /<([^>]+)>; rel="next"/.exec(answer.headers().link ?? '')?.[1];
  }
  const oldest = all.at(-1);
  expect(all).toHaveLength(260);
  const pinned = await context.request.patch(`${server.url}/api/conversations/${oldest?.id}`, {
    data: { pinned: true },
  });
  expect(pinned.status()).toBe(200);
  await openChatSignedIn(page, server);
  await expect(chat.rows(page).first()).toContainText(oldest?.title ?? '');
  await expect(chat.sidebar(page).getByRole('heading', { name: 'Pinned' })).toBeVisible();
  await expect.poll(async () => (await kept(page))?.conversations.includes(oldest?.title ?? '')).toBe(true);
  await shellReady(page);
  await context.setOffline(true);
  await page.reload();
  await expect(chat.rows(page).first()).toContainText(oldest?.title ?? '');
  await expect(chat.sidebar(page).getByRole('heading', { name: 'Pinned' })).toBeVisible();
});
