import { expect, type Page } from '@playwright/test';
import { addConversations, signIn } from './support/accounts.ts';
import { answerDone, chat, openChat, say, switchInBox } from './support/chat.ts';
import { findingsAsItIs } from './support/findings.ts';
import { test } from './support/test.ts';

const phones = [
  { width: 390, height: 844 },
  { width: 320, height: 640 },
] as const;
const [phone] = phones;

const box = (page: Page) => page.locator('form:has(#message)');
const more = (page: Page) => page.getByRole('button', { name: 'Add files' });
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Add' });
/** The note of the page. The static shell, which it replaces, has two for the eye. */
const note = (page: Page) =>
  page.locator('#main').getByText('Noek can make mistakes. Consider checking important information.');
const heightOf = async (page: Page) => (await box(page).boundingBox())?.height ?? Number.NaN;

for (const size of phones)
  test.describe(`${size.width} px wide`, () => {
    test.use({ viewport: size });

    test('[2.54] [2.60] the box is one row; + opens everything else, and a chip says what is on', async ({
      page,
      context,
      server,
    }) => {
      await signIn(context, server);
      await page.goto(server.url);
      await expect(chat.welcome(page)).toBeVisible();
      expect(await heightOf(page)).toBeLessThanOrEqual(64);

      await more(page).click();
      await expect(sheet(page)).toBeInViewport({ ratio: 1 });
      expect(await findingsAsItIs(page, 'the sheet')).toEqual([]);
      await sheet(page).getByRole('switch', { name: 'Web search' }).click();
      await expect(sheet(page).getByRole('switch', { name: 'Web search' })).toBeChecked();
      await page.keyboard.press('Escape');
      await expect(sheet(page)).toHaveCount(0);
      await expect(more(page)).toBeFocused();

      const url = page.url();
      await page.getByRole('button', { name: 'Switched on: Web search' }).click();
      await expect(sheet(page)).toBeVisible();
      await page.goBack();
      await expect(sheet(page)).toHaveCount(0);
      expect(page.url()).toBe(url);

      await switchInBox(page, 'Fun Mode');
      await expect(page.getByRole('banner').getByText('Fun Mode')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Switched on: Fun Mode, Web search' })).toBeVisible();
      await say(page, 'Hello');
      await answerDone(page);
      expect(await heightOf(page)).toBeLessThanOrEqual(64);
      await expect(chat.input(page)).toBeInViewport({ ratio: 1 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width);
      expect(await findingsAsItIs(page, 'the chip')).toEqual([]);
    });

    test('[2.55] a draft that needs a second line gets the whole width, and Send stays above the keyboard', async ({
      page,
      server,
    }) => {
      await openChat(page, server);
      const narrow = (await chat.input(page).boundingBox())?.width ?? Number.NaN;
      await chat.input(page).fill('A question');
      expect((await chat.input(page).boundingBox())?.width).toBe(narrow);
      // A phone's keyboard opens.
      await page.setViewportSize({ width: size.width, height: size.height - 300 });
      for (const text of ['Words that go on for a while. '.repeat(30), 'שלום, זו שאלה ארוכה. '.repeat(30)]) {
        await chat.input(page).fill(text);
        const tall = await chat.input(page).boundingBox();
        expect(tall?.height).toBeLessThanOrEqual(128);
        expect(tall?.width).toBeGreaterThan(size.width - 48);
        await expect(chat.send(page)).toBeInViewport({ ratio: 1 });
        await expect(more(page)).toBeInViewport({ ratio: 1 });
      }
      await chat.input(page).fill('Short');
      expect((await chat.input(page).boundingBox())?.width).toBeGreaterThan(narrow);
      await chat.input(page).fill('');
      expect((await chat.input(page).boundingBox())?.width).toBe(narrow);
    });

    test('"File" and "Photo" add files, which are above the row', async ({ page, server }) => {
      await openChat(page, server);
      await more(page).click();
      const [files] = await Promise.all([
        page.waitForEvent('filechooser'),
        sheet(page).getByRole('button', { name: 'File' }).click(),
      ]);
      await files.setFiles({ name: 'lease.txt', mimeType: 'text/plain', buffer: Buffer.from('900 euros') });
      await expect(sheet(page)).toHaveCount(0);
      const added = box(page).getByRole('listitem').filter({ hasText: 'lease.txt' });
      await expect(added).toBeVisible();
      const [file, row] = [await added.boundingBox(), await more(page).boundingBox()];
      expect((file?.y ?? 0) + (file?.height ?? 0)).toBeLessThanOrEqual(row?.y ?? 0);
      await more(page).click();
      const [photos] = await Promise.all([
        page.waitForEvent('filechooser'),
        sheet(page).getByRole('button', { name: 'Photo' }).click(),
      ]);
      expect(await photos.element().getAttribute('accept')).toBe('image/*');
      await expect(chat.send(page)).toBeEnabled();
    });
  });

test('[2.57] on a phone, the note is below the welcome, or in the first conversation of a session', async ({
  page,
  context,
  server,
}) => {
  await page.setViewportSize(phone);
  await signIn(context, server);
  const [first, second] = await addConversations(context, server, ['About tea', 'About coffee']);
  for (const id of [first, second])
    await context.request.post(`${server.url}/api/conversations/${id}/messages`, { data: { content: 'Hello' } });
  await page.goto(server.url);
  await expect(note(page)).toBeVisible();
  await say(page, 'And now?');
  await answerDone(page);
  await expect(note(page)).toBeHidden();

  const other = await context.newPage();
  await other.setViewportSize(phone);
  await other.goto(`${server.url}/chat/${first}`);
  await answerDone(other);
  await expect(note(other)).toBeVisible();
  await other.getByRole('button', { name: 'Open sidebar' }).click();
  await other.getByRole('link', { name: /^About coffee/ }).click();
  await expect(other).toHaveURL(`${server.url}/chat/${second}`);
  await answerDone(other);
  await expect(note(other)).toBeHidden();
  await other.reload();
  await answerDone(other);
  await expect(note(other)).toBeHidden();
});

test('on a phone, prompts and temporary chats begin in the sheet', async ({ page, context, server }) => {
  await page.setViewportSize(phone);
  await signIn(context, server);
  const made = await context.request.post(`${server.url}/api/prompts`, {
    data: { name: 'Summary', text: 'Sum this up.' },
  });
  expect(made.status()).toBe(201);
  await page.goto(server.url);
  await expect(chat.welcome(page)).toBeVisible();
  await more(page).click();
  await sheet(page).getByRole('button', { name: 'Prompts' }).click();
  await expect(chat.input(page)).toBeFocused();
  await page.getByRole('option', { name: 'Summary' }).click();
  await expect(chat.input(page)).toHaveValue('Sum this up.');

  await more(page).click();
  await sheet(page).getByRole('switch', { name: 'Temporary chat' }).click();
  await expect(sheet(page)).toHaveCount(0);
  await expect(page.getByText('Temporary chat').first()).toBeVisible();
  await expect(chat.input(page)).toHaveValue('Sum this up.');
});
