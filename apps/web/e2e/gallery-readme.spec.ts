import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import type { ServerProcess } from '../../server/src/testing/server-process.ts';
import { signIn } from './support/accounts.ts';
import { answerDone, chat, openChat, openChatSignedIn, say } from './support/chat.ts';
import { askAboutLease, phone, root } from './support/gallery.ts';
import { test } from './support/test.ts';
import { showTheme } from './support/theme.ts';

// `npm run pictures`: the pictures of the README, in docs/screenshots. Not part of the tests.

test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.skip(process.env.GALLERY !== 'docs', 'npm run pictures takes them');

const folder = `${root}docs/screenshots`;
mkdirSync(folder, { recursive: true });
const desk = { width: 1280, height: 860 };
const mira = { name: 'Mira Novak', email: 'mira@example.com', password: 'lantern-42-quay' };
const admin = { name: 'Ada Lindqvist', email: 'admin@example.com', password: 'lantern-42-quay' };

async function take(page: Page, name: string): Promise<void> {
  await page.mouse.move(desk.width - 380, desk.height - 80);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.screenshot({ path: `${folder}/${name}.png`, animations: 'disabled', caret: 'hide' });
}

async function seed(server: ServerProcess): Promise<void> {
  await promisify(execFile)(process.execPath, [`${root}scripts/seed.ts`], {
    env: { DATA_DIR: server.dataDir, PORT: String(server.port), LOG_LEVEL: 'warn' },
  });
}

test('README: a guest, a conversation, sources and memory', { tag: '@pictures' }, async ({
  page,
  context,
  startServer,
}) => {
  const server = await startServer();
  await seed(server);
  await page.setViewportSize(phone);
  await openChat(page, server);
  await page.screenshot({ path: `${folder}/welcome-phone.png` });

  await signIn(context, server, mira);
  await page.setViewportSize(desk);
  await openChatSignedIn(page, server);
  await say(page, 'I am allergic to walnuts');
  await expect(await answerDone(page)).toContainText('Saved to memory');
  await page.getByRole('button', { name: 'New chat' }).first().click();
  await expect(chat.welcome(page)).toBeVisible();
  await say(page, 'Suggest a cake for my birthday');
  const cake = await answerDone(page);
  await cake.getByRole('button', { name: 'Used here' }).click();
  await expect(page.getByText('Why do you remember this?')).toBeVisible();
  await take(page, 'memory');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'New chat' }).first().click();
  await expect(chat.welcome(page)).toBeVisible();
  await page.getByRole('switch', { name: 'Web search' }).click();
  await say(page, 'Search the web: what is Noek?');
  const found = await answerDone(page);
  await found.getByRole('button', { name: 'Sources' }).click();
  await expect(page.getByRole('dialog', { name: 'Sources' }).locator('blockquote').first()).toBeVisible();
  await take(page, 'sources');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'New chat' }).first().click();
  await expect(chat.welcome(page)).toBeVisible();
  const read = await askAboutLease(page);
  await read.getByRole('button', { name: 'Used here' }).click();
  await expect(page.getByText('Whole file').first()).toBeVisible();
  await take(page, 'files');
  await page.keyboard.press('Escape');

  await chat.row(page, 'Debounced search').getByRole('link').click();
  await answerDone(page);
  // Both load after the text.
  await expect(page.locator('.code-keyword').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Share', exact: true })).toBeVisible();
  for (const theme of ['light', 'dark'] as const) {
    await showTheme(page, theme);
    await take(page, `chat-${theme}`);
  }
});

test('README: what administrators see', { tag: '@pictures' }, async ({ page, context, startServer }) => {
  const server = await startServer();
  await seed(server);
  await signIn(context, server, admin);
  await page.setViewportSize({ ...desk, height: 560 });
  await page.goto(`${server.url}/admin`);
  await expect(page.getByText('3 users')).toBeVisible();
  await take(page, 'people');
});
