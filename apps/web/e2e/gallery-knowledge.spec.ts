import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { ServerProcess } from '../../server/src/testing/server-process.ts';
import { type GoogleServer, startGoogleServer } from '../../server/src/testing/stand-ins/google-server.ts';
import { makeAccount, newAccount, signIn } from './support/accounts.ts';
import { answerDone, openChatSignedIn, say } from './support/chat.ts';
import { desk, picture } from './support/gallery.ts';
import { test } from './support/test.ts';

// `npm run gallery`: screenshots of every screen and state in gallery/, for review. Not part of the tests.

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const handbook = `# Handbook

Welcome. This is what everybody at the office should know.

## Opening hours

We are open from Monday to Friday, 9 to 17. On the last Friday of a month we close at noon.

## The dog

The office dog is called **Biscuit**. She belongs to Mira and may be walked by anyone who asks.`;

const open = async (page: Page, server: ServerProcess) => {
  await page.goto(`${server.url}/admin/google-docs`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
};
const press = (page: Page, name: string) => page.getByRole('button', { name }).click();

test('the page of the knowledge base without one', async ({ page, context, startServer }) => {
  const admin = newAccount('Ida Admin');
  const server = await startServer({ ADMIN_EMAIL: admin.email });
  await signIn(context, server, await makeAccount(server, admin));
  await open(page, server);
  await expect(page.getByText('Not configured')).toBeVisible();
  await press(page, 'Test Connection');
  await expect(page.getByText(/^No knowledge base is set up/)).toBeVisible();
  await picture(page, 'knowledge-not-configured');
  await context.clearCookies();
  await signIn(context, server);
  await open(page, server);
  await picture(page, 'knowledge-not-an-administrator');
});

test('the page of the knowledge base with a folder, and an answer from it', async ({ page, context, startServer }) => {
  const base = mkdtempSync(join(tmpdir(), 'noek-knowledge-'));
  const folder = join(base, 'handbook');
  mkdirSync(folder);
  writeFileSync(join(folder, 'handbook.md'), handbook);
  writeFileSync(join(folder, 'scan.md'), 'x'.repeat(1_000_001));
  const admin = newAccount('Ida Admin');
  const server = await startServer({ ADMIN_EMAIL: admin.email, KNOWLEDGE_DIR: folder });
  await signIn(context, server, await makeAccount(server, admin));
  await open(page, server);
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
  await press(page, 'Test Connection');
  await expect(page.getByText(/^Connected: the folder/)).toBeVisible();
  await press(page, 'Preview Knowledge Base');
  await expect(page.getByRole('region', { name: 'Text of the knowledge base' })).toBeVisible();
  await picture(page, 'knowledge-folder');
  await page.setViewportSize(desk);
  await openChatSignedIn(page, server);
  await say(page, 'What are the opening hours, and what is the office dog called?');
  const answer = await answerDone(page);
  await picture(page, 'knowledge-answer');
  await answer.getByRole('button', { name: 'Sources', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Sources' })).toBeVisible();
  await picture(page, 'knowledge-sources');
  rmSync(base, { recursive: true, force: true });
});

test('the page of the knowledge base with a Google document', async ({ page, context, startServer }) => {
  const google: GoogleServer = await startGoogleServer(handbook);
  const admin = newAccount('Ida Admin');
  const server = await startServer({ ADMIN_EMAIL: admin.email, ...google.env });
  await signIn(context, server, await makeAccount(server, admin));
  await open(page, server);
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
  await picture(page, 'knowledge-google');
  google.write('');
  await expect(page.getByText('The document is empty')).toBeVisible({ timeout: 60_000 });
  await picture(page, 'knowledge-google-emptied');
  google.document = null;
  await expect(page.getByText('Out of date', { exact: true })).toBeVisible({ timeout: 60_000 });
  await picture(page, 'knowledge-google-out-of-date');
  await google.close();
});
