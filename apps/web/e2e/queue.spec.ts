import { expect, type Page } from '@playwright/test';
import type { ModelServer } from '../../server/src/testing/stand-ins/model-server.ts';
import { signIn } from './support/accounts.ts';
import { chat, openChatSignedIn, say } from './support/chat.ts';
import { findingsAsItIs } from './support/findings.ts';
import { test } from './support/test.ts';

/** Answers in the order of the questions, each when the test releases it. */
function gated() {
  const waiting: (() => void)[] = [];
  const answer: ModelServer['answer'] = async (call) => {
    call.write(`Reply to ${call.question}`);
    await new Promise<void>((resolve) => waiting.push(resolve));
    call.write('.');
    call.finish();
  };
  const release = async () => {
    await expect.poll(() => waiting.length).toBeGreaterThan(0);
    waiting.shift()?.();
  };
  return { answer, release };
}

const queued = (page: Page) => page.getByRole('list', { name: 'Queued messages' }).getByRole('listitem');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** The person's messages in their order. */
const asked = (page: Page) => page.locator('[data-message]').filter({ hasNot: page.getByText('Reply to') });

async function writeOn(page: Page, text: string, key = 'Enter'): Promise<void> {
  await chat.input(page).fill(text);
  await chat.input(page).press(key);
}

test('[4.07] what is written while an answer runs is queued, changed, and sent in order, with every tab closed, too', async ({
  page,
  answering,
}) => {
  const { answer, release } = gated();
  const { server } = await answering(answer);
  await signIn(page.context(), server);
  await openChatSignedIn(page, server);
  await say(page, 'First');
  await expect(chat.answers(page)).toContainText('Reply to First');
  await writeOn(page, 'Second');
  await expect(chat.input(page)).toHaveValue('');
  await expect(page.getByRole('status').filter({ hasText: '1 message is queued.' })).toBeAttached();
  await writeOn(page, 'Third');
  await chat.input(page).fill('Fourth');
  await button(page, 'Queue message').click();
  await expect(queued(page)).toHaveCount(3);
  await expect(chat.input(page)).toBeFocused();

  const other = await page.context().newPage();
  await other.goto(page.url());
  await expect(queued(other)).toContainText(['Second', 'Third', 'Fourth']);
  await button(page, 'Move up Fourth').click();
  await expect(queued(other)).toContainText(['Second', 'Fourth', 'Third']);
  await button(page, 'Edit Second').click();
  await page.getByLabel('Text of the queued message').fill('Second, changed');
  await page.getByLabel('Text of the queued message').press('Enter');
  await button(page, 'Remove Third').click();
  await expect(queued(other)).toContainText(['Second, changed', 'Fourth']);
  await other.close();
  const address = page.url();
  await page.close();
  await release();
  await release();
  const again = await page.context().newPage();
  await again.goto(address);
  await expect(chat.answers(again)).toContainText(['Reply to First.', 'Reply to Second, changed.', 'Reply to Fourth']);
  await expect(queued(again)).toHaveCount(0);
  await release();
  await expect(chat.answers(again).last()).toContainText('Reply to Fourth.');
  await expect(asked(again)).toHaveCount(3);
});

test('after Stop the queue waits and says why, until it is sent or emptied', async ({ page, answering }) => {
  const { answer, release } = gated();
  const { server } = await answering(answer);
  await signIn(page.context(), server);
  await openChatSignedIn(page, server);
  await say(page, 'First');
  await expect(chat.answers(page)).toContainText('Reply to First');
  await writeOn(page, 'Second');
  await writeOn(page, 'Third');
  await expect(queued(page)).toHaveCount(2);
  await chat.stop(page).click();
  await expect(page.locator('[data-paused]')).toHaveText('You stopped the answer, so these messages wait.');
  await page.reload();
  await expect(queued(page)).toContainText(['Second', 'Third']);
  await button(page, 'Send now').click();
  await expect(chat.answers(page).last()).toContainText('Reply to Second');
  await expect(queued(page)).toContainText(['Third']);
  await release();
  await release();
  await expect(chat.answers(page).last()).toContainText('Reply to Third');
  await writeOn(page, 'Fourth');
  await chat.stop(page).click();
  await button(page, 'Remove all').click();
  await expect(queued(page)).toHaveCount(0);
});

