import { type BrowserContext, expect, type Page } from '@playwright/test';
import type { ServerProcess } from '../../server/src/testing/server-process.ts';
import { type ModelCall, typing } from '../../server/src/testing/stand-ins/model-server.ts';
import { signIn } from './support/accounts.ts';
import { answerDone, chat, openChat, openChatSignedIn, say, wordsOf } from './support/chat.ts';
import { findingsAsItIs } from './support/findings.ts';
import { test } from './support/test.ts';

const desk = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };

/** Answers with the number of the call, so that all answers differ. */
const numbered = () => {
  let count = 0;
  return typing((question) => `Answer ${++count} to ${question}`, 0);
};

async function open(page: Page, context: BrowserContext, server: ServerProcess, who: 'guest' | 'user') {
  if (who === 'guest') return openChat(page, server);
  await signIn(context, server);
  await page.goto(server.url);
  await expect(chat.welcome(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'New chat' }).first()).toBeVisible();
}
const lastAnswer = (page: Page) => chat.answers(page).last();
const act = (page: Page, name: string) => lastAnswer(page).getByRole('button', { name }).click();

for (const [who, size] of [
  ['guest', phone],
  ['user', desk],
] as const)
  test(`[2.67] a ${who} regenerates an answer and switches between its versions, ${size.width} px`, async ({
    page,
    context,
    answering,
  }) => {
    const { model, server } = await answering(numbered());
    await page.setViewportSize(size);
    await open(page, context, server, who);
    await say(page, 'tea');
    expect(await wordsOf(await answerDone(page))).toBe('Answer 1 to tea');
    await say(page, 'milk');
    expect(await wordsOf(await answerDone(page))).toBe('Answer 2 to milk');
    await act(page, 'Regenerate');
    await expect(chat.input(page)).toBeFocused();
    await expect(lastAnswer(page)).toContainText('Answer 3 to milk');
    await answerDone(page);
    await expect(chat.questions(page)).toHaveCount(2);
    await expect(lastAnswer(page)).toContainText('2/2');

    await act(page, 'Previous version');
    await expect(lastAnswer(page)).toContainText('Answer 2 to milk');
    await expect(lastAnswer(page)).toContainText('1/2');
    await page.keyboard.press('ArrowRight');
    await expect(lastAnswer(page)).toContainText('Answer 3 to milk');
    await page.keyboard.press('ArrowLeft');
    await expect(lastAnswer(page)).toContainText('Answer 2 to milk');
    // The conversation continues from the visible version.
    await say(page, 'sugar');
    expect(await wordsOf(await answerDone(page))).toBe('Answer 4 to sugar');
    await page.reload();
    await answerDone(page);
    await expect(chat.answers(page)).toHaveCount(3);
    await expect(chat.answers(page).nth(1)).toContainText('Answer 2 to milk');
    await expect(chat.answers(page).nth(1)).toContainText('1/2');
    expect(model.calls.at(-1)?.messages.map(({ content }) => content)).toContain('Answer 2 to milk');
  });

for (const [who, size] of [
  ['guest', desk],
  ['user', phone],
] as const)
  test(`a ${who} edits an earlier message: the old turns remain as another version, ${size.width} px`, async ({
    page,
    context,
    answering,
  }) => {
    const { server } = await answering(numbered());
    await page.setViewportSize(size);
    await open(page, context, server, who);
    await say(page, 'one');
    await answerDone(page);
    await say(page, 'two');
    await answerDone(page);
    const first = chat.questions(page).first();
    await first.hover();
    await first.getByRole('button', { name: 'Edit message' }).click();
    const editor = page.getByRole('textbox', { name: 'Edit message' });
    await expect(editor).toBeFocused();
    await expect(editor).toHaveValue('one');
    await page.keyboard.press('Escape');
    await expect(first.getByRole('button', { name: 'Edit message' })).toBeFocused();
    await page.keyboard.press('Enter');
    await editor.fill('another one');
    await editor.press('Enter');
    await expect(chat.answers(page)).toHaveCount(1);
    await expect(lastAnswer(page)).toContainText('Answer 3 to another one');
    await answerDone(page);
    await expect(chat.questions(page)).toHaveCount(1);

    await chat.questions(page).first().getByRole('button', { name: 'Previous version' }).click();
    await expect(chat.questions(page)).toHaveCount(2);
    await expect(chat.answers(page).last()).toContainText('Answer 2 to two');
    await page.reload();
    await expect(chat.questions(page)).toHaveCount(2);
    await chat.questions(page).first().getByRole('button', { name: 'Next version' }).click();
    await expect(lastAnswer(page)).toContainText('Answer 3 to another one');
    // A new version does not make the tab stale.
    await expect(page.getByText('had moved on')).toHaveCount(0);
  });

