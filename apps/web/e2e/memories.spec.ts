import { type BrowserContext, expect, type Page } from '@playwright/test';
import type { ServerProcess } from '../../server/src/testing/server-process.ts';
import { signIn } from './support/accounts.ts';
import { chat, openChatSignedIn } from './support/chat.ts';
import { findings, screenSizes } from './support/findings.ts';
import { test } from './support/test.ts';

const [desk, phone] = screenSizes;
const limitText = 'Memory limit reached! Delete some memories or upgrade.';

/** Creates memories for the signed-in user; the last one is the newest. */
async function addMemories(context: BrowserContext, server: ServerProcess, titles: readonly string[]) {
  for (const title of titles) {
    const data = { title, content: `All about ${title}.`, category: title.includes('tea') ? 'Drinks' : 'General' };
    expect((await context.request.post(`${server.url}/api/memories`, { data })).status()).toBe(201);
  }
}
const numbered = (count: number) => Array.from({ length: count }, (_, n) => `Thing ${n + 1}`);

const titles = (page: Page) => page.getByRole('heading', { level: 2 });
const dialog = (page: Page) => page.getByRole('dialog');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function openMemories(page: Page, server: ServerProcess): Promise<void> {
  await page.goto(`${server.url}/memories`);
  await expect(page.getByRole('heading', { level: 1, name: 'AI Memories' })).toBeVisible();
}

async function openPanel(page: Page, server: ServerProcess): Promise<void> {
  await openChatSignedIn(page, server);
  await chat.sidebar(page).getByRole('tab', { name: 'Memories' }).click();
  await expect(chat.sidebar(page).getByRole('heading', { name: 'AI Memories' })).toBeVisible();
}

test('a memory that a program saves over MCP appears on the open page with the name of its token', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, server);
  const data = { name: 'My editor, with a name that is too long for one line of a phone', scopes: ['all'] };
  const { token } = await (await context.request.post(`${server.url}/api/tokens`, { data })).json();
  await openMemories(page, server);
  await expect(page.getByText('No memories stored')).toBeVisible();
  const saved = await fetch(`${server.address}/mcp`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'save_memory', arguments: { content: 'Prefers tabs to spaces.', category: 'Work' } },
    }),
  });
  expect(await saved.text()).toContain('Saved: Prefers tabs to spaces');
  await expect(titles(page)).toHaveText(['Prefers tabs to spaces']);
  await expect(page.getByText(`Saved by ${data.name}`)).toBeVisible();
  expect(await findings(page, 'a memory of a program')).toEqual([]);
});

test('[2.86] [2.90] a memory is added and edited, and survives a reload', async ({ page, context, server }) => {
  await signIn(context, server);
  await openMemories(page, server);
  await expect(page.getByText('No memories stored')).toBeVisible();
  await button(page, 'Add Memory').click();
  await expect(dialog(page).getByLabel('Title')).toBeFocused();
  await page.keyboard.type('Green tea');
  await dialog(page).getByLabel('What to remember').fill('Every morning,\nwithout sugar.');
  await dialog(page).getByLabel('Category').fill('Drinks');
  await dialog(page).getByLabel('Importance').selectOption('High');
  await dialog(page).getByLabel('Category').press('Enter');
  await expect(chat.toast(page, 'Memory added')).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  await expect(titles(page)).toHaveText(['Green tea']);
  await expect(page.getByText('1 / 50 memories')).toBeVisible();

  await button(page, 'Edit “Green tea”').click();
  await expect(dialog(page).getByLabel('What to remember')).toHaveValue('Every morning,\nwithout sugar.');
  await dialog(page).getByLabel('Title').fill('Black tea');
  await button(page, 'Save').click();
  await expect(titles(page)).toHaveText(['Black tea']);
  await page.reload();
  await expect(titles(page)).toHaveText(['Black tea']);
  await expect(page.getByRole('listitem').getByText('High')).toBeVisible();
  await page.getByRole('link', { name: 'Back to Chat' }).click();
  await expect(chat.welcome(page)).toBeVisible();
  await expect(page).toHaveURL(`${server.url}/`);
});

