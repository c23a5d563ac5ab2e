import { expect } from '@playwright/test';
import { addConversations, signIn } from './support/accounts.ts';
import { chat, openChat } from './support/chat.ts';
import { test } from './support/test.ts';

test.use({ viewport: { width: 390, height: 780 } });

test('Back closes the drawer and what is open in it before it leaves the page', async ({ page, context, server }) => {
  await signIn(context, server);
  await addConversations(context, server, ['Tea', 'Coffee']);
  await page.goto(server.url);
  await expect(chat.welcome(page)).toBeVisible();
  const address = page.url();
  const entries = await page.evaluate(() => history.length);
  const drawer = page.getByRole('dialog', { name: 'Conversations' });
  const open = () => page.getByRole('button', { name: 'Open sidebar' }).click();

  await open();
  await expect(drawer).toBeVisible();
  await page.goBack();
  await expect(drawer).toBeHidden();
  expect(page.url()).toBe(address);

  // If it is closed in another way, its history entry stays. There is one entry, however often it is opened, and Back skips it.
  for (let times = 0; times < 3; times++) {
    await open();
    await expect(drawer).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
  }
  expect(await page.evaluate(() => history.length)).toBe(entries + 1);
  await page.reload();
  await expect(chat.welcome(page)).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('about:blank');
  await page.goto(server.url);
  await expect(chat.welcome(page)).toBeVisible();

  // A dialog in the drawer closes first, then the drawer.
  await open();
  await page.getByRole('button', { name: 'Trash' }).click();
  const trash = page.getByRole('dialog', { name: 'Trash' });
  await expect(trash).toBeVisible();
  await page.goBack();
  await expect(trash).toBeHidden();
  await expect(drawer).toBeVisible();
  await page.goBack();
  await expect(drawer).toBeHidden();
  expect(page.url()).toBe(address);

  // Choosing a chat closes the drawer and opens the chat; Back returns to where it was chosen.
  await open();
  await drawer.getByRole('link', { name: /Tea/ }).click();
  await expect(page).toHaveURL(/\/chat\/\d+/);
  await expect(drawer).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL(address);
  await expect(chat.input(page)).toBeVisible();
});

test('closing a dialog does not undo what happens right after it', async ({ page, context, server }) => {
  await signIn(context, server);
  await page.setViewportSize({ width: 1280, height: 780 });
  await page.goto(`${server.url}/account/security`);
  const password = page.getByRole('button', { name: 'Change Password' });
  const cancel = page.getByRole('dialog').getByRole('button', { name: 'Cancel' });
  for (let times = 0; times < 3; times++) {
    await password.click();
    await cancel.click();
    await page.reload();
  }
  await password.click();
  await cancel.click();
  await page.getByRole('link', { name: 'Back to Chat' }).click();
  await expect(chat.welcome(page)).toBeVisible();
  await page.goBack();
  await expect(password).toBeVisible();
});

test('[2.44] guests find Upgrade on a phone', async ({ page, server }) => {
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 700 });
    await openChat(page, server);
    await expect(page.getByRole('banner').getByRole('link', { name: 'Upgrade' })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect((await page.getByRole('banner').boundingBox())?.height).toBeLessThan(70);
    const [name, left] = await Promise.all([
      page.getByRole('banner').getByRole('link', { name: 'Noek' }).boundingBox(),
      page.getByRole('banner').getByText(/left$/).locator('..').boundingBox(),
    ]);
    expect((left?.x ?? 0) - (name?.x ?? 0) - (name?.width ?? 0)).toBeGreaterThanOrEqual(4);
  }
});
