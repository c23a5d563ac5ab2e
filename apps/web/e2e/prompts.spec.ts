import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { signIn, startWithAdministrator } from './support/accounts.ts';
import { chat, openChatSignedIn } from './support/chat.ts';
import { findings, screenSizes } from './support/findings.ts';
import { test } from './support/test.ts';

/** Without animations: axe would see colours in the middle of a fade. */
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const [wide, phone] = screenSizes;
const names = (page: Page) => page.getByRole('heading', { level: 3 });
const list = (page: Page) => page.getByRole('listbox', { name: 'Prompts' });

async function add(page: Page, name: string, text: string): Promise<void> {
  await page.getByRole('button', { name: 'New prompt' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Text').fill(text);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
}
async function choose(page: Page, name: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for “${name}”` }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('prompts are kept on their page, and "/" inserts them into the message box', async ({ page, context, server }) => {
  await signIn(context, server);
  await openChatSignedIn(page, server);
  await chat.input(page).press('/');
  await expect(list(page)).toBeVisible();
  await expect(page.getByText('You have no prompts yet.')).toBeVisible();
  await chat.input(page).press('ArrowDown');
  await chat.input(page).press('Enter');

  await expect(page.getByText('No prompts yet')).toBeVisible();
  expect(await findings(page, 'no prompts')).toEqual([]);
  await page.setViewportSize(wide);
  await add(page, 'Summary', 'Sum up what I paste in two lines.');
  await add(page, 'Translate', 'Translate {{text}} into {{language}}.');
  await add(page, 'Tone', 'Be friendly.');
  // It is live in another tab.
  const other = await context.newPage();
  await other.goto(`${server.url}/prompts`);
  await expect(names(other)).toHaveText(['Summary', 'Translate', 'Tone']);
  await choose(page, 'Tone', 'Move up');
  await expect(names(page)).toHaveText(['Summary', 'Tone', 'Translate']);
  await expect(names(other)).toHaveText(['Summary', 'Tone', 'Translate']);
  // Dragging.
  const [handle, last] = [page.locator('[data-handle]').first(), page.locator('[data-row]').last()];
  const end = await last.boundingBox();
  await handle.hover();
  await page.mouse.down();
  await page.mouse.move(300, (end?.y ?? 0) + (end?.height ?? 0) - 4, { steps: 4 });
  await page.mouse.up();
  await expect(names(page)).toHaveText(['Tone', 'Translate', 'Summary']);
  await choose(page, 'Tone', 'Delete');
  await expect(names(page)).toHaveText(['Translate', 'Summary']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(names(page)).toHaveText(['Tone', 'Translate', 'Summary']);
  expect(await findings(page, 'prompts')).toEqual([]);
  await page.setViewportSize(wide);

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe('noek-prompts.json');
  const content = await readFile(await file.path(), 'utf8');
  expect(JSON.parse(content).prompts).toHaveLength(3);
  const input = page.getByLabel('File with prompts');
  await input.setInputFiles({ name: 'wrong.json', mimeType: 'application/json', buffer: Buffer.from('{"a":1}') });
  await expect(page.getByText(/^This file is not a list of prompts\./)).toBeVisible();
  await choose(page, 'Tone', 'Delete');
  await expect(names(page)).toHaveCount(2);
  await input.setInputFiles({ name: 'mine.json', mimeType: 'application/json', buffer: Buffer.from(content) });
  await expect(names(page)).toHaveText(['Translate', 'Summary', 'Tone']);
  await page.reload();
  await expect(names(page)).toHaveText(['Translate', 'Summary', 'Tone']);

  await page.getByRole('link', { name: 'Back to Chat' }).click();
  // What was typed is still there.
  await expect(chat.input(page)).toHaveValue('/');
  await expect(list(page).getByRole('option')).toHaveCount(4);
  expect(await findings(page, 'the list of prompts')).toEqual([]);
  await page.setViewportSize(wide);
  await chat.input(page).press('End');
  await chat.input(page).pressSequentially('sum');
  await expect(list(page).getByRole('option').first()).toContainText('Summary');
  await chat.input(page).press('Enter');
  await expect(chat.input(page)).toHaveValue('Sum up what I paste in two lines.');
  await expect(chat.input(page)).toBeFocused();
  // The browser can undo it, and nothing was sent.
  await page.keyboard.press('ControlOrMeta+z');
  await expect(chat.input(page)).toHaveValue('/sum');
  await expect(chat.welcome(page)).toBeVisible();

  await page.setViewportSize(phone);
  await chat.input(page).fill('/');
  await list(page).getByRole('option', { name: 'Translate' }).click();
  const dialog = page.getByRole('dialog', { name: 'Translate' });
  expect(await findings(page, 'the variables of a prompt')).toEqual([]);
  await dialog.getByLabel('text').fill('good evening');
  await dialog.getByLabel('text').press('Enter');
  await page.keyboard.type('French');
  await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText('Translate good evening into French.');
  await page.keyboard.press('Enter');
  await expect(chat.input(page)).toHaveValue('Translate good evening into French.');
  // What matches no prompt is text.
  await chat.input(page).fill('/etc/hosts');
  await expect(list(page)).toHaveCount(0);
});

test('administrators publish prompts for everybody; guests have no list', async ({
  page,
  context,
  startServer,
  anotherBrowser,
}) => {
  const { server, boss } = await startWithAdministrator(startServer);
  await signIn(context, server, boss);
  await page.goto(`${server.url}/prompts`);
  await page.getByRole('button', { name: 'Publish a prompt' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('House style');
  await page.getByRole('dialog').getByLabel('Text').fill('Write in our house style.');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(names(page)).toHaveText(['House style']);
  expect(await findings(page, 'published prompts')).toEqual([]);

  const person = await anotherBrowser();
  await signIn(person, server);
  const theirs = await person.newPage();
  await openChatSignedIn(theirs, server);
  await chat.input(theirs).press('/');
  await expect(list(theirs).getByRole('option', { name: /^House style/ })).toContainText('For everybody');
  await chat.input(theirs).press('Tab');
  await expect(chat.input(theirs)).toHaveValue('Write in our house style.');

  const guest = await (await anotherBrowser()).newPage();
  await guest.goto(server.url);
  await expect(chat.welcome(guest)).toBeVisible();
  await chat.input(guest).fill('/');
  await expect(chat.send(guest)).toBeEnabled();
  await expect(list(guest)).toHaveCount(0);
});
