import { readFile } from 'node:fs/promises';
import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { encryptedPdf, pdfOf, pdfOfObjects } from '../../../packages/files/src/testing/pdf.ts';
import { pngOf } from '../../../packages/files/src/testing/png.ts';
import type { ServerProcess } from '../../server/src/testing/server-process.ts';
import { typing } from '../../server/src/testing/stand-ins/model-server.ts';
import { addConversations, signIn } from './support/accounts.ts';
import { answerDone, chat, shareOpenChat } from './support/chat.ts';
import { findingsAsItIs } from './support/findings.ts';
import { test } from './support/test.ts';

type Sent = { name: string; bytes: Uint8Array };

/** Without animations: axe would see colours in the middle of a fade. */
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const viewer = (page: Page, name: string) => page.getByRole('dialog', { name });
const filesOf = (question: Locator) => question.getByRole('list', { name: 'Files of this message' });

/** Sends files with a question, and opens the conversation. */
async function askAbout(context: BrowserContext, server: ServerProcess, files: readonly Sent[], content: string) {
  const fileIds: string[] = [];
  for (const { name, bytes } of files) {
    const answer = await context.request.post(`${server.url}/api/files?name=${encodeURIComponent(name)}`, {
      data: Buffer.from(bytes),
      headers: { 'Content-Type': 'application/octet-stream' },
    });
    expect(answer.status(), await answer.text()).toBe(201);
    fileIds.push(((await answer.json()) as { id: string }).id);
  }
  const [id] = await addConversations(context, server, ['About files']);
  const sent = await context.request.post(`${server.url}/api/conversations/${id}/messages`, {
    data: { content, fileIds },
  });
  expect(sent.status(), await sent.text()).toBe(201);
  return id as number;
}

const filler =
  'The harbour has forty moorings, a crane and a pilot who knows every tide of the year by heart.\n'.repeat(30);
const report = pdfOf(
  Array.from({ length: 120 }, (_, at) =>
    at === 76
      ? `The walnut rule\nWalnuts are landed only at berth nine.\n${filler}`
      : `Page number ${at + 1}\n${filler}`,
  ),
);

/** 321 rows, whose columns need more room than a screen has. */
const prices = [
  'Fish,Price',
  'Cod,3.50',
  '"Herring, smoked",2',
  ...Array.from({ length: 318 }, (_, at) =>
    [`Eel ${at}`, at, ...Array(8).fill('Several words in a cell'), 'wide'].join(','),
  ),
].join('\n');

/** A page whose font is not in the PDF and has an encoding that pdf.js loads: "中文". */
const chinese = pdfOfObjects([
  '<< /Type /Catalog /Pages 2 0 R >>',
  '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
  { bytes: Buffer.from('BT /F1 24 Tf 50 100 Td <4E2D6587> Tj ET') },
  '<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [6 0 R] >>',
  '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 4 >> /FontDescriptor 7 0 R >>',
  '<< /Type /FontDescriptor /FontName /STSong-Light /Flags 6 /FontBBox [-25 -254 1000 880] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 880 /StemV 93 >>',
]);

