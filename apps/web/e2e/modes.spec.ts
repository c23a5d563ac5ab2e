import { expect, type Page } from '@playwright/test';
import { signIn } from './support/accounts.ts';
import { answerDone, chat, openChat, openChatSignedIn, say } from './support/chat.ts';
import { test } from './support/test.ts';

const fun = (page: Page) => page.getByRole('button', { name: 'Fun Mode' });
const harmful = (page: Page) => page.getByRole('button', { name: 'Harmful Mode' });
const badge = (page: Page, name: string) => page.getByRole('banner').getByText(name, { exact: true });

test('[2.60] [4.08] [4.09] [4.10] in a conversation, the buttons send the commands', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, server);
  await openChatSignedIn(page, server);
  await say(page, 'What is a lighthouse?');
  await answerDone(page);
  await chat.input(page).fill('Half a thought');
  await expect(harmful(page)).toHaveCount(0);
  await expect(fun(page)).toHaveAttribute('aria-pressed', 'false');
  await fun(page).click();
  await expect(fun(page)).toHaveAttribute('aria-pressed', 'true');
  await expect(page).toHaveURL(/\/chat\/\d+$/);
  await expect(badge(page, 'Fun Mode')).toBeVisible();
  await expect(chat.answers(page).last()).toContainText('Fun Mode is on.');
  await expect(chat.input(page)).toHaveValue('Half a thought');
  await expect(page.locator('[data-mode=fun]')).toBeVisible();

  await harmful(page).click();
  await expect(badge(page, 'Harmful Mode')).toBeVisible();
  await expect(harmful(page)).toHaveAttribute('aria-pressed', 'true');
  await expect(page.locator('[data-mode=harmful]')).toBeVisible();
  await page.reload();
  await expect(harmful(page)).toHaveAttribute('aria-pressed', 'true');

  // Without Fun Mode there is no Harmful Mode.
  await fun(page).click();
  await expect(chat.answers(page).last()).toContainText('and Harmful Mode with it');
  await expect(badge(page, 'Fun Mode')).toHaveCount(0);
  await expect(badge(page, 'Harmful Mode')).toHaveCount(0);
  await expect(harmful(page)).toHaveCount(0);
  await expect(fun(page)).toHaveAttribute('aria-pressed', 'false');
  const account = page.getByRole('link', { name: /^Account/ });
  await expect(account).toHaveAttribute('data-tooltip', '2,999 of 3,000 messages left');
});

test('[2.60] before the first message, Fun Mode is chosen without messages of its own, and a line says so', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, server);
  await openChatSignedIn(page, server);
  await chat.input(page).fill('What is a lighthouse?');
  await fun(page).click();
  await expect(badge(page, 'Fun Mode')).toBeVisible();
  await expect(page.locator('[data-mode=fun]')).toBeVisible();
  await expect(chat.welcome(page)).toBeVisible();
  await expect(chat.input(page)).toHaveValue('What is a lighthouse?');
  await chat.send(page).click();
  await answerDone(page);
  const line = chat.thread(page).getByText('Fun Mode on', { exact: true });
  await expect(line).toBeVisible();
  await expect(chat.questions(page)).toHaveCount(1);
  await page.reload();
  await answerDone(page);
  await expect(line).toBeVisible();
  await expect(badge(page, 'Fun Mode')).toBeVisible();
  // The end of the mode is a message. The beginning stays as it was.
  await fun(page).click();
  await expect(chat.answers(page).last()).toContainText('Fun Mode is off.');
  await expect(line).toBeVisible();
});

