import { expect } from '@playwright/test';
import { signIn } from './support/accounts.ts';
import { answerDone, chat, openChat, openChatSignedIn, say } from './support/chat.ts';
import { findingsAsItIs } from './support/findings.ts';
import { test } from './support/test.ts';

test('a first run without keys: a guest searches the help pages and reads how to connect a model', async ({
  page,
  server,
}) => {
  await openChat(page, server);
  await page.getByRole('switch', { name: 'Web search' }).click();
  await say(page, 'Search the web: what is Noek?');
  const found = await answerDone(page);
  await expect(found).toContainText('Noek is an AI chat assistant.');
  await expect(found).toContainText('Searched the web for');
  await expect(found.getByText('Demo', { exact: true })).toBeVisible();

  await page.getByRole('switch', { name: 'Web search' }).click();
  await say(page, 'How do I connect a model?');
  const connect = await answerDone(page);
  await expect(connect.locator('ol > li')).toHaveCount(3);
  await expect(connect).toContainText('ollama pull llama3.2');
  await expect(connect.locator('ol > li').first()).toContainText('.env');
  await expect(connect.getByRole('button', { name: /^Copy/ }).first()).toBeVisible();
  await expect(connect.locator('pre')).toHaveText('OPENAI_API_KEY=your-key');
});

test('a person mentions an allergy, and the demo knows it in another chat', async ({ page, context, server }) => {
  await signIn(context, server);
  await openChatSignedIn(page, server);
  await say(page, 'I am allergic to walnuts');
  const saved = await answerDone(page);
  await expect(saved).toContainText('Saved to memory');
  await expect(saved).toContainText('in your other conversations too.');

  await page.getByRole('button', { name: 'New chat' }).first().click();
  await expect(chat.welcome(page)).toBeVisible();
  await say(page, 'Suggest a cake for my birthday');
  await expect(await answerDone(page)).toContainText('because you told me: “I am allergic to walnuts”');
});

test('what the demo suggests can be sent by a press, with the keyboard too', async ({ page, server }) => {
  await openChat(page, server);
  await say(page, 'Hello');
  const hello = await answerDone(page);
  const suggestion = hello.getByRole('button', { name: 'What is 17% of 250?' });
  await suggestion.focus();
  await page.keyboard.press('Enter');
  await expect(chat.questions(page).last()).toContainText('What is 17% of 250?');
  await expect(await answerDone(page)).toContainText('17% of 250 = 42.5');
  expect(await findingsAsItIs(page, 'suggestions')).toEqual([]);
});
