import { expect, type Page } from '@playwright/test';
import type { ServerProcess } from '../../server/src/testing/server-process.ts';
import { signIn } from './support/accounts.ts';
import { answerDone, chat, openChatSignedIn, say } from './support/chat.ts';
import { findingsAsItIs } from './support/findings.ts';
import { test } from './support/test.ts';

const sizes = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];

const savedLine = (page: Page) => chat.answers(page).last().getByText('Saved to memory', { exact: true });
const button = (page: Page, name: string) => chat.answers(page).last().getByRole('button', { name, exact: true });
const usedList = (page: Page) => page.getByRole('region', { name: 'Memories that this answer was given' });

/** Opens the empty chat, on a phone too, where the sidebar is closed. */
async function openNewChat(page: Page, server: ServerProcess): Promise<void> {
  await page.goto(server.url);
  await expect(chat.welcome(page)).toBeVisible();
}

async function memoriesOf(page: Page, server: ServerProcess): Promise<{ id: string; content: string }[]> {
  const response = await page.request.get(`${server.url}/api/memories`);
  return ((await response.json()) as { memories: { id: string; content: string }[] }).memories;
}

for (const size of sizes)
  test(`what a person asks to remember is saved, used in another chat, and explained, at ${size.width} px`, async ({
    page,
    context,
    server,
  }) => {
    await page.setViewportSize(size);
    await signIn(context, server);
    await openNewChat(page, server);
    await say(page, 'Remember that I am allergic to walnuts.');
    await answerDone(page);
    await expect(savedLine(page)).toBeVisible();
    await expect(chat.answers(page).last()).toContainText('I am allergic to walnuts');
    const source = page.url();

    await openNewChat(page, server);
    await say(page, 'Which cake could I bake on Sunday?');
    await answerDone(page);
    await button(page, 'Used here').click();
    await expect(usedList(page).getByRole('listitem')).toHaveCount(1);
    await expect(usedList(page)).toContainText('I am allergic to walnuts');
    expect(await findingsAsItIs(page, 'Used here')).toEqual([]);

    await usedList(page).getByRole('link', { name: 'Why do you remember this?' }).click();
    await expect(page).toHaveURL(new RegExp(`^${source}(\\?message=|$)`));
    await expect(chat.questions(page).getByText('Remember that I am allergic to walnuts.')).toBeVisible();
  });

for (const size of sizes)
  test(`Undo takes a saved memory back, and stays so after a reload, at ${size.width} px`, async ({
    page,
    context,
    server,
  }) => {
    await page.setViewportSize(size);
    await signIn(context, server);
    await openNewChat(page, server);
    await say(page, 'Please remember that my dog is called Rex.');
    await answerDone(page);
    await expect(savedLine(page)).toBeVisible();
    expect(await findingsAsItIs(page, 'a saved memory')).toEqual([]);
    expect(await memoriesOf(page, server)).toMatchObject([{ content: 'My dog is called Rex' }]);
    await button(page, 'Undo').click();
    await expect(chat.answers(page).last().getByText('Removed from memory again')).toBeVisible();
    expect(await memoriesOf(page, server)).toEqual([]);
    await page.reload();
    await answerDone(page);
    await expect(savedLine(page)).toBeVisible();
    await expect(button(page, 'Undo')).toBeHidden();
  });

test('what is forgotten in a chat comes back with Undo', async ({ page, context, server }) => {
  await signIn(context, server);
  const data = { title: 'Home', content: 'I live in Graz.' };
  expect((await context.request.post(`${server.url}/api/memories`, { data })).status()).toBe(201);
  await openNewChat(page, server);
  await say(page, 'Forget that I live in Graz.');
  await answerDone(page);
  await expect(chat.answers(page).last().getByText('Removed from memory', { exact: true })).toBeVisible();
  expect(await memoriesOf(page, server)).toEqual([]);
  await button(page, 'Undo').click();
  await expect(chat.answers(page).last().getByText('Back in memory')).toBeVisible();
  expect(await memoriesOf(page, server)).toMatchObject([{ content: 'I live in Graz.' }]);
});

test('deleting a conversation offers to forget what came from it, and Undo brings both back', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, server);
  await openChatSignedIn(page, server);
  await say(page, 'Remember that I play the violin.');
  await answerDone(page);
  await expect(savedLine(page)).toBeVisible();
  const row = chat.rows(page).first();
  await row.hover();
  await row.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Delete', exact: true }).click();
  const question = page.getByRole('alertdialog');
  await question.getByLabel('Also forget 1 memory that came from it').check();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(chat.toast(page, 'Conversation deleted successfully')).toBeVisible();
  await expect.poll(() => memoriesOf(page, server)).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => memoriesOf(page, server)).toMatchObject([{ content: 'I play the violin' }]);
  await expect(chat.questions(page)).toHaveCount(1);
});

test('memory that is off says so, and can be turned on; an edited memory shows its history', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, server);
  const api = `${server.url}/api`;
  const created = await context.request.post(`${api}/memories`, {
    data: { title: 'Tea', content: 'Likes black tea.' },
  });
  const { id } = (await created.json()) as { id: string };
  await context.request.patch(`${api}/memories/${id}`, { data: { content: 'Likes green tea.' } });
  await context.request.post(`${api}/user/memory-settings`, { data: { memoryEnabled: false } });
  await page.goto(`${server.url}/memories`);
  await expect(page.getByText('Memory is off: answers neither use these memories nor save new ones.')).toBeVisible();
  await page.getByRole('button', { name: 'Turn memory on' }).click();
  await expect(page.getByText(/^Memory is off/)).toBeHidden();
  expect(await (await context.request.get(`${api}/auth/user`)).json()).toMatchObject({ memoryEnabled: true });
  await page.getByRole('button', { name: 'History' }).click();
  await expect(page.getByRole('list', { name: 'History of “Tea”' })).toContainText('Likes black tea.');
});
