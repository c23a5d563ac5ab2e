import { expect } from '@playwright/test';
import { addConversations, signIn } from './support/accounts.ts';
import { chat, openChatSignedIn } from './support/chat.ts';
import { tab } from './support/sidebar.ts';
import { test } from './support/test.ts';

test('a dialog returns the focus: search, trash, the drawer on a phone', async ({ page, context, server }) => {
  await signIn(context, server);
  await addConversations(context, server, ['About tea']);
  await openChatSignedIn(page, server);
  await chat.input(page).press('ControlOrMeta+k');
  const search = page.getByRole('dialog', { name: 'Search your conversations' });
  await expect(search.getByRole('combobox')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(search).toBeHidden();
  await expect(chat.input(page)).toBeFocused();

  await tab(page, 'Archived').click();
  const trash = chat.sidebar(page).getByRole('button', { name: 'Trash' });
  await trash.click();
  await expect(page.getByRole('dialog', { name: 'Trash' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(trash).toBeFocused();

  await page.setViewportSize({ width: 390, height: 800 });
  const menu = page.getByRole('button', { name: 'Open sidebar' });
  const drawer = page.getByRole('dialog', { name: 'Conversations', exact: true });
  await menu.click();
  await expect(drawer).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(menu).toBeFocused();
  await menu.click();
  await drawer.getByRole('button', { name: 'Search' }).click();
  await expect(drawer).toBeHidden();
  await expect(search.getByRole('combobox')).toBeFocused();
});
