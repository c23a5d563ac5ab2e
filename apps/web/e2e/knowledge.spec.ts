import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { ServerProcess } from '../../server/src/testing/server-process.ts';
import { makeAccount, newAccount, signIn } from './support/accounts.ts';
import { answerDone, chat, openChat, say } from './support/chat.ts';
import { findings } from './support/findings.ts';
import { test } from './support/test.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const question = 'What is the office dog called?';
/** An edit reaches answers within a minute; the server and the page look every few seconds. */
const withinAMinute = { timeout: 60_000 };
const heading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Knowledge Base' });

let base: string;
let handbook: string;
test.beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'noek-knowledge-'));
  handbook = join(base, 'handbook');
  mkdirSync(handbook);
  writeFileSync(join(handbook, 'office.md'), '# Office\n\nThe office dog is called Biscuit.\n');
});
test.afterEach(() => rmSync(base, { recursive: true, force: true }));

async function openPage(page: Page, server: ServerProcess): Promise<void> {
  await page.goto(`${server.url}/admin/google-docs`);
  await expect(heading(page)).toBeVisible();
}

async function ask(page: Page, server: ServerProcess) {
  await openChat(page, server);
  await say(page, question);
  return answerDone(page);
}

test('[1.06] [2.114] a guest is answered from the folder, an edit is in the next answer, and the page of administrators shows it all', async ({
  page,
  startServer,
  anotherBrowser,
}) => {
  const admin = newAccount('Ida Admin');
  const server = await startServer({ KNOWLEDGE_DIR: handbook, ADMIN_EMAIL: admin.email });
  await makeAccount(server, admin);
  const office = await anotherBrowser();
  await signIn(office, server, admin);
  const desk = await office.newPage();
  await openPage(desk, server);
  await expect(desk.getByText('Connected', { exact: true })).toBeVisible();
  await desk.getByRole('button', { name: 'Test Connection' }).click();
  await expect(desk.getByText(/^Connected: the folder .* has 1 file with 43 characters\.$/)).toBeVisible();
  await desk.getByRole('button', { name: 'Preview Knowledge Base' }).click();
  await expect(desk.getByRole('region', { name: 'Text of the knowledge base' })).toContainText('Biscuit');

  const answer = await ask(page, server);
  await expect(answer).toContainText('The office dog is called Biscuit. Knowledge base');
  await expect(answer).toContainText('Found a passage in the knowledge base');
  await answer.getByRole('button', { name: '1 Knowledge base: Office' }).click();
  const sources = page.getByRole('dialog', { name: 'Sources' });
  await expect(sources.locator('blockquote')).toHaveText('The office dog is called Biscuit.');
  await expect(sources).toContainText(/Knowledge base · Revision 1-[0-9a-f]{8}/);
  await expect(sources.getByRole('link')).toHaveCount(0);
  expect(await findings(page, 'sources from the knowledge base')).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(sources).toBeHidden();

  writeFileSync(join(handbook, 'office.md'), '# Office\n\nThe office dog is called Max.\n');
  const history = desk.getByRole('table', { name: 'Changes of the knowledge base' });
  await expect(history.getByRole('row', { name: /^2 ?Current/ })).toBeVisible(withinAMinute);
  const next = await ask(page, server);
  await expect(next).toContainText('The office dog is called Max. Knowledge base');

  // While the folder is gone, answers use the last text.
  renameSync(handbook, join(base, 'elsewhere'));
  await expect(desk.getByText('Out of date', { exact: true })).toBeVisible(withinAMinute);
  await expect(desk.getByText(`The folder “${handbook}” does not exist. Check KNOWLEDGE_DIR.`)).toBeVisible();
  expect(await findings(desk, 'a knowledge base that is out of date')).toEqual([]);
  await expect(await ask(page, server)).toContainText('The office dog is called Max.');
});

test('[2.114] when a folder becomes empty, the page asks, and the last text is kept until an administrator decides to drop it', async ({
  page,
  context,
  startServer,
}) => {
  const admin = newAccount('Ida Admin');
  const server = await startServer({ KNOWLEDGE_DIR: handbook, ADMIN_EMAIL: admin.email });
  await signIn(context, server, await makeAccount(server, admin));
  await openPage(page, server);
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
  rmSync(join(handbook, 'office.md'));
  await expect(page.getByText('The folder is empty')).toBeVisible(withinAMinute);
  expect(await findings(page, 'a knowledge base that became empty')).toEqual([]);
  await page.getByRole('button', { name: 'Test Connection' }).click();
  await expect(page.getByText(/^Connected, but the folder .* has no text\. Put files/)).toBeVisible();
  await page.getByRole('button', { name: 'Keep the last text' }).press('Enter');
  await expect(page.getByText(/^An administrator has decided to keep the last text/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Keep the last text' })).toBeHidden();
  await page.getByRole('button', { name: 'Preview Knowledge Base' }).click();
  await expect(page.getByRole('region', { name: 'Text of the knowledge base' })).toContainText('Biscuit');
  await page.getByRole('button', { name: 'Use the empty folder' }).click();
  await expect(page.getByText('There is no text', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Preview Knowledge Base' }).click();
  await expect(page.getByText('There is no text yet.')).toBeVisible();
});

test('nothing is set up: the page says how, and both buttons work; axe finds nothing', async ({
  page,
  context,
  startServer,
}) => {
  const admin = newAccount('Ida Admin');
  const server = await startServer({ ADMIN_EMAIL: admin.email });
  await signIn(context, server, await makeAccount(server, admin));
  await page.goto(`${server.url}/admin`);
  await page.getByRole('link', { name: 'Knowledge base' }).click();
  await expect(heading(page)).toBeVisible();
  await expect(page.getByText('Not configured')).toBeVisible();
  await expect(page.getByRole('region', { name: 'A folder of Markdown files' })).toContainText('KNOWLEDGE_DIR');
  await page.getByRole('button', { name: 'Test Connection' }).click();
  await expect(page.getByText(/^No knowledge base is set up\./)).toBeVisible();
  await page.getByRole('button', { name: 'Preview Knowledge Base' }).click();
  await expect(page.getByText('There is no text yet.')).toBeVisible();
  expect(await findings(page, 'a knowledge base that is not set up')).toEqual([]);
});

test('[2.08] [2.16] other people see that the page is for administrators only; guests get a 404', async ({
  page,
  context,
  server,
}) => {
  const answer = await page.goto(`${server.url}/admin/google-docs`);
  expect(answer?.status()).toBe(404);
  await signIn(context, server);
  expect((await page.goto(`${server.url}/admin/google-docs`))?.status()).toBe(200);
  await expect(page.getByText('Failed to fetch users: 403')).toBeVisible();
  await expect(heading(page)).toBeHidden();
  await expect(chat.input(page)).toBeHidden();
});
