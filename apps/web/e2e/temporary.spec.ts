import { expect, type Page } from '@playwright/test';
import { addConversations, signIn } from './support/accounts.ts';
import { answerDone, chat, openChatSignedIn, say, wordsOf } from './support/chat.ts';
import { keptOnDevice } from './support/device.ts';
import { findings, screenSizes } from './support/findings.ts';
import { kept } from './support/kept.ts';
import { test } from './support/test.ts';

/** Without animations: axe would see colours in the middle of a fade. */
test.use({ serviceWorkers: 'allow', contextOptions: { reducedMotion: 'reduce' } });

const [wide, phone] = screenSizes;
const theSwitch = (page: Page) => page.getByRole('switch', { name: 'Temporary chat' });
const banner = (page: Page) => page.getByRole('region', { name: 'Temporary chat' });
const ended = (page: Page) => page.getByRole('heading', { name: 'This temporary chat has ended' });
const question = 'What do you know about heliotropes?';

/** Hides the page, which makes it write what it has not written yet, and shows it again. */
async function hide(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const state of ['hidden', 'visible']) {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }
    window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });
}

test('a temporary chat is in no list and leaves no word on the device: after an answer, a reload and its end', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, server);
  await addConversations(context, server, ['About coffee']);
  await openChatSignedIn(page, server);
  // The local cache of usual chats works, so that it would also have this one.
  await expect.poll(async () => (await kept(page))?.conversations.includes('About coffee')).toBe(true);
  await chat.input(page).fill('Half a thought about heliotropes');
  await theSwitch(page).click();
  await expect(banner(page)).toContainText('out of your list and memory');
  await expect(page).toHaveTitle('Temporary chat · Noek');
  expect(await findings(page, 'an empty temporary chat')).toEqual([]);
  await page.setViewportSize(wide);
  await hide(page);
  expect(await keptOnDevice(page)).not.toContain('heliotropes');

  await say(page, question);
  const words = await wordsOf(await answerDone(page));
  const answered = words.slice(0, 24);
  expect(answered.length).toBeGreaterThan(10);
  await expect(page).toHaveURL(/\/chat\/\d+$/);
  await expect(page).toHaveTitle('Temporary chat · Noek');
  await chat.input(page).fill('Another thought about heliotropes');
  const none = async () => {
    await hide(page);
    const text = await keptOnDevice(page);
    expect(text).not.toContain('heliotropes');
    expect(text).not.toContain(answered);
  };
  // A usual chat that is read now is kept after this one would have been.
  await addConversations(context, server, ['About tea']);
  await expect.poll(async () => (await kept(page))?.conversations.includes('About tea')).toBe(true);
  await none();
  await expect(chat.rows(page)).toHaveText([/^About tea/, /^About coffee/]);
  expect(await findings(page, 'a temporary chat')).toEqual([]);
  await page.setViewportSize(wide);

  await page.reload();
  await expect(chat.answers(page)).toContainText(answered);
  await expect(banner(page).getByRole('button', { name: 'Keep this chat' })).toBeVisible();
  await addConversations(context, server, ['About cocoa']);
  await expect.poll(async () => (await kept(page))?.conversations.includes('About cocoa')).toBe(true);
  await none();

  // Its address works in another tab, where it ends.
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(chat.answers(other)).toContainText(answered);
  await expect(chat.rows(other)).toHaveCount(3);
  await banner(other).getByRole('button', { name: 'End', exact: true }).click();
  await other.getByRole('alertdialog').getByRole('button', { name: 'End', exact: true }).click();
  await expect(chat.toast(other, 'Temporary chat ended')).toBeVisible();
  await expect(chat.welcome(other)).toBeVisible();
  await expect(theSwitch(other)).toHaveAttribute('aria-checked', 'false');
  await expect(ended(page)).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
  expect(await findings(page, 'an ended temporary chat')).toEqual([]);
  await none();
  await page.reload();
  await expect(ended(page)).toBeVisible();
  await none();
});

test('on a phone, without a connection: a temporary chat waits in the outbox, is sent once, and is kept in all tabs', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, server);
  const other = await context.newPage();
  await openChatSignedIn(other, server);
  await expect(chat.sidebar(other).getByText('No conversations yet')).toBeVisible();
  await page.setViewportSize(phone);
  await page.goto(server.url);
  await theSwitch(page).click();
  await expect(banner(page)).toBeVisible();
  await context.setOffline(true);
  await say(page, question);
  await expect(page.getByText('Waiting for connection').first()).toBeVisible();
  expect(await keptOnDevice(page)).toContain('heliotropes');
  await context.setOffline(false);
  await answerDone(page);
  await expect.poll(() => keptOnDevice(page)).not.toContain('heliotropes');
  await expect(banner(page).getByRole('button', { name: 'End', exact: true })).toBeVisible();
  await expect(chat.sidebar(other).getByText('No conversations yet')).toBeVisible();

  await banner(page).getByRole('button', { name: 'Keep this chat' }).click();
  await expect(banner(page)).toHaveCount(0);
  await expect(chat.row(other, 'heliotropes')).toBeVisible();
  await expect(page).toHaveTitle(/heliotropes/);
  await expect.poll(async () => (await kept(page))?.messages.includes(question)).toBe(true);
  await expect(chat.questions(page)).toHaveCount(1);
});
