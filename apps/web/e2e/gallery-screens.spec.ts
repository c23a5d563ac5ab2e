import { expect } from '@playwright/test';
import { addConversations, signIn } from './support/accounts.ts';
import { answerDone, chat, chooseInHeader, openChat, openChatSignedIn } from './support/chat.ts';
import { desk, phone, picture } from './support/gallery.ts';
import { test } from './support/test.ts';

// `npm run gallery`: the chat on every kind of screen, and what it shows when something is missing.

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const small = { width: 320, height: 640 };
const zoomed = { width: 320, height: 256 };
const sideways = { width: 844, height: 390 };

test('both modes on every screen, the editor and the rating on a phone', async ({ page, context, server }) => {
  await signIn(context, server);
  const [id] = await addConversations(context, server, ['Weekend in Ljubljana, two days on foot']);
  for (const content of [':fun.mode=on', ':harmful.mode=on', 'Show me some markdown: a table, a list and code'])
    await context.request.post(`${server.url}/api/conversations/${id}/messages`, { data: { content } });
  await page.goto(`${server.url}/chat/${id}`);
  await answerDone(page);
  await expect(page.getByRole('banner').getByRole('button', { name: 'Share', exact: true })).toBeVisible();
  await picture(page, 'modes', [
    small,
    { width: 360, height: 640 },
    phone,
    { width: 768, height: 900 },
    { width: 1024, height: 768 },
    desk,
  ]);
  await picture(page, 'modes-low', [zoomed, sideways]);
  await page.setViewportSize(phone);
  await page.getByRole('button', { name: 'Edit message' }).last().click();
  await picture(page, 'editor', [phone]);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Bad response' }).last().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await picture(page, 'rating', [phone]);
});

test('the welcome on low screens', async ({ page, server }) => {
  await openChat(page, server);
  await picture(page, 'welcome', [small, { width: 360, height: 640 }]);
  await picture(page, 'welcome-low', [zoomed, sideways, { width: 640, height: 400 }]);
});

test.describe('before the script', () => {
  // A service worker would answer before the test could hold the request.

  test('the shell beside the page that follows, and without a script', async ({ page, context, server }) => {
    const loads = async (path: string, name: string, shell: string) => {
      const released = Promise.withResolvers<void>();
      await page.route('**/assets/*.js', async (route) => {
        await released.promise;
        await route.continue();
      });
      await page.goto(`${server.url}${path}`, { waitUntil: 'commit' });
      await expect(page.locator(shell).first()).toBeVisible();
      await expect(page.locator(shell).first()).toHaveCSS('opacity', '1');
      await expect(page.getByText('Something went wrong')).toBeHidden();
      await picture(page, `shell-${name}`, [desk, phone], 'allow');
      released.resolve();
      await expect(page.locator('.shell')).toHaveCount(0);
      await page.unroute('**/assets/*.js');
    };
    await loads('/', 'start', '.shell-start');
    await expect(page.getByText('10 messages left')).toBeVisible();
    await picture(page, 'shell-start-page');
    await signIn(context, server);
    const [id] = await addConversations(context, server, ['About tea']);
    await context.request.post(`${server.url}/api/conversations/${id}/messages`, {
      data: { content: 'Make a table of the planets' },
    });
    await page.setViewportSize(desk);
    await openChatSignedIn(page, server);
    await loads(`/chat/${id}`, 'conversation', '.shell-thread');
    await answerDone(page);
    await picture(page, 'shell-conversation-page');
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto(server.url);
    await expect(page.getByRole('button', { name: 'Refresh Page' })).toBeVisible();
    await picture(page, 'shell-failed');
  });
});

test('a session that has ended, and a sign-out in another tab', async ({ page, context, server }) => {
  await signIn(context, server);
  const [id] = await addConversations(context, server, ['About tea']);
  await page.goto(`${server.url}/chat/${id}`);
  await expect(page.getByRole('banner').getByText('About tea')).toBeVisible();
  await chat.input(page).fill('half a thought');
  await context.request.post(`${server.url}/api/auth/logout`);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Your session has ended. Sign in to continue.' })).toBeVisible();
  await picture(page, 'session-ended');

  await signIn(context, server);
  await page.setViewportSize(desk);
  await openChatSignedIn(page, server);
  await chat.input(page).fill('half a thought');
  const other = await context.newPage();
  await openChatSignedIn(other, server);
  await chooseInHeader(other, 'Sign out');
  await page.bringToFront();
  await expect(chat.toast(page, 'You signed out in another tab')).toBeVisible();
  await chat.toast(page, 'You signed out in another tab').hover();
  await picture(page, 'signed-out-elsewhere');
});
