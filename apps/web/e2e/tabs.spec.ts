import { expect, type Page } from '@playwright/test';
import { addConversations, signIn } from './support/accounts.ts';
import { answerDone, chat, chooseInHeader, openChat, openChatSignedIn, say, wordsOf } from './support/chat.ts';
import { talking, watchLiveStreams } from './support/live.ts';
import { test } from './support/test.ts';

/** The number of words of an answer on a page. */
const wordsShown = async (page: Page) =>
  ((await chat.answers(page).last().textContent()) ?? '').match(/word\d+/g)?.length ?? 0;
/** Expects the answer to keep growing. */
async function grows(page: Page): Promise<void> {
  const before = await wordsShown(page);
  await expect.poll(() => wordsShown(page)).toBeGreaterThan(before);
}

test('eight tabs of one user share one live stream; when its tab is closed during an answer, the others continue', async ({
  page,
  context,
  answering,
}) => {
  test.slow();
  const talk = talking();
  const { model, server } = await answering(talk.answer);
  const streams = watchLiveStreams(context);
  await signIn(context, server);
  await openChatSignedIn(page, server);
  await say(page, 'Count for me');
  await expect(chat.answers(page)).toContainText('word1 ');
  const tabs = [page];
  while (tabs.length < 8) {
    const tab = await context.newPage();
    await tab.goto(page.url());
    tabs.push(tab);
  }
  for (const tab of tabs) await grows(tab);
  expect(streams.open()).toEqual([page]);
  expect(streams.made()).toBe(1);

  await page.close();
  const others = tabs.slice(1);
  for (const tab of others) await grows(tab);
  expect(streams.open()).toHaveLength(1);
  talk.enough();
  for (const tab of others) expect((await wordsOf(await answerDone(tab))).trim()).toBe(talk.said());
  expect(model.calls).toHaveLength(1);
  expect(streams.open()).toHaveLength(1);
});

test('after a server restart every tab says so, and all continue with one stream', async ({
  page,
  context,
  startServer,
}) => {
  const server = await startServer();
  const streams = watchLiveStreams(context);
  await signIn(context, server);
  const [first] = await addConversations(context, server, ['Before']);
  const other = await context.newPage();
  for (const tab of [page, other]) await openChatSignedIn(tab, server);
  await expect.poll(() => streams.open().length).toBe(1);
  await server.kill();
  await expect.poll(() => streams.open().length).toBe(0);
  await server.startAgain();
  await expect.poll(() => streams.open().length).toBe(1);
  const answer = await context.request.post(`${server.url}/api/conversations/${first}/archive`);
  expect(answer.status()).toBe(200);
  for (const tab of [page, other]) await expect(chat.row(tab, 'Before')).toHaveCount(0);
});

test('changes in one tab show in the others immediately: created, renamed, archived, deleted', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, server);
  const other = await context.newPage();
  for (const tab of [page, other]) await openChatSignedIn(tab, server);
  const [tea, coffee] = await addConversations(context, server, ['About tea', 'About coffee']);
  for (const tab of [page, other]) await expect(chat.rows(tab)).toHaveText([/^About coffee/, /^About tea/]);

  await other.goto(`${server.url}/chat/${tea}`);
  await expect(chat.row(other, 'About tea').getByRole('link')).toHaveAttribute('aria-current', 'page');
  const renamed = await context.request.patch(`${server.url}/api/conversations/${tea}`, { data: { title: 'On tea' } });
  expect(renamed.status()).toBe(200);
  for (const tab of [page, other]) await expect(chat.row(tab, 'On tea')).toBeVisible();
  await expect(other).toHaveTitle('On tea · Noek');

  await context.request.post(`${server.url}/api/conversations/${coffee}/archive`);
  for (const tab of [page, other]) await expect(chat.row(tab, 'About coffee')).toHaveCount(0);
  await page.getByRole('tab', { name: 'Archived' }).click();
  await expect(chat.row(page, 'About coffee')).toBeVisible();

  await context.request.delete(`${server.url}/api/conversations/${tea}`);
  await expect(other.getByText('Conversation not found')).toBeVisible();
  await expect(chat.row(other, 'On tea')).toHaveCount(0);
});

