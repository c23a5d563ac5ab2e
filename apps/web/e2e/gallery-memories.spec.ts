import { type BrowserContext, expect } from '@playwright/test';
import type { ServerProcess } from '../../server/src/testing/server-process.ts';
import { signIn } from './support/accounts.ts';
import { chat, chooseInHeader, openChatSignedIn } from './support/chat.ts';
import { desk, phone, picture } from './support/gallery.ts';
import { test } from './support/test.ts';

// `npm run gallery`: screenshots of every screen and state in gallery/, for review. Not part of the tests.

// A test cannot intercept requests that a service worker answers.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const memories = [
  { title: 'Lives in Ljubljana', content: 'Moved there from Graz in 2019.', category: 'Home' },
  { title: 'Two cats', content: 'Miso and Tofu. Miso is fourteen and does not like visitors.', category: 'Home' },
  { title: 'Learns Slovene', content: 'Answers may contain a Slovene word or two.', importance: 'low' },
  {
    title: 'No nuts',
    content: 'Hazelnuts and walnuts are out, almonds are fine. Recipes should say so in their first line.',
    category: 'Food',
    importance: 'high',
  },
  { title: 'Works with TypeScript', content: 'Node.js, React, PostgreSQL.\nTabs are two spaces.', category: 'Work' },
  {
    title: 'Writes a newsletter about maps and about the people who drew them, once a month or when there is time',
    content: 'It has 412 readers. '.repeat(24).trim(),
    category: 'Writing and what belongs to it',
  },
  { title: 'Green tea', content: 'Every morning, without sugar.', category: 'Food' },
];

async function addMemories(context: BrowserContext, server: ServerProcess, rows: readonly object[]) {
  for (const data of rows)
    expect((await context.request.post(`${server.url}/api/memories`, { data })).status()).toBe(201);
}
const fillers = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ title: `Fact ${n + 1}`, content: 'A small one.', importance: 'low' }));

test('the page of memories', async ({ page, context, server }) => {
  await signIn(context, server);
  await page.goto(`${server.url}/memories`);
  await expect(page.getByText('No memories stored')).toBeVisible();
  await picture(page, 'memories-empty');
  await addMemories(context, server, memories);
  await page.reload();
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(memories.length);
  await picture(page, 'memories');
  await page.setViewportSize(desk);
  await page.getByRole('searchbox', { name: 'Search memories' }).fill('glacier');
  await picture(page, 'memories-nothing-found');
  await page.getByRole('searchbox', { name: 'Search memories' }).fill('');
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await page.getByRole('checkbox').nth(1).check();
  await page.getByRole('checkbox').nth(3).check();
  await picture(page, 'memories-select');
  await page.getByRole('button', { name: 'Delete All' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await picture(page, 'memories-delete-question');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();

  await page.getByRole('button', { name: 'Add Memory' }).click();
  await picture(page, 'memory-add');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog').getByLabel('Title')).toHaveAttribute('aria-invalid', 'true');
  await picture(page, 'memory-add-refused');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Edit “No nuts”' }).click();
  await picture(page, 'memory-edit');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Delete “Green tea”' }).click();
  await chat.toast(page, 'Memory deleted').hover();
  await picture(page, 'memory-deleted');

  await addMemories(context, server, fillers(44));
  await page.reload();
  await expect(page.getByText('50 / 50 memories')).toBeVisible();
  await picture(page, 'memories-full');
});

test('the panel of the sidebar', async ({ page, context, server }) => {
  await signIn(context, server);
  await openChatSignedIn(page, server);
  const side = chat.sidebar(page);
  await side.getByRole('tab', { name: 'Memories' }).click();
  await expect(side.getByText('No memories stored')).toBeVisible();
  await picture(page, 'memory-panel-empty', [desk]);
  await addMemories(context, server, [...fillers(7), ...memories]);
  await page.reload();
  await side.getByRole('tab', { name: 'Memories' }).click();
  await expect(side.getByText('14 / 50 memories')).toBeVisible();
  await picture(page, 'memory-panel', [desk]);
  await side.getByRole('listitem').last().scrollIntoViewIfNeeded();
  await side.getByRole('link', { name: 'View 4 more memories' }).focus();
  await picture(page, 'memory-panel-end', [desk]);
  await side.getByRole('button', { name: 'Select' }).click();
  await side.getByRole('checkbox').nth(1).check();
  await picture(page, 'memory-panel-select', [desk]);
  await page.setViewportSize(phone);
  await page.getByRole('button', { name: 'Open sidebar' }).click();
  await page.getByRole('tab', { name: 'Memories' }).click();
  await expect(page.getByRole('dialog').getByText('14 / 50 memories')).toBeVisible();
  await picture(page, 'memory-drawer', [phone]);

  await page.setViewportSize(desk);
  await context.request.post(`${server.url}/api/auth/logout`);
  await page.route('**/api/trpc/**memory.list**', (route) => route.abort());
  await signIn(context, server);
  await page.reload();
  await side.getByRole('tab', { name: 'Memories' }).click();
  await expect(side.getByRole('button', { name: 'Try again' })).toBeVisible();
  await picture(page, 'memory-panel-failed', [desk]);
});

test('signed out while offline, and a page that cannot start', async ({ page, context, server }) => {
  await signIn(context, server);
  await openChatSignedIn(page, server);
  // The code of toasts loads shortly after the page.
  await expect(page.getByRole('region', { name: /Notification/ })).toBeAttached();
  await context.setOffline(true);
  await chooseInHeader(page, 'Sign out');
  await chat.toast(page, 'You are signed out on this device').hover();
  await picture(page, 'signed-out-offline');
  await context.setOffline(false);
  await page.route(`${server.url}/`, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()).replace('id="noek-config">{', '$&{') });
  });
  await page.goto(server.url);
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await picture(page, 'fatal');
});
