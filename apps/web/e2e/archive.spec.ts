import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { checkArchive } from '../../server/src/features/archive/zip/check-archive.ts';
import { addConversations, makeAccount, newAccount, signIn } from './support/accounts.ts';
import { answerDone, chat, openChatSignedIn, say } from './support/chat.ts';
import { findingsAsItIs, screenSizes } from './support/findings.ts';
import { test } from './support/test.ts';

/** Without animations: axe would see colours in the middle of a fade. */
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const section = (page: Page) => page.getByRole('region', { name: 'Export', exact: true });

/** What axe finds in the section on a phone and on a wide screen. The wide screen stays. */
async function findings(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const size of screenSizes.toReversed()) {
    await page.setViewportSize(size);
    found.push(...(await findingsAsItIs(page, `export, ${size.width}`, '#export')));
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

  await page.goto(`${server.url}/account`);
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
  await theirs.goto(`${server.url}/account`);
  await section(theirs)
    .getByLabel('Archive to import')
    .setInputFiles({
      name: 'notes.zip',
      mimeType: 'application/zip',
      buffer: Buffer.from('not a zip'),
    });
  await expect(section(theirs).getByText('This file is not a zip archive, or it is incomplete.')).toBeVisible();
  await section(theirs).getByLabel('Archive to import').setInputFiles(path);
  await expect(section(theirs).getByText('2 conversations and 0 memories added.')).toBeVisible();
  expect(await findings(theirs)).toEqual([]);
  await section(theirs)
    .getByLabel('Archive to import')
    .setInputFiles({
      name: 'again.zip',
      mimeType: 'application/zip',
      buffer: await readFile(path),
    });
  await expect(section(theirs).getByText('0 conversations and 0 memories added, 2 were already there.')).toBeVisible();

  await openChatSignedIn(theirs, server);
  await chat
    .sidebar(theirs)
    .getByRole('link', { name: /17% of 250/ })
    .click();
  await expect(theirs.getByText('42.5').first()).toBeVisible();
});
