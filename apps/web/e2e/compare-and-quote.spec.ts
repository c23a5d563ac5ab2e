import { expect, type Page } from '@playwright/test';
import { type ModelCall, typing } from '../../server/src/testing/stand-ins/model-server.ts';
import { signIn } from './support/accounts.ts';
import { answerDone, chat, chooseForMessage, openChat, openChatSignedIn, say } from './support/chat.ts';
import { findings, screenSizes } from './support/findings.ts';
import { test } from './support/test.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const [wide, small] = screenSizes;
const long = (word: string, paragraphs = 5) =>
  Array.from(
    { length: paragraphs },
    (_, at) => `${word} paragraph ${at}: the moon pulls the water, and the shore waits.`,
  ).join('\n\n');

const columnOf = (page: Page, name: string | RegExp) => chat.thread(page).getByRole('article', { name });
/** How many messages the person has left. */
async function left(page: Page): Promise<number> {
  const answer = await page.request.get(new URL('/api/trpc/chat.allowance', page.url()).href);
  return ((await answer.json()) as { result: { data: { remainingMessages: number } } }).result.data.remainingMessages;
}

test('two models answer side by side; one of them is continued with, and both stay as versions', async ({
  page,
  context,
  startModel,
  startServer,
}) => {
  const waiting = Promise.withResolvers<ModelCall>();
  const [first, second] = [
    await startModel(typing(long('First', 15), 0)),
    await startModel((call) => {
      call.write('Second so far');
      waiting.resolve(call);
    }),
  ];
  const [one, two] = [first, second].map(({ env }) => JSON.parse(env.AI_PROVIDERS)[0]);
  const list = [
    { ...one, name: 'First', model: 'quick' },
    { ...two, name: 'Second', model: 'careful' },
  ];
  const server = await startServer({ AI_PROVIDERS: JSON.stringify(list) });
  await signIn(context, server);
  await openChatSignedIn(page, server);
  await say(page, 'Why are there tides?');
  await answerDone(page);
  const before = await left(page);

  await chooseForMessage(chat.answers(page).last(), 'Compare with…');
  await expect(page.getByRole('menuitem', { name: /^quick/ })).toHaveCount(0);
  await page.getByRole('menuitem', { name: /^careful/ }).click();
  const [a, b] = [columnOf(page, 'First · quick'), columnOf(page, /careful/)];
  await expect(b).toContainText('Second so far');
  await expect(b.getByRole('status').first()).toHaveText('Answering…');
  // The end of the first answer is far below the beginning of the second.
  await expect(b.getByText('Second so far')).toBeInViewport();
  await page.reload();
  await expect(a).toContainText('First paragraph 4');
  await expect(b).toContainText('Second so far');

  // Another tab shows the new answer, as one version.
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.getByRole('group', { name: 'Version 2 of 2' })).toHaveCount(0);
  await expect(chat.answers(other)).toContainText('Second so far');

  const call = await waiting.promise;
  call.write(`\n\n${long('Second')}`);
  call.finish();
  await expect(b.getByRole('status').first()).toHaveText('');
  const places = async () => [await a.boundingBox(), await b.boundingBox()];
  expect(await findings(page, 'two answers')).toEqual([]);
  const [upper, lower] = await places();
  expect(lower?.y).toBeGreaterThan((upper?.y ?? 0) + (upper?.height ?? 0));
  await page.setViewportSize(wide);
  const [start, end] = await places();
  expect(end?.x).toBeGreaterThan((start?.x ?? 0) + (start?.width ?? 0));
  expect(end?.y).toBe(start?.y);
  // The second answer is charged once.
  expect(before - (await left(page))).toBe(1);

  await a.getByRole('button', { name: 'Continue with this one' }).click();
  await expect(page.getByRole('heading', { name: 'Compare answers' })).toHaveCount(0);
  await expect(page.getByRole('group', { name: 'Version 1 of 2' })).toBeVisible();
  await expect(other.getByRole('group', { name: 'Version 1 of 2' })).toBeVisible();
  await expect(chat.answers(page)).toContainText('First paragraph 0');
});