test('Ctrl + Enter interrupts the answer, which says so', async ({ page, answering }) => {
  const { answer } = gated();
  const { server } = await answering(answer);
  await signIn(page.context(), server);
  await openChatSignedIn(page, server);
  await say(page, 'First');
  await expect(chat.answers(page)).toContainText('Reply to First');
  await writeOn(page, 'Shorter', 'Control+Enter');
  await expect(page.getByText('Interrupted by your next message')).toBeVisible();
  await expect(chat.answers(page).last()).toContainText('Reply to Shorter');
  await chat.input(page).fill('Even shorter');
  await button(page, 'Interrupt and send').click();
  await expect(chat.answers(page).last()).toContainText('Reply to Even shorter');
  await expect(page.getByText('Interrupted by your next message')).toHaveCount(2);
});

test('what an interrupted answer keeps is what was on screen', async ({ page, answering }) => {
  const { server } = await answering(async (call) => {
    for (let n = 1; n <= 400 && call.question === 'First'; n++) {
      call.write(`w${n} `);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    call.write('end');
    call.finish();
  });
  await signIn(page.context(), server);
  await openChatSignedIn(page, server);
  await say(page, 'First');
  await expect(chat.answers(page)).toContainText('w20');
  await chat.input(page).fill('Second');
  const [request] = await Promise.all([page.waitForRequest(/chat\.steer/), chat.input(page).press('Control+Enter')]);
  const shown = /w\d+(?!.*w\d)/s.exec((await chat.answers(page).first().textContent()) ?? '')?.[0];
  expect(request.postData()).toMatch(/"shownLength":\d+/);
  await expect(page.getByText('Interrupted by your next message')).toBeVisible();
  await expect(chat.answers(page).last()).toContainText('end');
  await page.reload();
  await expect(chat.answers(page).first()).toContainText(`${shown}`);
  await expect(chat.answers(page).first()).not.toContainText(`w${Number(shown?.slice(1)) + 1}`);
});

const written = [
  'And then?',
  'هل يمكنك تلخيص ذلك في جملة واحدة من فضلك؟',
  '请用一句话总结一下，不要超过二十个字。',
  'x'.repeat(300),
  `A long one.\n${'It has many words and several lines. '.repeat(12)}`,
  ...['Six', 'Seven', 'Eight', 'Nine', 'Ten'],
] as const;

test('ten messages in every script fit into the list, and it has no findings, also where it waits', async ({
  page,
  answering,
}) => {
  const { server } = await answering(gated().answer);
  await signIn(page.context(), server);
  await openChatSignedIn(page, server);
  await say(page, 'First');
  await expect(chat.answers(page)).toContainText('Reply to First');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: `${'notes'.repeat(20)}.txt`, mimeType: 'text/plain', buffer: Buffer.from('Notes.') });
  await expect(button(page, 'Queue message')).toBeVisible();
  for (const [at, text] of written.entries()) {
    await writeOn(page, text);
    await expect(queued(page)).toHaveCount(at + 1);
  }
  await writeOn(page, 'Eleven');
  await expect(page.getByText(/10 messages are waiting already/)).toBeVisible();
  await expect(chat.input(page)).toHaveValue('Eleven');
  const found: string[] = [];
  const look = async (screen: string, ...widths: number[]) => {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      found.push(...(await findingsAsItIs(page, `${screen}, ${width}`)));
    }
  };
  await look('queued messages', 1280, 320);
  await button(page, 'Edit And then?').click();
  await look('a queued message that is edited', 320);
  await page.keyboard.press('Escape');
  await chat.stop(page).click();
  await expect(page.locator('[data-paused]')).toBeVisible();
  await expect(button(page, 'Send now')).toBeInViewport({ ratio: 1 });
  await look('queued messages that wait', 320);
  expect(found).toEqual([]);
});

