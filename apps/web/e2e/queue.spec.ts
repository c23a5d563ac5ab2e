import { expect, type Page } from '@playwright/test';
import type { ModelServer } from '../../server/src/testing/stand-ins/model-server.ts';
import { signIn } from './support/accounts.ts';
import { chat, openChatSignedIn, say } from './support/chat.ts';
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

test('offline, queued messages wait on the device and are queued in their order', async ({ page, answering }) => {
  const { answer, release } = gated();
  const { server } = await answering(answer);
  await signIn(page.context(), server);
  await openChatSignedIn(page, server);
  await say(page, 'First');
  await expect(chat.answers(page)).toContainText('Reply to First');
  await writeOn(page, 'Second');
  await expect(queued(page)).toHaveCount(1);
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
