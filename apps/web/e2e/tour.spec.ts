import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { pdfOf } from '../../../packages/files/src/testing/pdf.ts';
import type { ServerProcess } from '../../server/src/testing/server-process.ts';
import { type Account, newAccount } from './support/accounts.ts';
import { continueSignedIn, followLink, submitSignUp } from './support/auth.ts';
import { answerDone, chat, openChat, say } from './support/chat.ts';
import { root } from './support/gallery.ts';
import { test } from './support/test.ts';

test.use({ serviceWorkers: 'allow' });

// "A tour in one minute" of the README, step by step, at http://localhost:PORT.

const asked = 'Make a table of the planets';

/** Runs a script of the tour for the server's data. */
const script = (server: ServerProcess, name: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, [`${root}scripts/${name}`, ...args], {
    env: { DATA_DIR: server.dataDir, PORT: String(server.port), LOG_LEVEL: 'warn' },
  });

async function askAsGuest(page: Page, server: ServerProcess): Promise<void> {
  await openChat(page, server);
  await expect(page.getByText('10 messages left')).toBeVisible();
  await say(page, asked);
  await expect((await answerDone(page)).getByRole('table')).toContainText('Jupiter');
}

async function signUp(page: Page, person: Account): Promise<void> {
  await page.getByRole('link', { name: 'Sign In' }).click();
  await submitSignUp(page, person);
}

/** The ways to open the mail. Each resolves to the page on which the person has signed in. */
const ways: Record<
  string,
  (page: Page, context: BrowserContext, server: ServerProcess, who: Account) => Promise<Page>
> = {
  'the inbox in the same tab': async (page, _, server, who) => {
    await page.goto(`${server.url}/dev/inbox`);
    await followLink(page, who);
    await continueSignedIn(page);
    return page;
  },
  'the inbox in a new tab': async (_, context, server, who) => {
    const tab = await context.newPage();
    await tab.goto(`${server.url}/dev/inbox`);
    await followLink(tab, who);
    await continueSignedIn(tab);
    return tab;
  },
  '"Open the email inbox", and sign in there': async (page, context, _, who) => {
    const inbox = page.getByRole('link', { name: 'Open the email inbox of this server' });
    const [tab] = await Promise.all([context.waitForEvent('page'), inbox.click()]);
    await followLink(tab, who);
    await continueSignedIn(tab);
    return tab;
  },
  '"Open the email inbox", and sign in where the sign-up was': async (page, context, _, who) => {
    const inbox = page.getByRole('link', { name: 'Open the email inbox of this server' });
    const [tab] = await Promise.all([context.waitForEvent('page'), inbox.click()]);
    await followLink(tab, who);
    // The link has signed this browser in.
    await page.getByRole('button', { name: "I've Verified My Email - Sign In" }).click();
    return page;
  },
};

for (const [name, way] of Object.entries(ways))
  test(`README's tour: a guest signs up, and the chats are in the account: ${name}`, async ({
    page,
    context,
    server,
  }) => {
    const person = newAccount();
    await askAsGuest(page, server);
    const { href } = new URL(page.url());
    await signUp(page, person);
    const arrived = await way(page, context, server, person);
    await expect(arrived).toHaveURL(href);
    await expect(arrived.getByRole('link', { name: /^Account/ })).toContainText(person.email);
    await expect(chat.row(arrived, asked)).toBeVisible();
    await expect(chat.answers(arrived)).toContainText('Jupiter');
  });

test("README's tour, every step", async ({ page, startServer }) => {
  test.slow();
  const server = await startServer();
  const person = newAccount();

  await test.step('1. Ask', async () => {
    await openChat(page, server);
    await say(page, 'What can you do?');
    await expect(await answerDone(page)).toContainText('Demo');
    await page.getByRole('link', { name: 'Noek' }).first().click();
    await askAsGuestAgain();
  });
  async function askAsGuestAgain() {
    await expect(chat.welcome(page)).toBeVisible();
    await say(page, asked);
    await expect((await answerDone(page)).getByRole('table')).toContainText('Jupiter');
    await expect(page.getByText('8 messages left')).toBeVisible();
  }

  await test.step('2. Sign up', async () => {
    await signUp(page, person);
    await page.goto(`${server.url}/dev/inbox`);
    await followLink(page, person);
    await continueSignedIn(page);
    for (const title of ['What can you do?', asked]) await expect(chat.row(page, title)).toBeVisible();
  });

  const newChat = async () => {
    await page.getByRole('button', { name: 'New chat' }).first().click();
    await expect(chat.welcome(page)).toBeVisible();
  };

  await test.step('3. Tell it something', async () => {
    await newChat();
    await say(page, 'I am allergic to walnuts');
    await expect(await answerDone(page)).toContainText('Saved to memory');
    await newChat();
    await say(page, 'Suggest a cake');
    const cake = await answerDone(page);
    await expect(cake).toContainText('walnuts');
    await cake.getByRole('button', { name: 'Used here' }).click();
    await expect(page.getByText('Why do you remember this?')).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('4. Search the web', async () => {
    await newChat();
    await page.getByRole('switch', { name: 'Web search' }).click();
    await say(page, 'Search the web: what is Noek?');
    const found = await answerDone(page);
    await found.getByRole('button', { name: 'Sources' }).click();
    await expect(page.getByRole('dialog', { name: 'Sources' }).locator('blockquote').first()).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('5. Add a file', async () => {
    await newChat();
    const lease = pdfOf(['This is the lease of the old mill.', 'The deposit is three monthly rents.']);
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'lease.pdf', mimeType: 'application/pdf', buffer: lease });
    // While it is being added, its size is not shown, and nothing is sent.
    await expect(page.getByRole('list', { name: 'Files to send' })).toContainText(/lease\.pdf[\d.]+ k?B/);
    await say(page, 'How much is the deposit?');
    const answer = await answerDone(page);
    await expect(answer).toContainText('The deposit is three monthly rents.');
    await answer.getByRole('button', { name: 'Used here' }).click();
    await expect(page.getByText('Whole file')).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('6. Be an administrator', async () => {
    await script(server, 'make-admin.ts', person.email);
    await page.reload();
    await page.getByRole('link', { name: 'Admin' }).click();
    await expect(page.getByText('1 user', { exact: true })).toBeVisible();
    await script(server, 'seed.ts');
    await page.reload();
    await expect(page.getByText('4 users')).toBeVisible();
  });

  await test.step('7. Restart', async () => {
    expect(await server.stop()).toEqual({ code: 0, signal: null });
    await server.startAgain();
    await page.goto(server.url);
    for (const title of [asked, 'I am allergic to walnuts', 'Suggest a cake'])
      await expect(chat.row(page, title)).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await chat.row(page, asked).waitFor({ state: 'hidden' });
    await expect(chat.welcome(page)).toBeVisible();
  });
});
