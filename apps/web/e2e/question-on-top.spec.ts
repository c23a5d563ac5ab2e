import { expect, type Page } from '@playwright/test';
import type { ModelServer } from '../../server/src/testing/stand-ins/model-server.ts';
import { signIn } from './support/accounts.ts';
import { answerDone, chat, openChatSignedIn, say } from './support/chat.ts';
import { seedMessages } from './support/seed-messages.ts';
import { test } from './support/test.ts';

/** The space above a question at the top of the view, in pixels. */
const above = 28;
const area = (page: Page) => page.getByRole('region', { name: 'Conversation' });

const isOnTop = async (page: Page) => Math.abs((await topOfQuestion(page)) - above) <= 2;

/** Where the last question begins in the view, in pixels from its top. */
async function topOfQuestion(page: Page): Promise<number> {
  const [question, view] = await Promise.all([chat.questions(page).last().boundingBox(), area(page).boundingBox()]);
  if (!question || !view) throw new Error('The question is not on the page.');
  return question.y - view.y;
}

/** From now on, notes each place of the last question, in every frame. */
async function notePlaces(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const rows = [...document.querySelectorAll('[role=log] [data-message]')];
    const question = rows.at(-2);
    const places = new Set<number>();
    Object.assign(window, { places });
    const look = () => {
      places.add(Math.round(question?.getBoundingClientRect().top ?? 0));
      requestAnimationFrame(look);
    };
    look();
  });
  return () => page.evaluate(() => [...(window as unknown as { places: Set<number> }).places]);
}

const call = async (model: ModelServer, number: number) => {
  await expect.poll(() => model.calls.length).toBe(number);
  const made = model.calls[number - 1];
  if (!made) throw new Error('The model was not called.');
  return made;
};

test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const [size, count] of [
  [{ width: 1280, height: 800 }, 60],
  [{ width: 390, height: 720 }, 6],
] as const)
  test(`a sent question moves to the top, and its answer grows below it without moving it, ${size.width} px, after ${count} messages`, async ({
    page,
    context,
    answering,
  }) => {
    await page.setViewportSize(size);
    const { model, server } = await answering(() => {});
    const texts = Array.from({ length: count }, (_, index) => `Message ${index}. ${'A few words more. '.repeat(9)}`);
    const { id } = await seedMessages(server, await signIn(context, server), texts);
    await page.goto(`${server.url}/chat/${id}`);
    await expect(chat.answers(page).last()).toBeInViewport();
    await say(page, 'Is it short?');
    const first = await call(model, 1);
    await expect(chat.questions(page).last()).toContainText('Is it short?');
    await expect.poll(() => isOnTop(page)).toBe(true);
    first.write('It is');
    await expect(chat.answers(page).last()).toContainText('It is');
    const places = await notePlaces(page);
    first.write(' short.\n\nTwo paragraphs, no more.');
    first.finish();
    await answerDone(page);
    // A rating brings a link.
    await chat.answers(page).last().getByRole('button', { name: 'Good response' }).click();
    await expect(page.getByRole('button', { name: 'Add a reason' })).toBeVisible();
    expect(await places()).toHaveLength(1);
    const heightOfView = async () => Math.round((await area(page).boundingBox())?.height ?? 0);
    const height = await heightOfView();
    // A phone's keyboard opens and closes.
    await page.setViewportSize({ ...size, height: size.height - 300 });
    await expect.poll(heightOfView).toBe(height - 300);
    await page.setViewportSize(size);
    await expect.poll(() => isOnTop(page)).toBe(true);
    await expect(page.getByRole('button', { name: 'Jump to latest' })).toBeHidden();

    // A long answer is read from its top: the view stays, and a button says that there is more.
    await say(page, 'And a long one?');
    const second = await call(model, 2);
    await expect.poll(() => isOnTop(page)).toBe(true);
    const lines = (from: number) => Array.from({ length: 60 }, (_, line) => `Line ${from + line}.\n\n`).join('');
    second.write(lines(0));
    const more = page.getByRole('button', { name: 'More of the answer' });
    await expect(more).toBeVisible();
    expect(await isOnTop(page)).toBe(true);
    await expect(chat.answers(page).last().getByText('Line 59.')).not.toBeInViewport();
    // The button, and the End key, follow it from then on.
    if (size.width > 768) await page.keyboard.press('End');
    else await more.click();
    await expect(chat.answers(page).last().getByText('Line 59.')).toBeInViewport();
    await expect(more).toBeHidden();
    second.write(lines(60));
    await expect(chat.answers(page).last().getByText('Line 119.')).toBeInViewport();
    second.finish();
    await answerDone(page);
    await expect(chat.questions(page).last()).not.toBeInViewport();

    // A conversation that is opened is at its end, without room below it.
    await say(page, 'A last one?');
    const third = await call(model, 3);
    third.write('Yes.');
    third.finish();
    await answerDone(page);
    await expect.poll(() => isOnTop(page)).toBe(true);
    await page.reload();
    await answerDone(page);
    await expect(chat.answers(page).last().getByRole('button', { name: 'Copy answer' })).toBeInViewport();
    expect(await topOfQuestion(page)).toBeGreaterThan(200);
  });

test('another answer to the last question moves it to the top; a change of the mode moves nothing', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, server);
  await openChatSignedIn(page, server);
  await say(page, 'Make a table of the planets');
  await answerDone(page);
  await say(page, 'What is 6 × 7?');
  await answerDone(page);
  await page.reload();
  await expect(chat.questions(page)).toHaveCount(2);
  await answerDone(page);
  expect(await topOfQuestion(page)).toBeGreaterThan(200);
  await chat.answers(page).last().getByRole('button', { name: 'Regenerate' }).click();
  await expect.poll(() => isOnTop(page)).toBe(true);
  await expect(chat.answers(page).last()).toContainText('2/2');

  const places = await notePlaces(page);
  await page.getByRole('button', { name: 'Fun Mode' }).click();
  await expect(chat.thread(page).getByText('Fun Mode is on', { exact: false }).last()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Fun Mode' })).toHaveAttribute('aria-pressed', 'true');
  expect(await places()).toHaveLength(1);
});

test('the list glides to its place, and not where motion is reduced', async ({ page, context, server }) => {
  await page.addInitScript(() => {
    const glides: number[] = [];
    Object.assign(window, { glides });
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...given) {
      if (this.querySelector('[role=log]')) glides.push(Number((given[1] as KeyframeAnimationOptions).duration));
      return animate.apply(this, given);
    };
  });
  const glides = () => page.evaluate(() => (window as unknown as { glides: number[] }).glides.length);
  await signIn(context, server);
  await openChatSignedIn(page, server);
  await say(page, 'Make a table of the planets');
  await answerDone(page);
  await say(page, 'What is 6 × 7?');
  await answerDone(page);
  expect(await glides()).toBe(0);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await say(page, 'What is 6 × 8?');
  await answerDone(page);
  expect(await glides()).toBeGreaterThan(0);
  await expect.poll(() => isOnTop(page)).toBe(true);
});
