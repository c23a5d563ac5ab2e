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
const usedList = (page: Page) => page.getByRole('region', { name: 'Memories that this answer used' });

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
  test(`a memory that a person asks for is saved, used in another chat, and explained, at ${size.width} px`, async ({
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
  test(`Undo removes a saved memory, which stays removed after a reload, at ${size.width} px`, async ({
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
    await expect(chat.answers(page).last().getByText('No longer in memory')).toBeVisible();
    expect(await memoriesOf(page, server)).toEqual([]);
    await page.reload();
    await answerDone(page);
    await expect(savedLine(page)).toBeVisible();
    await expect(button(page, 'Undo')).toBeHidden();
  });

for (const size of sizes)
  test(`forgetting asks first, in every tab and after a reload, and Undo restores the memory: ${size.width} px`, async ({
    page,
    context,
    server,
  }) => {
    await page.setViewportSize(size);
    await signIn(context, server);
    for (let n = 1; n <= 10; n++) {
      const data = { title: `Cat ${n}`, content: `My cat likes toy number ${n}.` };
      expect((await context.request.post(`${server.url}/api/memories`, { data })).status()).toBe(201);
    }
    await openNewChat(page, server);
    await say(page, 'Forget about my cat.');
    await answerDone(page);
    const card = (of: Page) => of.getByRole('region', { name: 'Delete 10 memories?' });
    await expect(card(page).getByRole('checkbox')).toHaveCount(11);
    await expect(chat.answers(page).last()).toContainText('Nothing is deleted yet');
    expect(await findingsAsItIs(page, 'the question')).toEqual([]);
    expect(await memoriesOf(page, server)).toHaveLength(10);

    await page.reload();
    const other = await context.newPage();
    await other.goto(page.url());
    await expect(card(other)).toBeVisible();
    await card(page)
      .getByRole('checkbox', { name: /^Cat 3\b/ })
      .click();
    await card(page).getByRole('button', { name: 'Delete' }).click();
    for (const tab of [page, other]) {
      await expect(tab.getByText('Deleted 9 memories, kept 1.')).toBeVisible();
      await expect(card(tab)).toBeHidden();
    }
    expect(await memoriesOf(page, server)).toMatchObject([{ title: 'Cat 3' }]);
    expect(await findingsAsItIs(page, 'what was decided')).toEqual([]);

    await button(page, 'Undo deleting “Cat 7”').click();
    await expect(chat.answers(page).last().getByText('Back in memory')).toBeVisible();
    await button(page, 'Undo all 8').click();
    for (const tab of [page, other]) await expect(chat.answers(tab).last().getByText('Back in memory')).toHaveCount(9);
    expect(await memoriesOf(page, server)).toHaveLength(10);
  });

test('a request to leave something aside for today asks no question, and "Keep" keeps the memory', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, server);
  const data = { title: 'Diet', content: 'I am on a diet.' };
  expect((await context.request.post(`${server.url}/api/memories`, { data })).status()).toBe(201);
  await openNewChat(page, server);
  await say(page, 'Forget about my diet for today.');
  await answerDone(page);
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await say(page, 'Forget all my memories');
  await page.getByRole('region', { name: 'Delete 1 memory?' }).getByRole('button', { name: 'Keep' }).click();
  await expect(page.getByText('Nothing was deleted from memory.')).toBeVisible();
  expect(await memoriesOf(page, server)).toHaveLength(1);
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

test('a notice says that memory is off and can turn it on; an edited memory shows its history', async ({
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