test('[8.31] Undo restores a deleted memory; without it the memory is gone permanently', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, server);
  await addMemories(context, server, ['Coffee', 'Green tea']);
  await openMemories(page, server);
  await button(page, 'Delete “Green tea”').click();
  await expect(titles(page)).toHaveText(['Coffee']);
  await expect(chat.toast(page, 'The memory has been removed successfully.')).toBeVisible();
  await button(page, 'Undo').click();
  await expect(titles(page)).toHaveText(['Green tea', 'Coffee']);
  await expect(chat.toast(page, 'Memory restored')).toBeVisible();
  await button(page, 'Delete “Green tea”').click();
  await expect(chat.toast(page, 'Memory deleted')).toBeVisible();
  await page.reload();
  await expect(titles(page)).toHaveText(['Coffee']);
});

test('[8.33] without a connection a deleted memory reappears', async ({ page, context, server }) => {
  await signIn(context, server);
  await addMemories(context, server, ['Coffee']);
  await openMemories(page, server);
  await expect(titles(page)).toHaveText(['Coffee']);
  await page.route('**/api/trpc/**', (route) => route.abort());
  await button(page, 'Delete “Coffee”').click();
  await expect(chat.toast(page, 'Failed to delete memory')).toBeVisible();
  await expect(titles(page)).toHaveText(['Coffee']);
});

test('[8.32] the memories that a search finds are selected and deleted together', async ({ page, context, server }) => {
  await signIn(context, server);
  await addMemories(context, server, ['Coffee', 'Green tea', 'Black tea', 'Work']);
  await openMemories(page, server);
  await page.getByRole('searchbox', { name: 'Search memories' }).fill('TEA');
  await expect(titles(page)).toHaveText(['Black tea', 'Green tea']);
  await button(page, 'Select').click();
  await button(page, 'Select all').click();
  await expect(page.getByText('2 selected')).toBeVisible();
  await button(page, 'Delete All').click();
  const question = page.getByRole('alertdialog', { name: 'Delete memories' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await button(page, 'Delete All').click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(chat.toast(page, 'Memories deleted')).toBeVisible();
  await expect(chat.toast(page, '2 memories removed')).toBeVisible();
  await button(page, 'Show all memories').click();
  await expect(titles(page)).toHaveText(['Work', 'Coffee']);
});

test('[5.25] at the limit the refusal is shown, and the typed values stay', async ({ page, context, server }) => {
  await signIn(context, server);
  await addMemories(context, server, numbered(49));
  await openMemories(page, server);
  await expect(page.getByText('49 / 50 memories')).toBeVisible();
  // Another tab uses the last free place, which this tab does not know yet.
  await addMemories(context, server, ['The last one']);
  await button(page, 'Add Memory').click();
  await dialog(page).getByLabel('Title').fill('One too many');
  await dialog(page).getByLabel('What to remember').fill('A whole story.');
  await button(page, 'Save').click();
  await expect(dialog(page).getByRole('alert')).toHaveText(limitText);
  await expect(dialog(page).getByLabel('Title')).toHaveValue('One too many');
  await button(page, 'Cancel').click();
  await expect(page.getByRole('main').getByText(limitText)).toBeVisible();
  await expect(page.getByText('50 / 50 memories')).toBeVisible();
});

test('[2.82] [2.87] [2.89] [2.91] [2.92] the panel in the sidebar: ten cards, and a link to the rest', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, server);
  await openPanel(page, server);
  const side = chat.sidebar(page);
  await expect(side.getByText('No memories stored')).toBeVisible();
  await expect(side.getByText('Create memories for Noek to remember')).toBeVisible();
  await addMemories(context, server, numbered(12));
  await side.getByRole('link', { name: 'Add Memory' }).click();
  await expect(page).toHaveURL(`${server.url}/memories`);
  await expect(titles(page)).toHaveCount(12);
  await page.goBack();
  await side.getByRole('tab', { name: 'Memories' }).click();
  await expect(side.getByText('12 / 50 memories')).toBeVisible();
  await expect(side.getByRole('button', { name: /^Delete “/ })).toHaveCount(10);
  const bounds = await side.boundingBox();
  const card = await side.getByRole('listitem').first().boundingBox();
  expect((card?.x ?? 0) + (card?.width ?? 0)).toBeLessThan((bounds?.x ?? 0) + (bounds?.width ?? 0));
  await side.getByRole('button', { name: 'Delete “Thing 12”' }).click();
  await expect(chat.toast(page, 'Memory deleted')).toBeVisible();
  await expect(side.getByText('11 / 50 memories')).toBeVisible();
  await side.getByRole('link', { name: 'View 1 more memories' }).click();
  await expect(titles(page)).toHaveCount(11);
});

