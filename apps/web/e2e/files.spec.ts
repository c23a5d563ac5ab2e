import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import http from 'node:http';
import { join } from 'node:path';
import { uploadsAtOnce } from '@noek/contract/files/limits';
import { expect, type Page, type Route } from '@playwright/test';
import { pdfOf } from '../../../packages/files/src/testing/pdf.ts';
import { pngOf } from '../../../packages/files/src/testing/png.ts';
import { addConversations, signIn } from './support/accounts.ts';
import { chat } from './support/chat.ts';
import { test } from './support/test.ts';

const box = (page: Page) => page.getByRole('textbox', { name: 'Message Noek' });
const kept = (page: Page, name: string) => page.getByRole('button', { name: `Remove ${name}` });

/** Drops a text file on the page, or pastes a picture into the message box, as the browser would. */
const bring = (page: Page, type: 'drop' | 'paste', name: string, bytes: Uint8Array, mediaType: string) =>
  page.evaluate(
    ([event, fileName, content, fileType]) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(content)], fileName, { type: fileType }));
      const target = event === 'drop' ? document.body : (document.querySelector('#message') ?? document.body);
      const options = { bubbles: true, cancelable: true };
      if (event === 'paste') target.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData: data }));
      else
        for (const step of ['dragover', 'drop'])
          target.dispatchEvent(new DragEvent(step, { ...options, dataTransfer: data }));
    },
    [type, name, [...bytes], mediaType] as const,
  );

test('what is dropped or pasted before the script of the page has loaded is in the message box', async ({
  page,
  server,
}) => {
  const loads = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await loads.promise;
    await route.continue();
  });
  await page.goto(server.url, { waitUntil: 'commit' });
  await expect(page.locator('.shell-box')).toBeVisible();
  await bring(page, 'drop', 'notes.txt', Buffer.from('Bring the keys.'), 'text/plain');
  await bring(page, 'paste', 'image.png', await pngOf(64, 48), 'image/png');
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'What is this?');
    document.body.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, clipboardData }));
  });
  loads.resolve();
  await expect(kept(page, 'notes.txt')).toBeVisible();
  await expect(kept(page, 'image.png')).toBeVisible();
  await expect(box(page)).toHaveValue('What is this?');
});

test('files are chosen, dropped and pasted, survive a reload, and are sent with the question', async ({
  page,
  server,
}) => {
  const lease = pdfOf(['This is the lease of the old mill.', 'The deposit is three monthly rents.']);
  await page.goto(server.url);
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Add files' }).click(),
  ]);
  await chooser.setFiles({ name: 'lease.pdf', mimeType: 'application/pdf', buffer: lease });
  await expect(kept(page, 'lease.pdf')).toBeVisible();
  await bring(page, 'drop', 'notes.txt', Buffer.from('Bring the keys.'), 'text/plain');
  await expect(kept(page, 'notes.txt')).toBeVisible();
  await bring(page, 'paste', 'image.png', await pngOf(64, 48), 'image/png');
  await expect(kept(page, 'image.png')).toBeVisible();
  // A program, whatever its name says.
  await bring(page, 'drop', 'tool.txt', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2, 3, 0, 0, 0, 0]), 'text/plain');
  await expect(page.getByRole('list', { name: 'Files to send' }).getByRole('alert')).toContainText('PDF');
  await kept(page, 'tool.txt').click();
  await box(page).fill('How much is the deposit?');

  await page.reload();
  await expect(box(page)).toHaveValue('How much is the deposit?');
  await kept(page, 'notes.txt').click();
  await expect(kept(page, 'notes.txt')).toHaveCount(0);
  await expect(kept(page, 'image.png')).toBeVisible();
  await page.keyboard.press('Tab');
  await box(page).press('Enter');
  await expect(page.getByRole('article').getByText('This matches your question (page 2):')).toBeVisible();
  await expect(page.getByRole('article').getByText('The deposit is three monthly rents.')).toBeVisible();
  await expect(page.getByRole('article').getByText('is a picture of 64 × 48 pixels')).toBeVisible();
  await expect(kept(page, 'lease.pdf')).toHaveCount(0);

  // The next question is about the same files.
  await expect(page.getByRole('button', { name: 'Copy answer' })).toBeVisible();
  await box(page).fill('What is in the mill?');
  await box(page).press('Enter');
  await expect(page.getByRole('article').getByText('This is the lease of the old mill.')).toBeVisible();
});

test('three files of a guest whose cookie is gone belong to one new guest, and are sent', async ({
  page,
  context,
  server,
}) => {
  await page.goto(server.url);
  await expect(page.getByText('10 messages left')).toBeVisible();
  await context.clearCookies();
  const files = ['one', 'two', 'three'].map((name) => ({
    name: `${name}.txt`,
    mimeType: 'text/plain',
    buffer: Buffer.from(`Key ${name} is blue.`),
  }));
  await page.locator('input[type=file]').setInputFiles(files);
  await expect(page.getByRole('list', { name: 'Files to send' }).getByText(/ B$/)).toHaveCount(3);
  await box(page).fill('Which key is blue?');
  await box(page).press('Enter');
  const said = page.getByRole('log', { name: 'Messages' });
  for (const { name } of files) await expect(said.getByText(`${name} is a text file`, { exact: false })).toBeVisible();
});

