import { type BrowserContext, expect } from '@playwright/test';
import type { ServerProcess } from '../../server/src/testing/server-process.ts';
import { addConversations, signIn, startWithAdministrator } from './support/accounts.ts';
import { answerDone, chat, openChatSignedIn, say } from './support/chat.ts';
import { desk, phone, picture } from './support/gallery.ts';
import { test } from './support/test.ts';

// `npm run gallery`: the page of prompts, the list that "/" opens, and temporary chats.

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const prompts = [
  { name: 'Summary', text: 'Sum up what I paste in three sentences. Begin with the one that matters most.' },
  { name: 'Translate', text: 'Translate {{text}} into {{language}}. Keep names and numbers as they are.' },
  {
    name: 'Review of a letter',
    text: `Read this letter as its receiver would.\n\n1. What do they learn?\n2. What do they have to do?\n3. What is missing?\n\n${'Be specific, and quote the words that you mean. '.repeat(6)}`,
  },
  { name: 'Meeting notes', text: 'Turn these notes of {{date}} into decisions and tasks, each with a name.' },
];

async function addPrompts(context: BrowserContext, server: ServerProcess) {
  for (const data of prompts)
    expect((await context.request.post(`${server.url}/api/prompts`, { data })).status()).toBe(201);
}

test('prompts', async ({ page, context, startServer, anotherBrowser }) => {
  const { server, boss } = await startWithAdministrator(startServer);
  await signIn(context, server);
  await page.goto(`${server.url}/prompts`);
  await expect(page.getByText('No prompts yet')).toBeVisible();
  await picture(page, 'prompts-empty');
  const administrator = await anotherBrowser();
  await signIn(administrator, server, boss);
  const office = await administrator.newPage();
  await office.goto(`${server.url}/prompts`);
  for (const [name, text] of [
    ['House style', 'Write short sentences in plain English. No exclamation marks.'],
    ['Reply to a customer', 'Reply to {{customer}} in our tone: friendly, exact, no promises.'],
  ] as const) {
    await office.getByRole('button', { name: 'Publish a prompt' }).click();
    await office.getByRole('dialog').getByLabel('Name').fill(name);
    await office.getByRole('dialog').getByLabel('Text').fill(text);
    await office.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(office.getByRole('dialog')).toHaveCount(0);
  }
  await picture(office, 'prompts-administrator');
  await addPrompts(context, server);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'House style' })).toBeVisible();
  await picture(page, 'prompts');
  await page.setViewportSize(desk);
  await page.getByRole('button', { name: 'Actions for “Translate”' }).click();
  await picture(page, 'prompts-menu');
  await page.keyboard.press('Escape');
  await page.setViewportSize(desk);
  await page.locator('[data-handle]').first().hover();
  await page.mouse.down();
  const last = await page.locator('[data-row]').nth(2).boundingBox();
  await page.mouse.move(300, (last?.y ?? 0) + (last?.height ?? 0) - 6, { steps: 3 });
  await picture(page, 'prompts-drag', [desk]);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await page.getByRole('searchbox', { name: 'Search prompts' }).fill('zebra');
  await picture(page, 'prompts-nothing-found', [desk]);
  await page.getByRole('searchbox', { name: 'Search prompts' }).fill('');
  await page.getByRole('button', { name: 'New prompt' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('A prompt needs a name.')).toBeVisible();
  await picture(page, 'prompt-refused');
  await page.keyboard.press('Escape');
  await page.setViewportSize(desk);
  await page.getByRole('button', { name: 'Actions for “Summary”' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await chat.toast(page, 'Prompt deleted').hover();
  await picture(page, 'prompt-deleted');

  await page.setViewportSize(desk);
  await openChatSignedIn(page, server);
  await chat.input(page).fill('/');
  await expect(page.getByRole('option')).toHaveCount(6);
  await picture(page, 'prompt-list');
  await chat.input(page).fill('/tra');
  await picture(page, 'prompt-list-filtered');
  await page.setViewportSize(desk);
  await chat.input(page).press('Enter');
  await page.getByRole('dialog').getByLabel('language').fill('Slovene');
  await picture(page, 'prompt-variables');
  await page.keyboard.press('Escape');
  await chat.input(page).fill('Hello');
  await chat.input(page).press('Enter');
  await answerDone(page);
  await chat.input(page).fill('/');
  await picture(page, 'prompt-list-in-chat');
  await page.setViewportSize(desk);
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await picture(page, 'account-menu-prompts', [desk]);
});

test('temporary chats', async ({ page, context, server }) => {
  await signIn(context, server);
  await addConversations(context, server, ['About coffee', 'About tea']);
  await openChatSignedIn(page, server);
  await picture(page, 'temporary-offer');
  await page.setViewportSize(desk);
  await page.getByRole('switch', { name: 'Temporary chat' }).click();
  await picture(page, 'temporary-empty');
  await page.setViewportSize(desk);
  await say(page, 'Show me some markdown: a table, a list and code');
  await answerDone(page);
  await picture(page, 'temporary');
  await picture(page, 'temporary-small', [{ width: 320, height: 568 }]);
  await page.setViewportSize(desk);
  await page.getByRole('switch', { name: 'Temporary chat' }).hover();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await picture(page, 'temporary-menu');
  await page.keyboard.press('Escape');
  await page.setViewportSize(desk);
  const other = await context.newPage();
  await other.setViewportSize(phone);
  await other.goto(page.url());
  await page.getByRole('button', { name: 'End', exact: true }).click();
  await picture(page, 'temporary-end');
  await page.getByRole('alertdialog').getByRole('button', { name: 'End', exact: true }).click();
  await chat.toast(page, 'Temporary chat ended').hover();
  await picture(page, 'temporary-ended-here');
  await expect(other.getByRole('heading', { name: 'This temporary chat has ended' })).toBeVisible();
  await picture(other, 'temporary-ended');
});
