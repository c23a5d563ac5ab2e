import { type BrowserContext, expect, type Page } from '@playwright/test';
import { openDatabase } from '../../../packages/db/src/open.ts';
import { insertConversation, insertMessages } from '../../../packages/db/src/testing/factories.ts';
import type { ServerProcess } from '../../server/src/testing/server-process.ts';
import { signIn } from './support/accounts.ts';
import { chat, openChat, openChatSignedIn } from './support/chat.ts';
import { findings } from './support/findings.ts';
import { test } from './support/test.ts';

const search = {
  dialog: (page: Page) => page.getByRole('dialog', { name: 'Search your conversations' }),
  box: (page: Page) => search.dialog(page).getByRole('combobox', { name: 'Search your conversations' }),
  options: (page: Page) => search.dialog(page).getByRole('option'),
};

/**
 * Signs in a user with three conversations of one turn, the last one archived, an empty one and, if asked for, one of `ferryMessages`.
 * Resolves to their ids.
 */
async function talk(context: BrowserContext, server: ServerProcess, ferryMessages = 0): Promise<number[]> {
  const { email } = await signIn(context, server);
  const db = await openDatabase(`file:${server.dataDir}/noek.db`);
  try {
    const user = (await db.orm.select().from(db.tables.users)).find((row) => row.email === email);
    const ids: number[] = [];
    const add = async (title: string, turns: string[], archived = false) => {
      const createdAt = new Date(Date.UTC(2026, 5, 1 + ids.length));
      const { id } = await insertConversation(db, { userId: user?.id ?? '', title, archived, createdAt });
      await insertMessages(db, id, turns);
      ids.push(id);
    };
    await add('Lighthouses', [
      'Which **lighthouse keeper** lit the lantern at the harbour?',
      'That was Ida, for thirty-nine years.',
    ]);
    await add('Café plans', ['Find me a café with a lantern over the door', 'There is one beside the market.']);
    await add('Old letters', ['Who wrote the letters?', 'They are not signed.'], true);
    await add('A list for the harbour', []);
    const crossings = Array.from({ length: ferryMessages }, (_, at) => `The ferry leaves at ${at + 7}.`);
    if (ferryMessages > 0) await add('The ferry', crossings);
    return ids;
  } finally {
    await db.close();
  }
}

test('the code of the search loads before it is opened', async ({ page, context, server }) => {
  await talk(context, server);
  const loaded = page.waitForResponse('**/assets/search-dialog-*.js');
  await openChatSignedIn(page, server);
  await (await loaded).finished();
  await context.setOffline(true);
  await page.keyboard.press('ControlOrMeta+k');
  await expect(search.box(page)).toBeFocused();
  await expect(search.options(page).first()).toBeVisible();
});

test('text typed before the search has loaded goes into the search, and is not written into the message box or sent', async ({
  page,
  context,
  server,
}) => {
  await talk(context, server);
  const mayLoad = Promise.withResolvers<void>();
  await page.route('**/assets/search-dialog-*.js', async (route) => {
    await mayLoad.promise;
    await route.continue();
  });
  await openChatSignedIn(page, server);
  await chat.input(page).fill('not sent');
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.press('Escape');
  await page.keyboard.type('!');
  await expect(chat.input(page)).toHaveValue('not sent!');

  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('lantx');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Enter');
  mayLoad.resolve();
  // The first keys come before the dialog is there, the last ones afterwards.
  await page.keyboard.type('ern', { delay: 60 });
  await expect(search.box(page)).toHaveValue('lantern');
  await expect(search.box(page)).toBeFocused();
  await expect(search.options(page)).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(chat.input(page)).toBeFocused();
  await expect(chat.input(page)).toHaveValue('not sent!');
  await expect(chat.questions(page)).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('harbour');
  await expect(search.box(page)).toHaveValue('harbour');
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+k');
  await expect(search.box(page)).toHaveValue('');
});