test('a question shows its files, the answer says what it was given of them, and all of them open', async ({
  page,
  context,
  answering,
}) => {
  const { server } = await answering(typing('They are landed at berth nine [1].', 0));
  await signIn(context, server);
  const id = await askAbout(
    context,
    server,
    [
      { name: 'red.png', bytes: await pngOf(640, 400) },
      { name: 'tall.png', bytes: await pngOf(300, 900) },
      { name: 'harbour.pdf', bytes: report },
      { name: 'prices.csv', bytes: Buffer.from(prices) },
      { name: 'notes.txt', bytes: Buffer.from('First line\n\nThird line') },
      { name: 'chinese.pdf', bytes: chinese },
      { name: 'locked.pdf', bytes: encryptedPdf() },
    ],
    'Where are walnuts landed?',
  );
  await page.goto(`${server.url}/chat/${id}`);
  const answer = await answerDone(page);
  const files = filesOf(chat.questions(page).first());
  await expect(files.getByRole('listitem')).toHaveCount(7);
  const red = files.getByRole('button', { name: 'red.png' });
  await expect(red.locator('img')).toHaveJSProperty('complete', true);
  await expect.poll(() => red.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(640);
  await expect(files.getByRole('button', { name: 'notes.txt' })).toContainText('22 B');
  await expect(files.getByText(/password|encrypted/i)).toBeVisible();

  await answer.getByRole('button', { name: 'Used here' }).click();
  const used = answer.getByRole('region', { name: 'Files that this answer used' });
  await expect(used.getByRole('listitem').filter({ hasText: 'notes.txt' })).toContainText('Whole file');
  await expect(used.getByRole('listitem').filter({ hasText: 'harbour.pdf' })).toContainText(/Pages? .*77.* of 120/);
  await expect(used.getByRole('listitem').filter({ hasText: 'locked.pdf' })).toContainText(/Not read: .*[^.]$/);
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await findingsAsItIs(page, `files of messages, ${width}`)).toEqual([]);
  }
  await page.setViewportSize({ width: 1280, height: 800 });

  // Pictures: zoom, and the next ones.
  await red.click();
  await expect(viewer(page, 'red.png').getByRole('img', { name: 'red.png' })).toBeVisible();
  await page.keyboard.press('+');
  await expect(viewer(page, 'red.png')).toContainText('150%');
  await page.keyboard.press('0');
  await page.keyboard.press('ArrowRight');
  await expect(viewer(page, 'tall.png').getByRole('img', { name: 'tall.png' })).toBeVisible();
  const download = page.waitForEvent('download');
  await viewer(page, 'tall.png').getByRole('link', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('tall.png');
  await page.keyboard.press('ArrowRight');
  const pdf = viewer(page, 'harbour.pdf');
  await expect(pdf.getByText('Page number 1', { exact: true })).toBeAttached();
  await expect(pdf).toContainText('Page 1 of 120');
  await page.keyboard.press('ArrowRight');
  await expect(pdf.getByText('Page number 2', { exact: true })).toBeAttached();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(red).toBeFocused();

  // Tables, and text with its lines.
  await files.getByRole('button', { name: 'prices.csv' }).click();
  await expect(viewer(page, 'prices.csv').getByRole('cell', { name: 'Herring, smoked' })).toBeVisible();
  // The numbers of rows stay on one line, and in sight when the table is scrolled sideways.
  const table = viewer(page, 'prices.csv').getByRole('table');
  const last = table.getByRole('rowheader', { name: '321', exact: true });
  await viewer(page, 'prices.csv').getByRole('button', { name: 'Show 20 more rows' }).click();
  await last.scrollIntoViewIfNeeded();
  const line = await last.evaluate((cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    return range.getClientRects().length;
  });
  expect(line).toBe(1);
  await table.getByRole('cell', { name: 'wide', exact: true }).last().scrollIntoViewIfNeeded();
  await expect(last).toBeInViewport({ ratio: 1 });
  expect((await table.getByRole('cell', { name: '317', exact: true }).boundingBox())?.height).toBeLessThan(40);
  expect(await findingsAsItIs(page, 'a table in the viewer')).toEqual([]);
  await viewer(page, 'prices.csv').getByRole('button', { name: 'Next file' }).click();
  await expect(viewer(page, 'notes.txt').getByText('Third line')).toBeVisible();
  await page.keyboard.press('Escape');

  await files.getByRole('button', { name: 'chinese.pdf' }).click();
  await expect(viewer(page, 'chinese.pdf').getByText('中文')).toBeAttached();
  await page.keyboard.press('Escape');

  // A citation opens the file at its page; the panel has the passage, and leads there, too.
  const citation = answer.locator('.prose').getByRole('button', { name: /^1 / });
  await citation.click();
  await expect(pdf.getByText('The walnut rule', { exact: true })).toBeAttached();
  await page.keyboard.press('Escape');
  await expect(pdf).toHaveCount(0);
  await expect(citation).toBeFocused();
  await answer.getByRole('button', { name: 'Sources' }).click();
  const panel = page.getByRole('dialog', { name: 'Sources' });
  await expect(panel.locator('blockquote').first()).not.toBeEmpty();
  const source = panel.getByRole('listitem').filter({ hasText: 'harbour.pdf' }).first();
  const place = await source.locator('p').textContent();
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await source.getByRole('button', { name: 'harbour.pdf' }).click();
    await expect(pdf).toContainText(`${place} of 120`);
    await expect(pdf.getByText('The walnut rule', { exact: true })).toBeAttached();
    expect(await findingsAsItIs(page, `a PDF in the viewer, ${width}`)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(pdf).toHaveCount(0);
  }

  // The search leads to a page, too, also from another conversation.
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(server.url);
    await expect(chat.input(page)).toBeEnabled();
    await page.keyboard.press('ControlOrMeta+k');
    const dialog = page.getByRole('dialog', { name: 'Search your conversations' });
    await dialog.getByRole('combobox').fill('"only at berth"');
    const hit = dialog.getByRole('option', { name: 'harbour.pdf · page 77' });
    await expect(hit.locator('mark')).toHaveText(['only', 'at', 'berth']);
    expect(await findingsAsItIs(page, `files in the search, ${width}`)).toEqual([]);
    await hit.click();
    await expect(pdf).toContainText('Page 77 of 120');
    await expect(pdf.getByText('The walnut rule', { exact: true })).toBeAttached();
    expect(new URL(page.url()).pathname).toBe(`/chat/${id}`);
    await page.keyboard.press('Escape');
    await expect(pdf).toHaveCount(0);
    await expect(chat.questions(page).first()).toBeInViewport();
  }
});

