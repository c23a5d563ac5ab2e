import { expect } from '@playwright/test';
import { makeAccount } from './support/accounts.ts';
import { auth, expectGuest, expectSignedIn, submitSignIn } from './support/auth.ts';
import { answerDone, chat, chooseInHeader, openChat, say } from './support/chat.ts';
import { test } from './support/test.ts';

test('[2.94] [2.95] [2.96] [2.97] [4.11] [8.36] [2.43] a guest at the limit who sends again gets the dialog, and keeps the text and the conversation', async ({
  page,
  startServer,
}) => {
  const server = await startServer({ GUEST_MESSAGE_LIMIT: '2' });
  await openChat(page, server);
  await expect(page.getByText('2 messages left')).toBeVisible();
  await say(page, 'Hello');
  await answerDone(page);
  await expect(page.getByText('1 message left')).toBeVisible();
  await say(page, 'Hello again');
  await answerDone(page);
  await expect(page.getByText('0 messages left')).toBeVisible();

  await say(page, 'And a third time');
  const dialog = page.getByRole('dialog', { name: 'Chat Limit Reached' });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByText("You've used all 2 guest messages!")).toBeVisible();
  await expect(dialog.getByText('Create a free account to continue chatting')).toBeVisible();
  await expect(dialog.getByRole('listitem')).toHaveText([
    '3,000 messages per day',
    'Advanced AI capabilities with all modes',
    'Memory Bank system',
  ]);
  await expect(dialog.getByText('No credit card required • Free forever plan available')).toBeVisible();

  // Closing it loses neither the text nor the conversation.
  await dialog.getByRole('button', { name: 'Maybe Later' }).click();
  await expect(dialog).toBeHidden();
  await expect(chat.input(page)).toHaveValue('And a third time');
  await expect(page.getByRole('alert').filter({ hasText: "You've used all 2 guest messages!" })).toBeVisible();
  await expect(chat.questions(page)).toHaveCount(2);

  await chat.input(page).press('Enter');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(chat.input(page)).toBeFocused();
  await chat.input(page).press('Enter');
  const back = page.url();
  const signUp = dialog.getByRole('link', { name: 'Create Free Account' });
  await expect(signUp).toHaveAttribute('href', `${server.origins.auth}/signup?return_to=${encodeURIComponent(back)}`);
  await signUp.click();
  await expect(page).toHaveURL(`${server.origins.auth}/signup`);
  await expect(page.getByRole('heading', { name: 'Create Account' })).toBeVisible();
});

test('a new conversation, another tab or a reload does not restore a message', async ({
  page,
  context,
  startServer,
}) => {
  const server = await startServer({ GUEST_MESSAGE_LIMIT: '1' });
  await openChat(page, server);
  await say(page, 'Hello');
  await answerDone(page);
  for (const tab of [page, await context.newPage()]) {
    await tab.goto(server.url);
    await expect(tab.getByText('0 messages left')).toBeVisible();
    await say(tab, 'Once more');
    await expect(tab.getByRole('dialog', { name: 'Chat Limit Reached' })).toBeVisible();
    await tab.getByRole('button', { name: 'Maybe Later' }).click();
    await chat.input(tab).fill('');
  }
});

test('neither signing in and out on the other host nor a lost guest cookie restores a message', async ({
  page,
  context,
  startServer,
}) => {
  const server = await startServer({ GUEST_MESSAGE_LIMIT: '2' });
  const mira = await makeAccount(server);
  const signInAndOut = async () => {
    await auth.signInLink(page).click();
    await submitSignIn(page, mira);
    await expectSignedIn(page, mira);
    await chooseInHeader(page, 'Sign out');
    await expectGuest(page);
  };
  /** The guest status of this browser, over both transports. */
  const left = () =>
    page.evaluate(async () => {
      const rest = await (await fetch('/api/guest/status')).json();
      const typed = await (await fetch('/api/trpc/chat.allowance')).json();
      return [rest.remainingMessages, typed.result.data.remainingMessages];
    });

  await page.goto(server.origins.chat);
  await say(page, 'Hello');
  await answerDone(page);
  await signInAndOut();
  await expect(page.getByText('1 message left')).toBeVisible();
  expect(await left()).toEqual([1, 1]);

  await say(page, 'Hello again');
  await answerDone(page);
  await signInAndOut();
  await expect(page.getByText('0 messages left')).toBeVisible();
  await context.clearCookies({ name: 'noek_guest' });
  await page.reload();
  await expect(page.getByText('0 messages left')).toBeVisible();
  expect(await left()).toEqual([0, 0]);
  await say(page, 'And a third time');
  await expect(page.getByRole('dialog', { name: 'Chat Limit Reached' })).toBeVisible();
});