test('[2.67] a rating, its reason and its removal are kept after a reload', async ({ page, server }) => {
  await openChat(page, server);
  await say(page, 'Hello');
  const answer = await answerDone(page);
  const [good, bad] = ['Good response', 'Bad response'].map((name) => answer.getByRole('button', { name }));
  if (!good || !bad) throw new Error('unreachable');
  await good.click();
  await expect(good).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await bad.click();
  await expect(good).toHaveAttribute('aria-pressed', 'false');
  const dialog = page.getByRole('dialog', { name: 'What was wrong with it?' });
  await dialog.getByRole('textbox').fill('It missed the point.');
  const header = await page.getByRole('banner').boundingBox();
  expect((await dialog.boundingBox())?.y, 'not over the header').toBeGreaterThanOrEqual(header?.height ?? 100);
  const explained = page.waitForResponse((response) => response.request().postData()?.includes('missed') ?? false);
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(dialog).toBeHidden();
  await explained;
  await page.reload();
  await answerDone(page);
  await expect(bad).toHaveAttribute('aria-pressed', 'true');
  await answer.getByRole('button', { name: 'Your reason' }).click();
  await expect(dialog.getByRole('textbox')).toHaveValue('It missed the point.');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(answer.getByRole('button', { name: 'Your reason' })).toBeFocused();
  const stored = page.waitForResponse(/chat\.rate/);
  await bad.click();
  await stored;
  await page.reload();
  await answerDone(page);
  await expect(bad).toHaveAttribute('aria-pressed', 'false');
});

test('a refused rating is reverted and reported', async ({ page, server }) => {
  await openChat(page, server);
  await say(page, 'Hello');
  const answer = await answerDone(page);
  await page.route('**/api/trpc/chat.rate**', (route) => route.abort());
  await answer.getByRole('button', { name: 'Good response' }).click();
  await expect(chat.toast(page, "Couldn't save your rating")).toBeVisible();
  await expect(answer.getByRole('button', { name: 'Good response' })).toHaveAttribute('aria-pressed', 'false');
});

test('an interrupted answer continues in the same place, at no extra charge', async ({
  page,
  startModel,
  startServer,
}) => {
  const begun = Promise.withResolvers<ModelCall>();
  const model = await startModel((call) => {
    call.write('The beginning');
    begun.resolve(call);
  });
  const server = await startServer(model.env);
  await openChat(page, server);
  await say(page, 'Tell me');
  await expect(lastAnswer(page)).toContainText('The beginning');
  (await begun.promise).drop();
  await expect(page.getByRole('button', { name: 'Continue', exact: true })).toBeVisible();
  const left = await page.getByText(/messages left/).textContent();
  model.answer = typing(' and the end.', 0);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(lastAnswer(page)).toContainText('and the end.');
  const words = await wordsOf(await answerDone(page));
  expect(words).toMatch(/^The beginning/);
  await expect(page.getByRole('button', { name: 'Continue', exact: true })).toHaveCount(0);
  await expect(page.getByText(left ?? '')).toBeVisible();
  await page.reload();
  expect(await wordsOf(await answerDone(page))).toBe(words);
});