test('readers of a link get the files that its owner includes, and their copies keep them', async ({
  page,
  context,
  server,
  anotherBrowser,
}) => {
  await signIn(context, server);
  const files = [
    { name: 'cat.png', bytes: await pngOf(60, 40) },
    { name: 'lease.txt', bytes: Buffer.from('The rent is 900 euros.') },
  ];
  const id = await askAbout(context, server, files, 'What is the rent?');
  await page.goto(`${server.url}/chat/${id}`);
  await answerDone(page);
  await shareOpenChat(page);
  await expect(page.getByRole('banner').getByRole('button', { name: 'Manage shared link' })).toBeVisible();
  const stranger = await (await anotherBrowser()).newPage();
  await stranger.goto(`${server.url}/chat/${id}`);
  const asked = (reader: Page) => reader.getByRole('main').getByRole('article').first();
  await expect(asked(stranger).getByText('lease.txt')).toBeVisible();
  await expect(asked(stranger).getByRole('button', { name: 'lease.txt' })).toHaveCount(0);

  await page.getByRole('banner').getByRole('button', { name: 'Manage shared link' }).click();
  const include = page.getByRole('dialog', { name: 'Shared link' }).getByRole('checkbox', { name: 'Include files' });
  await include.check();
  await expect(page.getByText('Readers can open the files now.')).toBeVisible();
  await stranger.reload();
  await filesOf(asked(stranger)).getByRole('button', { name: 'lease.txt' }).click();
  await expect(viewer(stranger, 'lease.txt').getByText('The rent is 900 euros.')).toBeVisible();
  const [download] = await Promise.all([
    stranger.waitForEvent('download'),
    viewer(stranger, 'lease.txt').getByRole('link', { name: 'Download' }).click(),
  ]);
  expect(await readFile(await download.path(), 'utf8')).toBe('The rent is 900 euros.');
  await viewer(stranger, 'lease.txt').getByRole('button', { name: 'Previous file' }).click();
  await expect(viewer(stranger, 'cat.png').getByRole('img', { name: 'cat.png' })).toBeVisible();
  await stranger.keyboard.press('Escape');
  expect(await findingsAsItIs(stranger, 'a shared conversation with its files')).toEqual([]);

  await stranger.getByRole('button', { name: 'Continue this chat' }).click();
  await expect(chat.input(stranger)).toBeVisible();
  const own = filesOf(asked(stranger));
  await expect(own.getByRole('img', { name: 'cat.png' })).toBeVisible();
  const readers = await (await anotherBrowser()).newPage();
  await readers.goto(`${server.url}/chat/${id}`);
  await expect(filesOf(asked(readers)).getByRole('img', { name: 'cat.png' })).toBeVisible();
  const address = `${server.url}/api/shared/${id}/files/`;
  const picture = await readers.evaluate(() => document.querySelector<HTMLImageElement>('main img[src*="/api/"]')?.src);
  expect(picture).toContain(address.slice(server.url.length));

  await include.uncheck();
  await expect(page.getByText('Readers see only the names of files now.')).toBeVisible();
  expect((await readers.request.get(picture ?? '')).status()).toBe(404);
  await readers.reload();
  await expect(asked(readers).getByText('cat.png')).toBeVisible();
  await expect(asked(readers).getByRole('img', { name: 'cat.png' })).toHaveCount(0);
  await stranger.reload();
  await own.getByRole('button', { name: 'lease.txt' }).click();
  await expect(viewer(stranger, 'lease.txt').getByText('The rent is 900 euros.')).toBeVisible();
});

