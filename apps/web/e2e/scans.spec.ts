import { expect, type Page } from '@playwright/test';
import { scannedLines, scannedPdf, scannedSentences } from '../../../packages/files/src/testing/scans.ts';
import { typing } from '../../server/src/testing/stand-ins/model-server.ts';
import { answerDone, chat, openChat, say } from './support/chat.ts';
import { findingsAsItIs } from './support/findings.ts';
import { test } from './support/test.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const [rent] = scannedSentences;

/** A page takes seconds, on a busy machine many. */
const untilRead = { timeout: 60_000 };

/** How many pages of the person's only file wait to be read. */
async function pagesLeft(page: Page): Promise<number> {
  const answer = await page.request.get(new URL('/api/files', page.url()).href);
  const { files } = (await answer.json()) as { files: { state: string; pages?: number; pagesRead?: number }[] };
  const [file] = files;
  if (!file || (file.state === 'reading' && file.pagesRead === undefined)) return Number.NaN;
  return file.pagesRead === undefined ? 0 : (file.pages ?? 1) - file.pagesRead;
}

/** Enter sends nothing before. */
const uploaded = (page: Page) => expect(page.getByRole('list', { name: 'Files to send' })).toContainText(/\d kB/);

test('a guest asks about a scan: its text is read without a model, and the answer says so', async ({
  page,
  answering,
}) => {
  const { model, server } = await answering(typing('The tenant pays 1,250.50 EUR [1].', 0));
  await openChat(page, server);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'contract.pdf', mimeType: 'application/pdf', buffer: await scannedPdf(2) });
  await uploaded(page);
  await expect.poll(() => pagesLeft(page), untilRead).toBe(0);
  await say(page, 'How high is the rent?');
  const answer = await answerDone(page);
  expect(JSON.stringify(model.calls.at(-1)?.messages)).toContain(rent);
  await answer.getByRole('button', { name: 'Used here' }).click();
  const used = answer.getByRole('region', { name: 'Files that this answer used' });
  await expect(used.getByRole('listitem')).toContainText('read from a scan');
  expect(await findingsAsItIs(page, 'an answer about a scan')).toEqual([]);
});

test('“Read text” of a picture shows its text, which can be copied', async ({ page, answering }) => {
  const { model, server } = await answering(typing('A contract.', 0));
  await openChat(page, server);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'contract.png', mimeType: 'image/png', buffer: scannedLines });
  await uploaded(page);
  await say(page, 'What is this?');
  await answerDone(page);
  await chat
    .questions(page)
    .getByRole('button', { name: /contract\.png/ })
    .click();
  const viewer = page.getByRole('dialog', { name: 'contract.png' });
  await viewer.getByRole('button', { name: 'Read text' }).click();
  const text = viewer.getByRole('region', { name: 'Text in contract.png' });
  for (const sentence of scannedSentences) await expect(text).toContainText(sentence, untilRead);
  await expect(text.getByRole('button', { name: 'Copy text' })).toBeVisible();
  expect(await findingsAsItIs(page, 'a picture with its text')).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(text).toBeInViewport();
  expect(await findingsAsItIs(page, 'a picture with its text, on a phone')).toEqual([]);
  await page.keyboard.press('Escape');
  await say(page, 'How high is the rent?');
  await answerDone(page);
  expect(JSON.stringify(model.calls.at(-1)?.messages)).toContain(rent);
});
