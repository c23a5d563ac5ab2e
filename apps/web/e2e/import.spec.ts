import { open } from 'node:fs/promises';
import { answer, chain, chat as chatgpt, message, question, root } from '@noek/importers/testing/chatgpt-parts';
import { expect, type Page } from '@playwright/test';
import { zipOf } from '../src/features/account/import/testing/zip-of.ts';
import { signIn } from './support/accounts.ts';
import { answerDone, chat, openChatSignedIn, say } from './support/chat.ts';
import { findings, findingsAsItIs, screenSizes } from './support/findings.ts';
import { test } from './support/test.ts';

/** Without animations: axe would see colours in the middle of a fade. */
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const section = (page: Page) => page.getByRole('region', { name: 'Import', exact: true });
const reports = (page: Page) => section(page).getByRole('region', { name: 'Your imports' });
const files = (page: Page) => section(page).getByLabel('Files to import');
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Choose conversations' });
const checkbox = (page: Page, name: string) => dialog(page).getByRole('checkbox', { name, exact: true });

const one = (title: string, nodes = [root, ...chain([question, answer])], fields: object = {}) =>
  chatgpt(nodes, { id: `id of ${title}`, conversation_id: `id of ${title}`, title, ...fields });

/** Two ways to continue after the first answer; the first is open. */
const branched = one(
  'Brewing tea',
  [
    root,
    ...chain([question, answer, message('user', 'Thanks'), message('assistant', 'You are welcome.')]),
    ...chain([message('assistant', 'Five minutes, if it is black.')], 'n1', 10),
  ],
  { current_node: 'n4' },
);

async function upload(conversations: readonly unknown[], more: Record<string, unknown> = {}) {
  const zip = await zipOf('export.zip', { 'conversations.json': conversations, 'chat.html': '<html></html>', ...more });
  return { name: 'export.zip', mimeType: 'application/zip', buffer: Buffer.from(await zip.arrayBuffer()) };
}

test('some conversations of a ChatGPT export are chosen, imported, opened, continued and undone', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, server);
  const file = await upload([branched, one('Coffee'), one('Tea in China'), one('Bread')]);
  await page.goto(`${server.url}/account/import`);
  await expect(section(page).getByRole('heading', { name: 'Import' })).toBeFocused();
  await files(page).setInputFiles(file);
  await expect(dialog(page).getByText('ChatGPT: 4 conversations with 11 messages')).toBeVisible();
  await checkbox(page, 'Select all').click();
  await expect(dialog(page).getByText('0 of 4 selected')).toBeVisible();
  await dialog(page).getByRole('searchbox', { name: 'Search titles' }).fill('tea');
  await expect(dialog(page).getByRole('listitem')).toHaveCount(2);
  await checkbox(page, 'Select all that were found').click();
  await dialog(page).getByRole('button', { name: 'Import 2 conversations' }).click();
  await expect(reports(page).getByText('2 conversations added.')).toBeVisible();
  await expect(reports(page).getByText('Import from ChatGPT')).toBeVisible();

  // The same export again, as a whole: only the others are added.
  await files(page).setInputFiles(file);
  await dialog(page).getByRole('button', { name: 'Import 4 conversations' }).click();
  await expect(reports(page).getByText('2 conversations added, 2 were already here.')).toBeVisible();

  await page.getByRole('link', { name: 'Back to Chat' }).click();
  await chat
    .sidebar(page)
    .getByRole('link', { name: /Brewing tea/ })
    .click();
  await expect(chat.questions(page)).toHaveText([/How long\?/, /Thanks/]);
  await expect(chat.answers(page).first().getByRole('group', { name: 'Version 1 of 2' })).toBeVisible();
  await chat.answers(page).first().getByRole('button', { name: 'Next version' }).click();
  await expect(chat.answers(page)).toHaveText([/Five minutes, if it is black\./]);
  await say(page, 'What is 17% of 250?');
  await answerDone(page);

  // What was continued stays.
  await page.goto(`${server.url}/account/import`);
  await reports(page).getByRole('button', { name: 'Undo this import' }).last().click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo import' }).click();
  await expect(
    reports(page).getByText('Undone: 1 conversation removed, 1 kept, because you have continued it since.'),
  ).toBeVisible();
  await openChatSignedIn(page, server);
  await expect(chat.row(page, 'Brewing tea')).toBeVisible();
  await expect(chat.row(page, 'Coffee')).toBeVisible();
  await expect(chat.row(page, 'Tea in China')).toHaveCount(0);
});