test('[2.88] [4.50] several memories are selected and deleted together in the panel', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, server);
  await addMemories(context, server, numbered(3));
  await openPanel(page, server);
  const side = chat.sidebar(page);
  await side.getByRole('button', { name: 'Select' }).click();
  for (const name of [/Thing 3/, /Thing 1/]) await side.getByRole('checkbox', { name }).check();
  await side.getByRole('button', { name: 'Delete All' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(chat.toast(page, '2 memories removed')).toBeVisible();
  await expect(side.getByText('1 / 50 memories')).toBeVisible();
  await button(page, 'Undo').click();
  await expect(side.getByText('3 / 50 memories')).toBeVisible();
});

test('[2.21] guests get the 404 page and status; signed-in users get the page', async ({ page, context, server }) => {
  expect((await page.goto(`${server.url}/memories`))?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'AI Pathway Error' })).toBeVisible();
  await signIn(context, server);
  expect((await page.goto(`${server.url}/memories`))?.status()).toBe(200);
  await expect(page.getByRole('heading', { level: 1, name: 'AI Memories' })).toBeVisible();
});

test("another person's memories are not shown", async ({ page, context, anotherBrowser, server }) => {
  await signIn(context, server);
  await addMemories(context, server, ['My secret']);
  await openMemories(page, server);
  await expect(titles(page)).toHaveText(['My secret']);
  const theirs = await anotherBrowser();
  await signIn(theirs, server);
  const stranger = await theirs.newPage();
  await openMemories(stranger, server);
  await expect(stranger.getByText('No memories stored')).toBeVisible();
});

test('in forced colours an icon has the colour of its text', async ({ page, context, server }) => {
  await signIn(context, server);
  await addMemories(context, server, ['Coffee']);
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  await openMemories(page, server);
  await expect(titles(page)).toHaveText(['Coffee']);
  const search = page.getByRole('searchbox', { name: 'Search memories' }).locator('..');
  const colour = (element: Element) => getComputedStyle(element).color;
  expect(await search.locator('svg').evaluate(colour)).toBe(await search.evaluate(colour));
});

test.describe('accessibility', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('axe finds nothing on the page, its dialog and the panel', async ({ page, context, server }) => {
    await signIn(context, server);
    await openMemories(page, server);
    await expect(page.getByText('No memories stored')).toBeVisible();
    expect(await findings(page, 'empty')).toEqual([]);
    await addMemories(context, server, [...numbered(11), 'x'.repeat(120)]);
    await page.reload();
    await expect(titles(page)).toHaveCount(12);
    expect(await findings(page, 'list')).toEqual([]);
    await button(page, 'Select').click();
    await page.getByRole('checkbox').first().check();
    expect(await findings(page, 'select mode')).toEqual([]);
    await button(page, 'Cancel').click();
    await button(page, 'Add Memory').click();
    await button(page, 'Save').click();
    expect(await findings(page, 'dialog')).toEqual([]);
    await page.setViewportSize(desk);
    await openPanel(page, server);
    expect(await findings(page, 'panel', [desk])).toEqual([]);
    await chat.sidebar(page).getByRole('button', { name: 'Select' }).click();
    await chat.sidebar(page).getByRole('checkbox').first().check();
    expect(await findings(page, 'panel in select mode', [desk])).toEqual([]);
    await page.setViewportSize(phone);
    await button(page, 'Open sidebar').click();
    await dialog(page).getByRole('tab', { name: 'Memories' }).click();
    await expect(dialog(page).getByText('12 / 50 memories')).toBeVisible();
    expect(await findings(page, 'panel in the drawer', [phone])).toEqual([]);
  });
});