test('a file that is deleted in the account shows as deleted in its message, at once and later', async ({
  page,
  context,
  server,
  anotherBrowser,
}) => {
  await signIn(context, server);
  const files = [
    { name: 'cat.png', bytes: await pngOf(64, 48) },
    { name: 'notes.txt', bytes: Buffer.from('Bring the keys.') },
    { name: 'kept.txt', bytes: Buffer.from('Stay here.') },
  ];
  const id = await askAbout(context, server, files, 'What is in them?');
  const shared = await context.request.post(`${server.url}/api/conversations/${id}/share`, {
    data: { includeFiles: true },
  });
  expect(shared.status()).toBe(200);
  await page.goto(`${server.url}/chat/${id}`);
  const of = (where: Page) => where.getByRole('list', { name: 'Files of this message' });
  await expect(of(page).getByRole('button')).toHaveCount(3);

  const remove = async (where: Page, name: string) => {
    const button = where.getByRole('button', { name: `Delete ${name}`, exact: true });
    await button.click();
    await where.getByRole('alertdialog').getByRole('button', { name: 'Delete file' }).click();
    await expect(button).toHaveCount(0);
  };
  const isDeleted = async (where: Page) => {
    await expect(of(where).getByRole('listitem').filter({ hasText: 'Deleted' })).toHaveCount(2);
    await expect(of(where).getByRole('button')).toHaveText([/^kept\.txt/]);
    await expect(of(where).getByRole('img')).toHaveCount(0);
  };
  // In another tab; this one shows it.
  const account = await context.newPage();
  await account.goto(`${server.url}/account/data`);
  for (const name of ['cat.png', 'notes.txt']) await remove(account, name);
  await isDeleted(page);
  await page.reload();
  await isDeleted(page);
  // In this tab, from which the conversation was opened, without loading the page again.
  await page.locator('header a[href="/account"]').click();
  await page.getByRole('link', { name: 'Data', exact: true }).click();
  await remove(page, 'kept.txt');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'General' })).toBeVisible();
  await page.goBack();
  await expect(of(page).getByRole('listitem').filter({ hasText: 'Deleted' })).toHaveCount(3);
  await expect(of(page).getByRole('button')).toHaveCount(0);

  const stranger = await (await anotherBrowser()).newPage();
  await stranger.goto(`${server.url}/chat/${id}`);
  await expect(stranger.getByRole('listitem').filter({ hasText: 'Deleted' })).toHaveText([
    /cat\.png/,
    /notes\.txt/,
    /kept\.txt/,
  ]);
});
