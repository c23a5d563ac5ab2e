import { expect } from '@playwright/test';
import { newAccount } from './support/accounts.ts';
import { answerDone, chat, chooseInHeader, openChat, say, wordsOf } from './support/chat.ts';
import { test } from './support/test.ts';

test('[2.62] [2.63] [2.18] [1.01] [2.35] [2.36] [2.129] [4.34] [1.03] from a first visit to conversations that outlive a restart', async ({
  page,
  context,
  startServer,
}) => {
  const server = await startServer();
  const mira = newAccount();

  await test.step('a guest clicks a card and gets a streamed answer', async () => {
    await openChat(page, server);
    await expect(
      page.getByText('Start a conversation with AI to get answers, ideas, and assistance with any topic.'),
    ).toBeVisible();
    const cards = page.getByRole('main').getByRole('listitem').getByRole('button');
    await expect(cards).toHaveText([
      /^Write a professional email/,
      /^Explain a complex topic/,
      /^Debug my code/,
      /^Create a learning plan/,
    ]);
    await expect(page.getByText('10 messages left')).toBeVisible();
    await cards.filter({ hasText: 'Create a learning plan' }).click();
    await expect(chat.questions(page)).toContainText('Create a learning plan for me');
    await expect(chat.stop(page)).toBeVisible();
    await expect(page.getByText('9 messages left')).toBeVisible();
    await expect(page).toHaveURL(/\/chat\/[1-9]\d*$/);
    const answer = await answerDone(page);
    await expect(answer).toContainText('Four weeks of Spanish');
    await expect(answer.getByText('Demo', { exact: true })).toBeVisible();
  });

  await test.step('signs up, and follows the link of the mail', async () => {
    await page.getByRole('link', { name: 'Noek' }).first().click();
    await expect(chat.welcome(page)).toBeVisible();
    const signIn = page.getByRole('link', { name: 'Sign In' });
    const wayBack = encodeURIComponent(`${server.url}/`);
    await expect(signIn).toHaveAttribute('href', `${server.origins.auth}/login?return_to=${wayBack}`);
    await signIn.click();
    await expect(page).toHaveURL(`${server.origins.auth}/login`);
    await page.getByRole('button', { name: 'Sign Up' }).click();
    await expect(page.getByRole('heading', { name: 'Create Account' })).toBeVisible();
    const create = page.getByRole('button', { name: 'Create Account' });
    await page.getByLabel('Full name').fill(mira.name);
    await page.getByLabel('Email').fill(mira.email);
    await page.getByLabel('Password', { exact: true }).fill(mira.password);
    await expect(create).toBeDisabled();
    await page.getByLabel('Confirm password').fill(mira.password);
    await create.click();
    await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible();
    await expect(page.getByText(mira.email)).toBeVisible();

    const [inbox] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('link', { name: 'Open the email inbox of this server' }).click(),
    ]);
    const mail = inbox.getByRole('link', { name: mira.email });
    await expect(async () => {
      await inbox.reload();
      await expect(mail).toBeVisible({ timeout: 500 });
    }).toPass();
    await mail.click();
    await inbox.getByRole('link', { name: /verify-email\?token=/ }).click();
    await expect(inbox.getByRole('heading', { name: 'Email Verified Successfully!' })).toBeVisible();
    await expect(inbox.getByText(`Welcome, ${mira.name}!`)).toBeVisible();
    await expect(inbox.getByText('you are signed in on this device', { exact: false })).toBeVisible();
    await inbox.getByRole('link', { name: 'Continue to Sign In' }).click();
    await expect(inbox).toHaveURL(`${server.url}/`);
    await inbox.close();
  });

  await test.step('signs in and is back on localhost', async () => {
    // The link has signed this browser in.
    await page.getByRole('button', { name: "I've Verified My Email - Sign In" }).click();
    await expect(page).toHaveURL(`${server.url}/`);
    const account = page.getByRole('link', { name: /^Account/ });
    await expect(account).toContainText(mira.name);
    await expect(account).toContainText(mira.email);
    // The guest's chat was moved to the account.
    await expect(chat.row(page, 'Create a learning plan for me')).toBeVisible();
  });

  const kept: { title: string; question: string; answer: string }[] = [];
  await test.step('chats twice; both are in the sidebar', async () => {
    for (const question of ['What is 17 times 23?', 'Show me a table of the planets']) {
      await page.getByRole('button', { name: 'New chat', exact: true }).click();
      await expect(chat.welcome(page)).toBeVisible();
      await say(page, question);
      const answer = await wordsOf(await answerDone(page));
      await expect(chat.row(page, question)).toBeVisible();
      kept.push({ title: question, question, answer });
    }
  });

  await test.step('after a restart everything is found again', async () => {
    expect(await server.stop()).toEqual({ code: 0, signal: null });
    await server.startAgain();
    await page.goto(server.url);
    for (const { title, question, answer } of kept) {
      await chat.row(page, title).getByRole('link').click();
      await expect(chat.questions(page)).toContainText(question);
      expect(await wordsOf(await answerDone(page))).toBe(answer);
      await page.reload();
      await expect(chat.questions(page)).toContainText(question);
      expect(await wordsOf(await answerDone(page))).toBe(answer);
    }
  });

  await test.step('[2.50] signs out', async () => {
    await chooseInHeader(page, 'Sign out');
    await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible();
    await expect(chat.sidebar(page)).toBeHidden();
    await expect(page.getByRole('button', { name: /^Account menu/ })).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible();
    await expect(page.getByText(/messages left$/)).toBeVisible();
  });
});
