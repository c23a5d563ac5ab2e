import { type BrowserContext, expect } from '@playwright/test';
import { addConversations, signIn } from './support/accounts.ts';
import { chat, openChatSignedIn } from './support/chat.ts';
import { seedConversations } from './support/seed-conversations.ts';
import { chooseInList, tab } from './support/sidebar.ts';
import { test } from './support/test.ts';

test('[2.76] [2.80] [2.84] [5.24] [8.26] several rows together', async ({ page, context, server }) => {
  await signIn(context, server);
  await addConversations(context, server, ['One', 'Two', 'Three', 'Four']);
  await openChatSignedIn(page, server);
  const side = chat.sidebar(page);
  await chooseInList(page, 'Select');
  await expect(side.getByRole('button', { name: 'Archive', exact: true })).toBeDisabled();
  for (const title of ['One', 'Two', 'Three']) await side.getByRole('checkbox', { name: title }).check();
  await expect(side.getByText('3 selected')).toBeVisible();
  // Another tab, or leaving select mode, clears the selection.
  await tab(page, 'Archived').click();
  await tab(page, 'Chats').click();
  await expect(side.getByRole('checkbox')).toHaveCount(0);
  await chooseInList(page, 'Select');
  await expect(side.getByText('0 selected')).toBeVisible();
  for (const title of ['One', 'Two', 'Three']) await side.getByRole('checkbox', { name: title }).check();
  await side.getByRole('button', { name: 'Archive', exact: true }).click();
  await expect(chat.toast(page, '3 conversations archived successfully')).toBeVisible();
  await expect(chat.rows(page)).toHaveText([/^Four/]);

  await tab(page, 'Archived').click();
  await chooseInList(page, 'Select');
  await side.getByRole('checkbox', { name: 'One' }).check();
  await side.getByRole('button', { name: 'Cancel' }).click();
  await chooseInList(page, 'Select');
  await expect(side.getByText('0 selected')).toBeVisible();
  for (const title of ['One', 'Two']) await side.getByRole('checkbox', { name: title }).check();
  await side.getByRole('button', { name: 'Delete', exact: true }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText(
    'Are you sure you want to delete 2 archived conversations? This action cannot be undone.',
  );
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(chat.toast(page, '2 conversations deleted successfully')).toBeVisible();
  await expect(chat.rows(page)).toHaveText([/^Three/]);
});

test('all rows are selected together', async ({ page, context, server }) => {
  const account = await signIn(context, server);
  await seedConversations(server, account, 12);
  await openChatSignedIn(page, server);
  const side = chat.sidebar(page);
  await chooseInList(page, 'Select');
  const all = side.getByRole('checkbox', { name: 'Select all 12' });
  await side.getByRole('checkbox', { name: 'Chat 3', exact: false }).first().check();
  await expect(all).toHaveAttribute('data-state', 'indeterminate');
  await all.click();
  await expect(side.getByText('12 selected')).toBeVisible();
  await side.getByRole('button', { name: 'Archive', exact: true }).click();
  await expect(chat.toast(page, '12 conversations archived successfully')).toBeVisible();
  await expect(side.getByText('No conversations yet')).toBeVisible();
});

test('[2.76] [2.80] [5.24] [8.26] all 5,000 are archived, deleted and restored, including unloaded rows', async ({
  page,
  context,
  server,
}) => {
  test.setTimeout(240_000);
  const account = await signIn(context, server);
  await seedConversations(server, account, 5_000);
  await openChatSignedIn(page, server);
  const side = chat.sidebar(page);
  const all = side.getByRole('checkbox', { name: 'Select all' });
  await chooseInList(page, 'Select');
  await all.click();
  await expect(side.getByText('5,000 selected')).toBeVisible();
  await side.getByRole('checkbox', { name: /^Chat 2 / }).click();
  await expect(side.getByText('4,999 selected')).toBeVisible();
  await expect(all).toHaveAttribute('data-state', 'indeterminate');
  await side.getByRole('button', { name: 'Archive', exact: true }).click();
  await expect(chat.toast(page, '4,999 conversations archived successfully')).toBeVisible();
  await expect(chat.rows(page)).toHaveText([/^Chat 2[A-Z]/]);

  await tab(page, 'Archived').click();
  await expect(chat.rows(page).first()).toHaveText(/^Chat 1[A-Z]/);
  await chooseInList(page, 'Select');
  await all.click();
  await side.getByRole('button', { name: 'Delete', exact: true }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText(
    'Are you sure you want to delete 4,999 archived conversations? This action cannot be undone.',
  );
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(chat.toast(page, '4,999 conversations deleted successfully')).toBeVisible();
  await expect(side.getByText('No archived conversations')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(chat.toast(page, '4,999 conversations restored successfully')).toBeVisible();
  await expect(chat.rows(page).first()).toHaveText(/^Chat 1[A-Z]/);
  await page.reload();
  await expect(chat.rows(page)).toHaveText([/^Chat 2[A-Z]/]);
  await tab(page, 'Archived').click();
  await chooseInList(page, 'Select');
  await all.click();
  await expect(side.getByText('4,999 selected')).toBeVisible();
});

for (const [what, breakIt, words, after] of [
  ['a lost connection', (context) => context.setOffline(true), 'You seem to be offline.', 'the rows come back'],
  ['an ended session', (context) => context.clearCookies(), 'Please sign in first.', "the page becomes a guest's"],
] as const satisfies [string, (context: BrowserContext) => Promise<void>, string, string][])
  test(`[8.28] ${what} during a bulk action is reported, and ${after}`, async ({ page, context, server }) => {
    await signIn(context, server);
    await addConversations(context, server, ['One', 'Two', 'Three']);
    await openChatSignedIn(page, server);
    const side = chat.sidebar(page);
    await chooseInList(page, 'Select');
    await side.getByRole('checkbox', { name: 'Select all 3' }).click();
    // The code of toasts loads when the page is idle, like everything that may be needed offline.
    await expect(page.getByRole('region', { name: /Notification/ })).toBeAttached();
    await breakIt(context);
    await side.getByRole('button', { name: 'Archive', exact: true }).click();
    await expect(chat.toast(page, 'Failed to archive some conversations')).toBeVisible();
    await expect(page.getByRole('region', { name: /Notification/ })).toContainText(words);
    // Without its session, the page finds out that the person is signed out.
    if (what === 'an ended session') await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible();
    else await expect(chat.rows(page)).toHaveText([/^Three/, /^Two/, /^One/]);
  });
