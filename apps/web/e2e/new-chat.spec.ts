import { expect, type Page, type Route } from '@playwright/test';
import { addConversations, signIn } from './support/accounts.ts';
import { answerDone, chat, openChatSignedIn, say } from './support/chat.ts';
import { test } from './support/test.ts';

/** Delays the calls of a procedure; `release` lets them and all later ones through. */
async function holdBack(page: Page, procedure: string) {
  const held: Route[] = [];
  let released = false;
  await page.route(`**/api/trpc/${procedure}**`, async (route) => {
    if (released) await route.continue();
    else held.push(route);
  });
  return {
    calls: () => held.length,
    async release() {
      released = true;
      for (const route of held) await route.continue();
    },
  };
}
const newChat = (page: Page) => page.getByRole('button', { name: 'New chat', exact: true });

test('[4.04] [4.05] a message sent while its new chat is created stays on screen: one conversation, no extra row', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, server);
  await openChatSignedIn(page, server);
  const making = await holdBack(page, 'chat.createConversation');
  const sending = await holdBack(page, 'chat.send');
  await newChat(page).click();
  await expect.poll(making.calls).toBe(1);
  await say(page, 'Do not lose sight of me');
  await expect(page.getByText('Do not lose sight of me')).toBeVisible();
  await expect(chat.input(page)).toHaveValue('');

  await making.release();
  await expect(page).toHaveURL(/\/chat\/\d+$/);
  await expect.poll(sending.calls).toBe(1);
  await expect(page.getByText('Do not lose sight of me')).toBeVisible();
  await expect(chat.welcome(page)).toHaveCount(0);
  const address = page.url();
  await sending.release();
  await answerDone(page);
  await expect(chat.questions(page)).toHaveText(/Do not lose sight of me/);
  await expect(page).toHaveURL(address);
  await expect(chat.rows(page)).toHaveText([/^Do not lose sight of me/]);
  expect(making.calls()).toBe(1);
});

test('leaving while a new chat is created does not lead back, and the message is in its own chat', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, server);
  await addConversations(context, server, ['About tea']);
  await openChatSignedIn(page, server);
  const making = await holdBack(page, 'chat.createConversation');
  await newChat(page).click();
  await say(page, 'Sent from the new chat');
  await expect.poll(making.calls).toBe(1);
  await chat.row(page, 'About tea').getByRole('link').click();
  await expect(page).toHaveTitle('About tea · Noek');
  const address = page.url();

  await making.release();
  await expect(chat.row(page, 'Sent from the new chat')).toBeVisible();
  await expect(chat.rows(page)).toHaveCount(2);
  await expect(page).toHaveURL(address);
  await chat.row(page, 'Sent from the new chat').getByRole('link').click();
  await expect(chat.questions(page)).toHaveText(/Sent from the new chat/);
  await answerDone(page);
});

test('a visitor who sends before the page knows the user becomes one guest, who has the conversation', async ({
  page,
  server,
}) => {
  const guests: string[] = [];
  page.on('response', async (response) => {
    // One that is still arriving at the end of the test has none.
    const cookies = (await response.headersArray().catch(() => [])).filter(
      ({ name }) => name.toLowerCase() === 'set-cookie',
    );
    if (cookies.some(({ value }) => value.startsWith('noek_guest='))) guests.push(new URL(response.url()).pathname);
  });
  const user = await holdBack(page, 'auth.user');
  await page.goto(server.url);
  // A slow network: the next call is ready before the cookie of the first one has arrived.
  const network = await page.context().newCDPSession(page);
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 300,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  await expect.poll(user.calls).toBe(1);
  await say(page, 'I could not wait');
  await expect(page.getByText('I could not wait')).toBeVisible();
  await user.release();
  await answerDone(page);
  await expect(page.getByText('9 messages left')).toBeVisible();
  expect(guests).toEqual(['/api/trpc/chat.guestStatus']);
  await page.reload();
  await expect(chat.questions(page)).toHaveText(/I could not wait/);
});