test('files that are no export are refused with what is taken, and the section is accessible', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, server);
  await page.goto(`${server.url}/account/import`);
  await files(page).setInputFiles({
    name: 'list.json',
    mimeType: 'application/json',
    buffer: Buffer.from('[{"name":"Tea"}]'),
  });
  await expect(section(page).getByText('These files have no conversations that Noek can read.')).toBeVisible();
  await expect(section(page).getByText('Settings, Data controls, Export data. A link comes by email.')).toBeVisible();
  for (const size of screenSizes.toReversed()) {
    await page.setViewportSize(size);
    expect(await findingsAsItIs(page, `refused, ${size.width}`, '#import')).toEqual([]);
  }

  // An export with nothing in it is not "done".
  await files(page).setInputFiles(await upload([one('Empty', [root])]));
  await expect(
    section(page).getByText('This export of ChatGPT has no conversations that Noek can read.'),
  ).toBeVisible();
  await expect(section(page).getByText(/ChatGPT, Claude, DeepSeek, Open WebUI and LibreChat/)).toBeVisible();
  await section(page).getByRole('button', { name: 'Discard' }).click();

  // A closed choice is kept.
  await files(page).setInputFiles(await upload([branched], { 'broken.zip': 'PK, but no ZIP' }));
  await dialog(page).getByText('1 problem').click();
  expect(await findings(page, 'choice')).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(section(page).getByText('1 conversation of ChatGPT can be imported.')).toBeVisible();
  await expect(section(page).getByRole('button', { name: 'Choose conversations' })).toBeVisible();
});

test('thousands of conversations are a list of few elements, which the keyboard moves through', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, server);
  await page.goto(`${server.url}/account/import`);
  await files(page).setInputFiles(await upload(Array.from({ length: 5_000 }, (_, at) => one(`Conversation ${at}`))));
  await expect(dialog(page).getByText('5,000 of 5,000 selected')).toBeVisible();
  await checkbox(page, 'Conversation 0').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await expect(checkbox(page, 'Conversation 1')).toBeFocused();
  await page.keyboard.press('End');
  await expect(checkbox(page, 'Conversation 4999')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(checkbox(page, 'Conversation 4999')).not.toBeChecked();
  expect(await dialog(page).getByRole('listitem').count()).toBeLessThan(60);
  await expect(dialog(page).getByRole('button', { name: 'Import 4,998 conversations' })).toBeVisible();
});

test('reading a large export can be cancelled', async ({ page, context, server }, testInfo) => {
  await signIn(context, server);
  const path = testInfo.outputPath('conversations.json');
  const file = await open(path, 'w');
  const long = JSON.stringify(one('Long', [root, ...chain([question, message('assistant', 'Tea. '.repeat(200_000))])]));
  await file.write('[');
  for (let at = 0; at < 150; at++) await file.write(`${at > 0 ? ',' : ''}${long}`);
  await file.write(']');
  await file.close();

  await page.goto(`${server.url}/account/import`);
  await files(page).setInputFiles(path);
  await expect(section(page).getByRole('progressbar', { name: 'Progress of the import' })).toBeVisible();
  await section(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(section(page).getByRole('button', { name: 'Choose files' })).toBeVisible();
  await expect(section(page).getByRole('progressbar')).toHaveCount(0);
  await expect(dialog(page)).toHaveCount(0);
});