test('the list is used with the keyboard alone, and nothing that is read moves while it grows', async ({
  page,
  answering,
}) => {
  const { answer, release } = gated();
  const { server } = await answering(answer);
  await signIn(page.context(), server);
  await openChatSignedIn(page, server);
  await say(page, 'First');
  await expect(chat.answers(page)).toContainText('Reply to First');
  const place = () =>
    chat
      .answers(page)
      .first()
      .evaluate((node) => Math.round(node.getBoundingClientRect().top));
  const before = await place();
  await page.evaluate(() => {
    const row = document.querySelector('[data-message]');
    const tops = new Set<number>();
    Object.assign(window, { tops });
    const look = () => {
      if (row) tops.add(Math.round(row.getBoundingClientRect().top));
      requestAnimationFrame(look);
    };
    look();
  });
  for (const text of ['Second', 'Third', 'Fourth']) await writeOn(page, text);
  await expect(queued(page)).toHaveCount(3);
  expect(await place()).toBe(before);
  expect(await page.evaluate(() => (window as unknown as { tops: Set<number> }).tops.size)).toBe(1);
  const press = async (name: string) => {
    await expect(async () => {
      await page.keyboard.press('Shift+Tab');
      await expect(button(page, name)).toBeFocused({ timeout: 50 });
    }).toPass({ timeout: 5_000, intervals: [0] });
    await page.keyboard.press('Enter');
  };
  await press('Move up Fourth');
  await expect(queued(page)).toContainText(['Second', 'Fourth', 'Third']);
  await expect(button(page, 'Move up Fourth')).toBeFocused();
  await press('Remove Second');
  await expect(queued(page)).toContainText(['Fourth', 'Third']);
  await expect(chat.input(page)).toBeFocused();
  await press('Edit Third');
  await page.keyboard.type(', changed');
  await page.keyboard.press('Enter');
  await expect(queued(page)).toContainText(['Fourth', 'Third, changed']);
  await expect(chat.input(page)).toBeFocused();
  for (let n = 0; n < 3; n++) await release();
  await expect(chat.answers(page).last()).toContainText('Reply to Third, changed.');
});

test('what is read stays where it is when the server sends the next message, and one that is sent here goes to the top', async ({
  page,
  answering,
}) => {
  const { answer, release } = gated();
  const { server } = await answering((call) => {
    call.write(`${'A line of the answer.\n\n'.repeat(8)}`);
    return answer(call);
  });
  await signIn(page.context(), server);
  await openChatSignedIn(page, server);
  await say(page, 'First');
  await expect(chat.answers(page)).toContainText('Reply to First');
  await writeOn(page, 'Second');
  await expect(queued(page)).toHaveCount(1);
  const first = chat.answers(page).first();
  await page.evaluate(() => {
    const row = document.querySelectorAll('[role=log] article')[1];
    const tops = new Set<number>();
    Object.assign(window, { tops });
    const look = () => {
      if (row?.isConnected) tops.add(Math.round(row.getBoundingClientRect().top));
      requestAnimationFrame(look);
    };
    look();
  });
  await release();
  await expect(chat.answers(page).last()).toContainText('Reply to Second');
  await expect(queued(page)).toHaveCount(0);
  expect(await page.evaluate(() => [...(window as unknown as { tops: Set<number> }).tops])).toHaveLength(1);
  await expect(first).toBeInViewport();
  await writeOn(page, 'Third', 'Control+Enter');
  await expect(chat.answers(page).last()).toContainText('Reply to Third');
  await expect.poll(async () => (await chat.questions(page).last().boundingBox())?.y).toBeLessThan(120);
});

test('offline, queued messages wait on the device and are queued in their order', async ({ page, answering }) => {
  const { answer, release } = gated();
  const { server } = await answering(answer);
  await signIn(page.context(), server);
  await openChatSignedIn(page, server);
  await say(page, 'First');
  await expect(chat.answers(page)).toContainText('Reply to First');
  await writeOn(page, 'Second');
  const path = `${server.url}/api/conversations/${page.url().split('/').at(-1)}/queue`;
  const onServer = async () => (await (await page.context().request.get(path)).json()).messages;
  await expect.poll(onServer).toHaveLength(1);
  await page.context().setOffline(true);
  await writeOn(page, 'Third');
  await writeOn(page, 'Fourth');
  await expect(page.getByText('Waiting for connection')).toHaveCount(2);
  await page.context().setOffline(false);
  await expect(queued(page)).toContainText(['Second', 'Third', 'Fourth']);
  for (let n = 0; n < 4; n++) await release();
  await expect(chat.answers(page)).toContainText([
    ...['Reply to First.', 'Reply to Second.', 'Reply to Third.', 'Reply to Fourth.'],
  ]);
});