test('a file that the server refuses for now says so and stays, with what was typed, until it is tried again', async ({
  page,
  context,
  server,
}) => {
  await page.goto(server.url);
  await expect(page.getByText('10 messages left')).toBeVisible();
  const cookies = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const headers = { Cookie: cookies, 'Content-Length': 1_000 };
  // As many as are received at once. They do not end.
  const open = Array.from({ length: uploadsAtOnce.guest }, () =>
    http.request(`${server.address}/api/files?name=open.txt`, { method: 'POST', headers }).on('error', () => {}),
  );
  for (const request of open) request.write('The tide');
  await expect.poll(() => readdir(join(server.dataDir, 'uploads')).catch(() => [])).toHaveLength(open.length);
  await box(page).fill('Where are the keys?');
  await bring(page, 'drop', 'notes.txt', Buffer.from('Bring the keys.'), 'text/plain');
  const files = page.getByRole('list', { name: 'Files to send' });
  await expect(files.getByRole('alert')).toHaveText(
    'You are sending 5 files already. Wait until one of them has arrived, and try again.',
  );
  await expect(box(page)).toHaveValue('Where are the keys?');
  for (const request of open) request.destroy();
  // The server may not have noticed yet that they are gone.
  await expect(async () => {
    await files.getByRole('button', { name: 'Try again' }).click();
    await expect(files.getByText('15 B').or(files.getByRole('alert'))).toBeVisible();
    await expect(files.getByText('15 B')).toBeVisible({ timeout: 1 });
  }).toPass();
  await box(page).press('Enter');
  await expect(page.getByRole('article').getByText('Bring the keys.')).toBeVisible();
});

test('a folder, and a file that was changed after it was chosen, say that they could not be read; what was dropped with them is added', async ({
  page,
  server,
}, info) => {
  const folder = info.outputPath('holiday');
  const words = info.outputPath('words.txt');
  const changed = info.outputPath('changed.txt');
  await mkdir(folder, { recursive: true });
  for (const path of [words, changed]) await writeFile(path, 'The tide turns.');
  const held: Route[] = [];
  await page.route(/\/api\/files\?name=changed/, (route) => void held.push(route));
  await page.goto(server.url);
  await expect(page.getByText('10 messages left')).toBeVisible();
  const cdp = await page.context().newCDPSession(page);
  const data = { items: [], files: [folder, words], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await cdp.send('Input.dispatchDragEvent', { type, x: 600, y: 400, data });
  const files = page.getByRole('list', { name: 'Files to send' });
  const unreadable =
    'It could not be read. If it is a folder, add the files in it. If it was changed or moved, add it again.';
  await expect(files.getByRole('alert')).toHaveText(unreadable);
  await expect(files.getByText('15 B')).toHaveCount(1);
  await expect(files.getByRole('button', { name: 'Try again' })).toHaveCount(0);

  await page.locator('input[type=file]').setInputFiles(changed);
  await expect.poll(() => held.length).toBe(1);
  await writeFile(changed, 'The tide has turned.');
  await utimes(changed, 0, 0);
  await held[0]?.abort();
  await expect(files.getByRole('alert')).toHaveText([unreadable, unreadable]);
  await box(page).fill('When does the tide turn?');
  await box(page).press('Enter');
  await expect(page.getByRole('log', { name: 'Messages' }).getByText('words.txt').first()).toBeVisible();
});

test('a file that is being added stays with its chat, and arrives when the person has been elsewhere', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, server);
  const [, coffee] = await addConversations(context, server, ['About tea', 'About coffee']);
  const held: Route[] = [];
  await page.route(/\/api\/files\?name=/, (route) => void held.push(route));
  await page.goto(`${server.url}/chat/${coffee}`);
  await box(page).fill('How is it roasted?');
  await bring(page, 'drop', 'notes.txt', Buffer.from('Roasted slowly.'), 'text/plain');
  await expect.poll(() => held.length).toBe(1);
  const files = page.getByRole('list', { name: 'Files to send' });
  await chat.row(page, 'About tea').getByRole('link').click();
  await expect(box(page)).toHaveValue('');
  await expect(files).toHaveCount(0);
  await chat.row(page, 'About coffee').getByRole('link').click();
  await expect(files.getByRole('progressbar')).toBeVisible();
  await page.getByRole('link', { name: /^Account/ }).click();
  await expect(box(page)).toHaveCount(0);
  await page.goBack();
  await expect(box(page)).toHaveValue('How is it roasted?');
  // Without a key or the mouse.
  await expect(files.getByRole('progressbar')).toBeVisible();
  await held[0]?.continue();
  await expect(files.getByText('15 B')).toBeVisible();
  await page.reload();
  await expect(files.getByText('15 B')).toBeVisible();
});
