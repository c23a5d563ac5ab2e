import { expect, type Page } from '@playwright/test';
import { openDatabase } from '../../../packages/db/src/open.ts';
import { insertConversation, insertMessages } from '../../../packages/db/src/testing/factories.ts';
import type { ServerProcess } from '../../server/src/testing/server-process.ts';
import { type Account, addConversations, signIn } from './support/accounts.ts';
import { chat, openChatSignedIn } from './support/chat.ts';
import { desk, phone, picture } from './support/gallery.ts';
import { seedConversations } from './support/seed-conversations.ts';
import { chooseInList, tab } from './support/sidebar.ts';
import { test } from './support/test.ts';

// Part of `npm run gallery`: the search, a selection of more than is loaded, and the trash.

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const comparison = `### Debounce or throttle

| Kind | First call | Good for |
|---|---|---|
| **Debounce** | waits | a search box |
| Throttle | at once | \`scroll\` handlers |

> A rule of thumb: *debounce* what ends, throttle what goes on.`;

async function talk(server: ServerProcess, { email }: Account): Promise<void> {
  const db = await openDatabase(`file:${server.dataDir}/noek.db`);
  try {
    const user = (await db.orm.select().from(db.tables.users)).find((row) => row.email === email);
    const add = async (title: string, turns: string[], archived = false) => {
      const { id } = await insertConversation(db, { userId: user?.id ?? '', title, archived });
      await insertMessages(db, id, turns);
    };
    await add('Old notes on scrolling', ['Do I debounce a **scroll** handler?', 'Throttle it instead.'], true);
    await add('Sourdough that is less sour', ['How do I bake it?', 'Bake it sooner.']);
    await add('Debounced search in TypeScript', ['When do I debounce?', comparison]);
    await add('Reply to the landlord about the deposit, which he keeps since September', ['Help me', 'Gladly.']);
  } finally {
    await db.close();
  }
}

const box = (page: Page) => page.getByRole('combobox', { name: 'Search your conversations' });

test('search', async ({ page, context, server }) => {
  await talk(server, await signIn(context, server));
  await openChatSignedIn(page, server);
  await expect(chat.rows(page)).toHaveCount(3);
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.locator('a[role=option]')).toHaveCount(3);
  await picture(page, 'search-recent');
  await box(page).fill('deboun');
  await expect(page.getByRole('option')).toHaveCount(3);
  await box(page).press('ArrowDown');
  await picture(page, 'search-results');
  await box(page).fill('>');
  await expect(page.getByRole('option', { name: 'Keyboard shortcuts' })).toBeVisible();
  await picture(page, 'palette');
  await box(page).fill('> keyb');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await picture(page, 'shortcuts');
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+k');
  await box(page).fill('zebra');
  await expect(page.getByText('Nothing found for “zebra”')).toBeVisible();
  await picture(page, 'search-nothing');
  const go = Promise.withResolvers<void>();
  await page.route('**/api/trpc/**chat.search**', async (route) => {
    await go.promise;
    await route.abort();
  });
  await box(page).fill('throttle');
  await expect(page.getByRole('status', { name: 'Searching' })).toBeVisible();
  await picture(page, 'search-waiting');
  go.resolve();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await picture(page, 'search-failed');
});

test('a long list, all of it selected', async ({ page, context, server }) => {
  await seedConversations(server, await signIn(context, server), 340);
  await openChatSignedIn(page, server);
  const side = chat.sidebar(page);
  await chooseInList(page, 'Select');
  await side.getByRole('checkbox', { name: 'Select all' }).click();
  await expect(side.getByText('340 selected')).toBeVisible();
  await picture(page, 'sidebar-select-all', [desk]);
  await side.getByRole('button', { name: 'Archive', exact: true }).click();
  await expect(chat.toast(page, '340 conversations archived successfully')).toBeVisible();
  await chat.toast(page, '340 conversations archived successfully').hover();
  await picture(page, 'toast-undo');
});

test('the trash', async ({ page, context, server }) => {
  await signIn(context, server);
  await page.setViewportSize(phone);
  await page.goto(server.url);
  const openTrash = async () => {
    await page.getByRole('button', { name: 'Open sidebar' }).click();
    await page.getByRole('tab', { name: 'Archived' }).click();
    await page.getByRole('button', { name: 'Trash' }).click();
  };
  await openTrash();
  await expect(page.getByText('The trash is empty')).toBeVisible();
  await picture(page, 'trash-empty', [phone]);
  const ids = await addConversations(context, server, ['Old notes on moving house', 'Sourdough', 'Landlord']);
  for (const id of ids) await context.request.delete(`${server.url}/api/conversations/${id}`);
  await page.setViewportSize(desk);
  await page.goto(server.url);
  await tab(page, 'Archived').click();
  await chat.sidebar(page).getByRole('button', { name: 'Trash' }).click();
  const trash = page.getByRole('dialog', { name: 'Trash' });
  await trash.getByRole('button', { name: 'Delete “Sourdough” permanently' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await picture(page, 'trash-for-good', [desk]);
});
