import { expect, type Page } from '@playwright/test';
import { signIn } from './support/accounts.ts';
import { auth, expectGuest } from './support/auth.ts';
import { answerDone, chat, chooseInHeader, openChat, openChatSignedIn, say } from './support/chat.ts';
import { expectStored } from './support/storage.ts';
import { test } from './support/test.ts';

test.use({ serviceWorkers: 'allow' });

const waiting = (page: Page) => page.getByText('Waiting for connection');

/** Waits until the chat can open without a connection. */
const shellReady = (page: Page) =>
  page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active && active.state !== 'activated')
      await new Promise((done) => active.addEventListener('statechange', done, { once: true }));
  });

test('messages written offline wait, survive a reload, and are sent once and in order, with two tabs open', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, server);
  await openChatSignedIn(page, server);
  await shellReady(page);
  await say(page, 'Hello');
  await answerDone(page);
  const other = await context.newPage();
  await other.goto(page.url());
  await answerDone(other);

  await context.setOffline(true);
  await say(page, 'The first that waits');
  await say(page, 'The second that waits');
  await expect(waiting(page)).toHaveCount(2);
  await expect(waiting(other)).toHaveCount(2);
  await expect(chat.input(page)).toHaveValue('');
  await page.reload();
  await expect(waiting(page)).toHaveCount(2);

  await context.setOffline(false);
  for (const tab of [page, other]) {
    await expect(waiting(tab)).toHaveCount(0);
    await expect(chat.questions(tab).last()).toContainText('The second that waits');
    await answerDone(tab);
  }
  await expect(page.getByRole('link', { name: /^Account/ })).toHaveAttribute('data-tooltip', /^2,997 of /);
  const { pathname } = new URL(page.url());
  const messages = await page.request.get(`${server.url}/api${pathname.replace('/chat/', '/conversations/')}/messages`);
  const said = ((await messages.json()) as { role: string; content: string }[]).filter(({ role }) => role === 'user');
  expect(said.map(({ content }) => content)).toEqual(['Hello', 'The first that waits', 'The second that waits']);
});

test('a guest starts a conversation offline; it is created when the connection is back', async ({
  page,
  context,
  server,
}) => {
  await openChat(page, server);
  await context.setOffline(true);
  await say(page, 'Nobody hears me');
  await expect(waiting(page)).toBeVisible();
  await say(page, 'Still nobody');
  await context.setOffline(false);
  await expect(page).toHaveURL(/\/chat\/\d+$/);
  await expect(waiting(page)).toHaveCount(0);
  await expect(chat.questions(page).last()).toContainText('Still nobody');
  await answerDone(page);
  await expect(page.getByText('8 messages left')).toBeVisible();
});

test('a waiting message can be edited or discarded', async ({ page, context, server }) => {
  await openChat(page, server);
  await say(page, 'Hello');
  await answerDone(page);
  await context.setOffline(true);
  await say(page, 'With a mistak');
  await say(page, 'Never mind');
  // By role, because a row that the list has not measured yet is hidden, and "last" would be the other one.
  const discard = page.getByRole('button', { name: 'Discard' });
  await expect(discard).toHaveCount(2);
  await discard.last().click();
  await expect(page.getByText('Never mind')).toHaveCount(0);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(chat.input(page)).toBeFocused();
  await expect(chat.input(page)).toHaveValue('With a mistak');
  await chat.input(page).press('End');
  await page.keyboard.type('e');
  await page.keyboard.press('Enter');
  await expect(waiting(page)).toHaveCount(1);
  await context.setOffline(false);
  await expect(chat.questions(page).last()).toContainText('With a mistake');
  await answerDone(page);
  await expect(page.getByText('8 messages left')).toBeVisible();
});

test('[4.37] signing out with unsent messages asks for confirmation', async ({ page, context, server }) => {
  await signIn(context, server);
  await openChatSignedIn(page, server);
  await shellReady(page);
  await say(page, 'Hello');
  await answerDone(page);
  await context.setOffline(true);
  await say(page, 'The one that waits');
  await expect(waiting(page)).toHaveCount(1);
  const question = page.getByRole('alertdialog', { name: 'Sign out' });
  await chooseInHeader(page, 'Sign out');
  await expect(question).toContainText('You have an unsent message.');
  await question.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(waiting(page)).toHaveCount(1);
  await chooseInHeader(page, 'Sign out');
  await question.getByRole('button', { name: 'Sign out' }).click();
  await expect(auth.signInLink(page)).toBeVisible();
  await context.setOffline(false);
  await expectGuest(page);
  await expectStored(page, 'noek_outbox').toBeNull();
});

test('without the server a message waits, and is sent when the server is back', async ({ page, startServer }) => {
  const server = await startServer();
  await openChat(page, server);
  await say(page, 'Hello');
  await answerDone(page);
  await server.kill();
  await say(page, 'Are you there?');
  await expect(waiting(page).or(page.getByText('Sending…'))).toBeVisible();
  await expect(chat.input(page)).toHaveValue('');
  await server.startAgain();
  await expect(waiting(page)).toHaveCount(0);
  await expect(chat.questions(page).last()).toContainText('Are you there?');
  await answerDone(page);
  await expect(page.getByText('8 messages left')).toBeVisible();
});

test('after the session has ended, a message is kept and sent when its author signs in again', async ({
  page,
  context,
  server,
}) => {
  const account = await signIn(context, server);
  await openChatSignedIn(page, server);
  await say(page, 'Hello');
  await answerDone(page);
  const address = page.url();
  await context.clearCookies();
  await say(page, 'Written too late');
  await expect(page.getByText('You have an unsent message. It will be sent when you')).toBeVisible();
  await expect(page.getByText('Written too late')).toHaveCount(0);
  await signIn(context, server, account);
  await page.goto(address);
  await expect(chat.questions(page).last()).toContainText('Written too late');
  await answerDone(page);
  await expect(page.getByText('A message is kept')).toHaveCount(0);
});
