import { expect, type Page } from '@playwright/test';
import { signIn } from './support/accounts.ts';
import { answerDone, chat, openChat, openChatSignedIn, say } from './support/chat.ts';
import { test } from './support/test.ts';

const editor = (page: Page) => page.getByRole('textbox', { name: 'Edit message' });
/** With the keyboard, because a line that appears above moves the button away from the pointer. */
const edit = (page: Page, question: string) =>
  chat.questions(page).filter({ hasText: question }).getByRole('button', { name: 'Edit message' }).press('Enter');

test('an unsent edit survives a reload, another conversation and a second editor', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, server);
  await openChatSignedIn(page, server);
  for (const question of ['Apples', 'Pears']) {
    await say(page, question);
    await answerDone(page);
  }
  const address = page.url();
  await edit(page, 'Apples');
  await editor(page).fill('Apples, but green');
  await edit(page, 'Pears');
  await expect(editor(page)).toHaveValue('Pears');
  await expect(editor(page)).toBeFocused();
  await editor(page).fill('Pears, but soft');

  await page.reload();
  await expect(editor(page)).toHaveValue('Pears, but soft');
  // The editor was restored, not opened by the user, so it does not take the focus.
  await expect(editor(page)).not.toBeFocused();
  await chat.sidebar(page).getByRole('button', { name: 'New chat' }).click();
  await expect(chat.welcome(page)).toBeVisible();
  await expect(editor(page)).toHaveCount(0);
  await page.goto(address);
  await expect(editor(page)).toHaveValue('Pears, but soft');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await edit(page, 'Apples');
  await expect(editor(page)).toHaveValue('Apples, but green');
  await expect(editor(page)).toBeFocused();
  await editor(page).press('Enter');
  await expect(chat.input(page)).toBeFocused();
  await expect(chat.questions(page)).toHaveText([/Apples, but green/]);
  await answerDone(page);
  await page.reload();
  await answerDone(page);
  await expect(editor(page)).toHaveCount(0);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('noek_edit')))).toEqual([]);
});

test('a press counts even if the list hides the row before the release', async ({ page, server }) => {
  await openChat(page, server);
  await say(page, 'Apples');
  await answerDone(page);
  await edit(page, 'Apples');
  const cancel = page.getByRole('button', { name: 'Cancel' });
  await cancel.hover();
  await page.mouse.down();
  // The list hides a row like this until it has measured it.
  await cancel.evaluate((button) => {
    const row = button.closest<HTMLElement>('[data-message]')?.parentElement;
    if (row) row.style.visibility = 'hidden';
  });
  await page.mouse.up();
  await expect(editor(page)).toHaveCount(0);
});

test('an edit without a response creates one version', async ({ page, server }) => {
  await openChat(page, server);
  await say(page, 'Apples');
  await answerDone(page);
  await edit(page, 'Apples');
  await editor(page).fill('Green apples');

  // The server accepts it and announces it on the live stream, but its response is lost.
  const second = chat.questions(page).getByRole('group', { name: 'Version 2 of 2' });
  await page.route('**/api/trpc/chat.send**', async (route) => {
    await route.fetch();
    await second.waitFor();
    await route.abort();
  });
  await editor(page).press('Enter');
  await answerDone(page);
  await expect(second).toBeVisible();
  await expect(chat.questions(page)).toContainText('Green apples');
  await expect(editor(page)).toHaveCount(0);
  await expect(page.getByRole('alert').filter({ hasText: /\w/ })).toHaveCount(0);
  await expect(page.getByText('8 messages left')).toBeVisible();
});

test('an edit and a regeneration made offline wait in place, and are sent once and in order', async ({
  page,
  context,
  server,
}) => {
  const waiting = page.getByText('Waiting for connection');
  await openChat(page, server);
  for (const question of ['Apples', 'Pears']) {
    await say(page, question);
    await answerDone(page);
  }
  await context.setOffline(true);
  await expect(page.getByText('You are offline.')).toBeVisible();
  await edit(page, 'Pears');
  await editor(page).fill('Soft pears');
  await editor(page).press('Enter');
  await expect(chat.questions(page)).toHaveText([/Apples/, /Soft pears/]);
  await expect(waiting).toHaveCount(1);

  // While it waits, it can be changed in its editor.
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(editor(page)).toHaveValue('Soft pears');
  await expect(waiting).toHaveCount(0);
  await editor(page).fill('Hard pears');
  await editor(page).press('Enter');
  await expect(waiting).toHaveCount(1);
  await chat.answers(page).first().getByRole('button', { name: 'Regenerate' }).press('Enter');
  await expect(page.getByText('New answer: Waiting for connection')).toBeVisible();
  await expect(waiting).toHaveCount(2);

  await context.setOffline(false);
  await page.reload();
  await expect(waiting).toHaveCount(0);
  await expect(chat.questions(page)).toHaveText([/Apples/]);
  await expect(chat.answers(page).getByRole('group', { name: 'Version 2 of 2' })).toBeVisible();
  await answerDone(page);
  await expect(page.getByText('6 messages left')).toBeVisible();
  await chat.answers(page).getByRole('button', { name: 'Previous version' }).click();
  await expect(chat.questions(page)).toHaveText([/Apples/, /Hard pears/]);
});