test('search finds words and phrases while typing, and opens the message', async ({ page, context, server }) => {
  const ids = await talk(context, server);
  await openChatSignedIn(page, server);
  await chat.input(page).fill('not sent');
  await chat.input(page).press('ControlOrMeta+k');
  await expect(search.box(page)).toBeFocused();
  await expect(search.dialog(page).locator('a[role=option]')).toHaveCount(3);
  await expect(search.options(page).first()).toContainText('A list for the harbour');

  await search.box(page).pressSequentially('lantern harb');
  await expect(search.options(page)).toHaveCount(1);
  const hit = search.options(page).first();
  await expect(hit).toContainText('Which lighthouse keeper lit the lantern at the harbour?');
  await expect(hit.locator('mark')).toHaveText(['lantern', 'harbour']);

  await search.box(page).fill('"keeper lit the"');
  await expect(search.options(page)).toHaveCount(1);
  await expect(hit.locator('mark')).toHaveText(['keeper', 'lit', 'the']);
  await search.box(page).fill('"lit keeper"');
  await expect(search.dialog(page).getByText('Nothing found for “"lit keeper"”')).toBeVisible();

  await search.box(page).fill('letters');
  await expect(search.options(page)).toHaveCount(1);
  await expect(hit).toContainText('Archived');
  await search.box(page).fill('harbour');
  await expect(search.options(page)).toHaveCount(2);
  await expect(hit).toContainText('A list for the harbour');

  await search.box(page).fill('cafe');
  await expect(search.options(page)).toHaveCount(1);
  await search.box(page).fill('lantern');
  await expect(search.options(page)).toHaveCount(2);
  await expect(hit).toHaveAttribute('aria-selected', 'true');
  await search.box(page).press('ArrowDown');
  await expect(search.options(page).nth(1)).toHaveAttribute('aria-selected', 'true');
  await search.box(page).press('ArrowDown');
  await expect(hit).toHaveAttribute('aria-selected', 'true');
  await search.box(page).press('ArrowUp');
  await search.box(page).press('Enter');
  await expect(search.dialog(page)).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`/chat/${ids[0]}(\\?message=.+)?$`));
  await expect(chat.questions(page).first()).toContainText('lit the lantern at the harbour?');
  await expect(chat.questions(page).first()).toBeInViewport();
  await expect(page.getByRole('group', { name: 'Results for “lantern”' })).toContainText(/\d of \d/);
  const marked = () => page.evaluate(() => [...(CSS.highlights.get('search-hit-current') ?? [])].map(String));
  await expect.poll(marked).toEqual(['lantern']);
});

test('search reports a failure, and can be retried', async ({ page, context, server }) => {
  await talk(context, server);
  await openChatSignedIn(page, server);
  await chat.sidebar(page).getByRole('button', { name: 'Search' }).click();
  await page.route('**/api/trpc/**chat.search**', (route) => route.abort());
  await search.box(page).fill('letters');
  const retry = search.dialog(page).getByRole('button', { name: 'Try again' });
  await expect(retry).toBeVisible();
  await page.unroute('**/api/trpc/**chat.search**');
  await retry.click();
  await expect(search.options(page)).toHaveCount(1);

  await context.setOffline(true);
  await search.box(page).fill('lantern');
  await expect(
    search.dialog(page).getByText('You seem to be offline. Check your connection and try again.'),
  ).toBeVisible();
  await context.setOffline(false);
  await expect(search.options(page)).toHaveCount(2);
  await search.box(page).press('ControlOrMeta+k');
  await expect(search.dialog(page)).toHaveCount(0);
});

test('guests have no search', async ({ page, server }) => {
  await openChat(page, server);
  await chat.input(page).press('ControlOrMeta+k');
  await expect(page.getByRole('button', { name: 'Search' })).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test.describe('looked at by axe', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('search is usable on a phone, from the drawer; axe finds nothing in both sizes and themes', async ({
    page,
    context,
    server,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const ids = await talk(context, server, 6);
    await page.goto(server.url);
    await page.getByRole('button', { name: 'Open sidebar' }).click();
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(search.box(page)).toBeFocused();
    await expect(search.dialog(page).locator('a[role=option]')).toHaveCount(4);
    expect(await findings(page, 'recent')).toEqual([]);
    await search.box(page).fill('lantern');
    await expect(search.options(page)).toHaveCount(2);
    expect(await findings(page, 'results')).toEqual([]);
    await search.box(page).fill('ferry');
    await expect(search.options(page)).toHaveCount(4);
    const group = search.dialog(page).getByRole('group', { name: 'The ferry' });
    await expect(group.getByRole('option').last()).toHaveText('3 more in this conversation');
    expect(await findings(page, 'results of one conversation')).toEqual([]);
    await group.getByRole('option').last().click();
    await expect(group.getByRole('option')).toHaveCount(6);
    await expect(search.box(page)).toBeFocused();
    await search.box(page).fill('zebra');
    await expect(search.dialog(page).getByText('Nothing found')).toBeVisible();
    expect(await findings(page, 'nothing')).toEqual([]);
    await search.box(page).fill('letters');
    await search.options(page).first().click();
    await expect(page).toHaveURL(new RegExp(`/chat/${ids[2]}(\\?message=.+)?$`));
    await expect(chat.questions(page).first()).toContainText('Who wrote the letters?');
    await expect(page.getByRole('group', { name: 'Results for “letters”' })).toContainText('1 of 1');
    expect(await findings(page, 'a result')).toEqual([]);
  });
});