test('a new tab shows a change that was made after its first read and before it joined the live stream', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, server);
  await openChatSignedIn(page, server);
  const [tea] = await addConversations(context, server, ['About tea']);
  const other = await context.newPage();
  const changed = Promise.withResolvers<void>();
  await other.route(/\/assets\/live-.*\.js$/, async (route) => {
    await changed.promise;
    await route.continue();
  });
  await other.goto(`${server.url}/chat/${tea}`);
  await expect(other).toHaveTitle('About tea · Noek');
  await expect(other.getByText('How can I help you today?')).toBeVisible();
  const renamed = await context.request.patch(`${server.url}/api/conversations/${tea}`, { data: { title: 'On tea' } });
  expect(renamed.status()).toBe(200);
  await expect(chat.row(page, 'On tea')).toBeVisible();
  changed.resolve();
  await expect(other).toHaveTitle('On tea · Noek');
  await expect(chat.row(other, 'On tea')).toBeVisible();
});

test('[2.42] switching a mode on in one tab shows its badge in another', async ({ page, context, server }) => {
  await signIn(context, server);
  const [id] = await addConversations(context, server, ['About tea']);
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto(`${server.url}/chat/${id}`);
    await expect(chat.row(tab, 'About tea')).toBeVisible();
  }
  const badge = (tab: Page) => tab.getByRole('banner').getByText(/^Fun Mode/);
  await expect(badge(other)).toHaveCount(0);
  await say(page, ':fun.mode=on');
  await expect(badge(page)).toBeVisible();
  await expect(badge(other)).toBeVisible();
});

test('a phone and a laptop see each other’s turns and the remaining allowance', async ({
  page,
  context,
  server,
  anotherBrowser,
}) => {
  const account = await signIn(context, server);
  const [id] = await addConversations(context, server, ['Shared by both']);
  const phones = await anotherBrowser();
  await signIn(phones, server, account);
  const phone = await phones.newPage();
  await phone.setViewportSize({ width: 390, height: 844 });
  for (const device of [page, phone]) {
    await device.goto(`${server.url}/chat/${id}`);
    await expect(chat.input(device)).toBeEditable();
  }
  await expect(page).toHaveTitle('Shared by both · Noek');
  await expect(phone).toHaveTitle('Shared by both · Noek');
  await say(page, 'From the laptop');
  await answerDone(page);
  await expect(chat.questions(phone)).toHaveText(/From the laptop/);
  await answerDone(phone);
  await say(phone, 'From the phone');
  await answerDone(phone);
  await expect(chat.questions(page)).toHaveText([/From the laptop/, /From the phone/]);
  await answerDone(page);
  expect(await wordsOf(chat.answers(page).last())).toBe(await wordsOf(chat.answers(phone).last()));
});

test('a guest has a stream only while there is something to follow, and two tabs share it', async ({
  page,
  context,
  answering,
}) => {
  const talk = talking();
  const { server } = await answering(talk.answer);
  const streams = watchLiveStreams(context);
  await openChat(page, server);
  expect(streams.made()).toBe(0);
  await say(page, 'Count for me');
  await expect(chat.answers(page)).toContainText('word5 ');
  const other = await context.newPage();
  await other.goto(page.url());
  for (const tab of [page, other]) await grows(tab);
  expect(streams.open()).toEqual([page]);
  talk.enough();
  for (const tab of [page, other]) expect((await wordsOf(await answerDone(tab))).trim()).toBe(talk.said());
  await expect(other.getByText('9 messages left')).toBeVisible();
});

test('signing out ends the stream in every tab', async ({ page, context, server }) => {
  const streams = watchLiveStreams(context);
  await signIn(context, server);
  const other = await context.newPage();
  for (const tab of [page, other]) await openChatSignedIn(tab, server);
  await expect.poll(() => streams.open().length).toBe(1);
  await chooseInHeader(page, 'Sign out');
  for (const tab of [page, other]) await expect(chat.sidebar(tab)).toHaveCount(0);
  await expect.poll(() => streams.open().length).toBe(0);
});