test('an answer that its model cut short says so and continues in the same place', async ({ page, answering }) => {
  const { model, server } = await answering((call) => {
    call.write('The beginning');
    call.finish('length');
  });
  await openChat(page, server);
  await say(page, 'Tell me');
  await expect(lastAnswer(page)).toContainText('The model stopped here: it reached its maximum answer length.');
  model.answer = typing(' and the end.', 0);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(lastAnswer(page)).toContainText('and the end.');
  expect(await wordsOf(await answerDone(page))).toMatch(/^The beginning/);
  await expect(page.getByText('The model stopped here')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Continue', exact: true })).toHaveCount(0);
});

test('a failed answer is retried below the same question and is charged once', async ({
  page,
  startModel,
  startServer,
}) => {
  const model = await startModel((call) => call.refuse(400, 'no'));
  const server = await startServer(model.env);
  await openChat(page, server);
  await say(page, 'Is anybody there?');
  const again = page.getByRole('button', { name: 'Try again' });
  await again.click();
  await expect(again).toBeEnabled();
  model.answer = typing('Yes.', 0);
  await again.click();
  expect(await wordsOf(await answerDone(page))).toBe('Yes.');
  await expect(chat.questions(page)).toHaveCount(1);
  await expect(page.getByRole('group', { name: /Version/ })).toHaveCount(0);
  await expect(page.getByText('9 messages left')).toBeVisible();
});

test('a stale tab creates a branch, says so, and loses nothing', async ({ page, context, answering }) => {
  const { server } = await answering(numbered());
  await openChat(page, server);
  await say(page, 'first');
  await answerDone(page);
  const stale = await context.newPage();
  // This tab receives nothing from the other one.
  await stale.route('**/api/trpc/chat.live**', (route) => route.abort());
  await stale.addInitScript(() => {
    Reflect.deleteProperty(window, 'BroadcastChannel');
    window.BroadcastChannel = class extends EventTarget {
      postMessage() {}
      close() {}
    } as unknown as typeof BroadcastChannel;
  });
  await stale.goto(page.url());
  await answerDone(stale);
  // A message from another tab would wait until this one is sent.
  const sent = page.waitForResponse('**/api/trpc/chat.send**');
  await say(page, 'from the first tab');
  await sent;
  await expect(lastAnswer(page)).toContainText('Answer 2');
  await answerDone(page);
  await expect(chat.questions(stale)).toHaveCount(1);
  await say(stale, 'from the stale tab');
  await expect(chat.toast(stale, 'This chat changed in another tab')).toBeVisible();
  await expect(chat.questions(stale)).toHaveCount(2);
  const branch = chat.questions(stale).last();
  await expect(branch).toContainText('2/2');
  await expect(chat.questions(page).last()).toContainText('from the stale tab');
  await expect(lastAnswer(page)).toContainText('Answer 3 to from the stale tab');
  await answerDone(page);
  await chat.questions(page).last().getByRole('button', { name: 'Previous version' }).click();
  await expect(chat.questions(page).last()).toContainText('from the first tab');
  await expect(lastAnswer(page)).toContainText('Answer 2 to from the first tab');
});

test.describe('axe', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });
  test('finds nothing on versions, the editor and the reason dialog', async ({ page, context, server }) => {
    await signIn(context, server);
    await openChatSignedIn(page, server);
    await say(page, 'Hello');
    await answerDone(page);
    await act(page, 'Regenerate');
    await expect(lastAnswer(page)).toContainText('2/2');
    await answerDone(page);
    expect(await findingsAsItIs(page, 'versions')).toEqual([]);
    await act(page, 'Bad response');
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await findingsAsItIs(page, 'the question why')).toEqual([]);
    await page.keyboard.press('Escape');
    await chat.questions(page).first().hover();
    await chat.questions(page).first().getByRole('button', { name: 'Edit message' }).click();
    expect(await findingsAsItIs(page, 'the editor')).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Fun Mode' }).click();
    await expect(page.getByText('Fun Mode is on.')).toBeVisible();
    expect(await findingsAsItIs(page, 'Fun Mode')).toEqual([]);
    await page.getByRole('button', { name: 'Harmful Mode' }).click();
    await expect(page.getByText('Harmful Mode is on.')).toBeVisible();
    expect(await findingsAsItIs(page, 'Harmful Mode')).toEqual([]);
    await context.setOffline(true);
    await say(page, 'Later');
    await expect(page.getByText('Waiting for connection')).toBeVisible();
    expect(await findingsAsItIs(page, 'a waiting message')).toEqual([]);
    await context.setOffline(false);
    await expect(page.getByText('Waiting for connection')).toHaveCount(0);
  });
});
