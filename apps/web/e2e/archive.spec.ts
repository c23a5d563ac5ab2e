import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { checkArchive } from '../../server/src/features/archive/zip/check-archive.ts';
import { addConversations, makeAccount, newAccount, signIn } from './support/accounts.ts';
import { answerDone, chat, openChatSignedIn, say } from './support/chat.ts';
import { findingsAsItIs, screenSizes } from './support/findings.ts';
import { test } from './support/test.ts';

/** Without animations: axe would see colours in the middle of a fade. */
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const section = (page: Page) => page.getByRole('region', { name: 'Export', exact: true });
const importing = (page: Page) => page.getByRole('region', { name: 'Import', exact: true });
const reports = (page: Page) => importing(page).getByRole('region', { name: 'Your imports' });
/** Chooses files, and then all conversations of them. */
async function importAll(page: Page, file: Parameters<Locator['setInputFiles']>[0], button: string): Promise<void> {
  await importing(page).getByLabel('Files to import').setInputFiles(file);
  await page.getByRole('dialog').getByRole('button', { name: button }).click();
}

/** What axe finds in the section on a phone and on a wide screen. The wide screen stays. */
async function findings(page: Page, within = '#export'): Promise<string[]> {
  const found: string[] = [];
  for (const size of screenSizes.toReversed()) {
    await page.setViewportSize(size);
    found.push(...(await findingsAsItIs(page, `${within}, ${size.width}`, within)));
  }
  return found;
}

test('an export is complete, and another account imports it without adding anything twice', async ({
  page,
  context,
  server,
  anotherBrowser,
}, testInfo) => {
  await signIn(context, server);
  await addConversations(context, server, ['Notes: what? "CON" / 日本語 🎉']);
  await openChatSignedIn(page, server);
  await say(page, 'What is 17% of 250?');
  await answerDone(page);

  await page.goto(`${server.url}/account/data`);
  await section(page).getByRole('button', { name: 'Export everything' }).click();
  await expect(section(page).getByText(/^Your archive is ready\./)).toBeVisible();
  // It is still there after a reload.
  await page.reload();
  const link = section(page).getByRole('link', { name: /^Download \(\d/ });
  await expect(link).toBeVisible();
  expect(await findings(page)).toEqual([]);
  const downloading = page.waitForEvent('download');
  await link.click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^noek-export-\d{4}-\d{2}-\d{2}\.zip$/);
  const path = testInfo.outputPath('export.zip');
  await download.saveAs(path);
  const { manifest, problems } = await checkArchive(path);
  expect(problems).toEqual([]);
  expect(manifest.counts).toMatchObject({ conversations: 2, messages: 2 });

  const other = await anotherBrowser();
  await signIn(other, server, await makeAccount(server, newAccount('Sami Okafor')));
  const theirs = await other.newPage();
  await theirs.goto(`${server.url}/account/data`);
  await importing(theirs)
    .getByLabel('Files to import')
    .setInputFiles({ name: 'notes.zip', mimeType: 'application/zip', buffer: Buffer.from('PK, but not a zip') });
  await expect(
    importing(theirs).getByText('“notes.zip” is damaged or incomplete. Please download it again.'),
  ).toBeVisible();
  await importAll(theirs, path, 'Import 2 conversations');
  await expect(reports(theirs).getByText('2 conversations added.')).toBeVisible();
  expect(await findings(theirs, '#import')).toEqual([]);
  const again = { name: 'again.zip', mimeType: 'application/zip', buffer: await readFile(path) };
  await importAll(theirs, again, 'Import 2 conversations');
  await expect(reports(theirs).getByText('2 conversations were already here.')).toBeVisible();

  await openChatSignedIn(theirs, server);
  await chat
    .sidebar(theirs)
    .getByRole('link', { name: /17% of 250/ })
    .click();
  await expect(theirs.getByText('42.5').first()).toBeVisible();
});