test('[4.09] the four commands as messages; an impossible one is refused with a message', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, server);
  await openChatSignedIn(page, server);
  const steps = [
    [':harmful.mode=on', 'Harmful Mode only works inside Fun Mode', 0],
    [':fun.mode=on', 'Fun Mode is on.', 1],
    [':harmful.mode=on', 'Harmful Mode is on.', 2],
    [':harmful.mode=off', 'Harmful Mode is off. Fun Mode stays on.', 1],
    [':fun.mode=off', 'Fun Mode is off.', 0],
  ] as const;
  for (const [command, reply, badges] of steps) {
    await say(page, command);
    await expect(chat.answers(page).last()).toContainText(reply);
    await expect(page.getByRole('banner').getByText(/^(Fun|Harmful) Mode$/)).toHaveCount(badges);
  }
  // They are notes in the conversation, not questions: nothing to rate or regenerate.
  await expect(chat.questions(page)).toHaveCount(5);
  await expect(page.getByRole('button', { name: 'Regenerate' })).toHaveCount(0);
  await page.reload();
  await expect(chat.answers(page).last()).toContainText('Fun Mode is off.');
  await say(page, 'And now a question');
  await expect((await answerDone(page)).getByRole('button', { name: 'Regenerate' })).toBeVisible();
});

test('[2.60] guests have no mode buttons, and are told to sign in', async ({ page, server }) => {
  await openChat(page, server);
  await expect(fun(page)).toHaveCount(0);
  await say(page, ':fun.mode=on');
  await expect(chat.answers(page)).toContainText('Sign in');
  await expect(badge(page, 'Fun Mode')).toHaveCount(0);
  await expect(page.getByText('10 messages left')).toBeVisible();
});

test('a mode change that cannot be sent waits; discarding reverts it', async ({ page, context, server }) => {
  await signIn(context, server);
  await openChatSignedIn(page, server);
  await say(page, 'Hello');
  await answerDone(page);
  await page.route('**/api/trpc/chat.send**', (route) => route.abort());
  await fun(page).click();
  await expect(page.getByText('Waiting for connection')).toBeVisible();
  await expect(fun(page)).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(fun(page)).toHaveAttribute('aria-pressed', 'false');
  await expect(chat.input(page)).toHaveValue('');
});

test('a mode change shows in every open tab', async ({ page, context, server }) => {
  await signIn(context, server);
  await openChatSignedIn(page, server);
  await say(page, 'Hello');
  await answerDone(page);
  const other = await context.newPage();
  await other.goto(page.url());
  await answerDone(other);
  await fun(page).click();
  await expect(badge(other, 'Fun Mode')).toBeVisible();
  await expect(fun(other)).toHaveAttribute('aria-pressed', 'true');
});

test('mode changes made offline wait, can be reverted, and are sent before later messages', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, server);
  await openChatSignedIn(page, server);
  await say(page, 'Hello');
  await answerDone(page);
  const waiting = page.getByText('Waiting for connection');
  await context.setOffline(true);
  await fun(page).click();
  await expect(waiting).toHaveCount(1);
  await expect(chat.questions(page).last()).toContainText('Fun Mode on');
  await expect(fun(page)).toHaveAttribute('aria-pressed', 'true');
  await harmful(page).click();
  await expect(waiting).toHaveCount(2);
  await harmful(page).click();
  await expect(waiting).toHaveCount(1);
  await expect(harmful(page)).toHaveAttribute('aria-pressed', 'false');
  await say(page, 'A joke, please');
  await expect(waiting).toHaveCount(2);
  await expect(badge(page, 'Fun Mode')).toHaveCount(0);

  await context.setOffline(false);
  await expect(waiting).toHaveCount(0);
  await expect(badge(page, 'Fun Mode')).toBeVisible();
  await expect(chat.questions(page)).toHaveText([/^YouHello/, /Fun Mode on/, /A joke, please/]);
  await answerDone(page);
  await expect(fun(page)).toHaveAttribute('aria-pressed', 'true');
});

test('with the keyboard: a mode button keeps the focus', async ({ page, context, server }) => {
  await signIn(context, server);
  await openChatSignedIn(page, server);
  await fun(page).focus();
  await page.keyboard.press('Space');
  await expect(badge(page, 'Fun Mode')).toBeVisible();
  await expect(fun(page)).toBeFocused();
  await expect(fun(page)).toBeEnabled();
  await page.keyboard.press('Tab');
  await expect(harmful(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(badge(page, 'Harmful Mode')).toBeVisible();
  await expect(harmful(page)).toBeFocused();
});