test('a guest quotes an answer with mouse and keyboard, opens a link to a message, and is notified of an answer', async ({
  page,
  context,
  server,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => {
    const shown: string[] = [];
    Object.assign(window, { shown });
    // A browser without a screen refuses all notifications.
    class Shown {
      static permission = 'default';
      static requestPermission = async () => {
        Shown.permission = 'granted';
        return 'granted';
      };
      constructor(title: string) {
        shown.push(title);
      }
      close() {}
    }
    Object.assign(window, { Notification: Shown });
  });
  await openChat(page, server);
  await say(page, 'How does compound interest work?');
  const answer = await answerDone(page);
  const paragraph = answer.locator('.prose p').first();
  const toolbar = page.getByRole('toolbar', { name: 'Selected text' });

  await paragraph.click({ clickCount: 3 });
  await expect(toolbar).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(toolbar).toHaveCount(0);
  await paragraph.click({ clickCount: 2 });
  await expect(toolbar).toBeVisible();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Tab');
  await expect(toolbar.getByRole('button', { name: 'Quote', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  const quotes = page.getByRole('list', { name: 'Quotes in your message' });
  await expect(quotes.getByRole('listitem')).toHaveCount(1);
  await paragraph.click({ clickCount: 3 });
  await toolbar.getByRole('button', { name: 'Ask about this' }).click();
  await expect(quotes.getByRole('listitem')).toHaveCount(2);
  await expect(chat.input(page)).toBeFocused();
  await paragraph.click({ clickCount: 3 });
  await expect(toolbar).toBeVisible();
  expect(await findings(page, 'a selected text, and quotes in the message box')).toEqual([]);
  await page.setViewportSize(wide);
  await page.reload();
  await expect(quotes.getByRole('listitem')).toHaveCount(2);
  await say(page, 'Is this so?');
  await answerDone(page);
  await expect(quotes).toHaveCount(0);
  const question = chat.questions(page).last();
  await expect(question.getByRole('blockquote')).toHaveCount(2);

  await chooseForMessage(chat.questions(page).first(), 'Copy link');
  await expect(chat.toast(page, 'Link copied')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/\/chat\/\d+#m-/);
  const other = await context.newPage();
  await other.goto(link);
  await expect(other.locator(`[data-message="${link.split('#m-')[1]}"]`)).toBeFocused();
  await other.goto(`${link}-gone`);
  await expect(chat.toast(other, 'This message no longer exists')).toBeVisible();
  await expect(chat.answers(other)).toHaveCount(2);

  // Away while an answer is running: a question, and from then on a notification and a mark in the title.
  const isAway = (away: boolean) =>
    page.evaluate(
      (state) => {
        Object.defineProperty(document, 'visibilityState', { configurable: true, value: state });
        document.dispatchEvent(new Event('visibilitychange'));
      },
      away ? 'hidden' : 'visible',
    );
  await other.close();
  await say(page, 'Write a long answer');
  await expect(chat.answers(page).last().locator('.prose')).toBeVisible();
  await expect(chat.stop(page)).toBeVisible();
  await isAway(true);
  await isAway(false);
  const yes = page.getByRole('button', { name: 'Yes, notify me' });
  await expect(yes).toBeVisible();
  expect(await findings(page, 'a message with quotes, and the question about notifications')).toEqual([]);
  await page.setViewportSize(wide);
  await yes.click();
  await expect(yes).toHaveCount(0);
  await isAway(true);
  await chat.stop(page).click();
  await expect(chat.send(page)).toBeVisible();
  // It was stopped here, so no notice is needed.
  expect(await page.title()).not.toMatch(/^●/);
  await say(page, 'What is 2 + 2?');
  await expect.poll(() => page.title()).toMatch(/^● /);
  await expect.poll(() => page.evaluate(() => (window as unknown as { shown: string[] }).shown)).toHaveLength(1);
  await isAway(false);
  await expect.poll(() => page.title()).not.toMatch(/^●/);

  await page.keyboard.press('ControlOrMeta+/');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  expect(await findings(page, 'shortcuts', [small])).toEqual([]);
});
