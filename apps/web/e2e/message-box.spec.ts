import { expect } from '@playwright/test';
import { answerDone, chat, openChat, say } from './support/chat.ts';
import { test } from './support/test.ts';

test.beforeEach(({ page, server }) => openChat(page, server));

test('[2.58] Enter sends, Shift+Enter adds a line', async ({ page }) => {
  const input = chat.input(page);
  await input.pressSequentially('First line');
  await input.press('Shift+Enter');
  await input.pressSequentially('second line');
  await expect(input).toHaveValue('First line\nsecond line');
  await expect(chat.questions(page)).toHaveCount(0);
  await input.press('Enter');
  await expect(chat.questions(page)).toContainText('First line\nsecond line', { useInnerText: true });
  await expect(input).toHaveValue('');
  await answerDone(page);
});

test('a message keeps every space and the direction of its script', async ({ page }) => {
  await chat.input(page).fill('def f(x):\n    return x\n');
  await chat.input(page).press('Enter');
  await expect(chat.questions(page)).toContainText('def f(x):\n    return x', { useInnerText: true });
  await answerDone(page);
  await chat.input(page).fill('مرحبا بك');
  await chat.input(page).press('Enter');
  const hello = chat.questions(page).last().getByText('مرحبا بك');
  await expect(hello).toHaveCSS('direction', 'rtl');
  await expect(chat.questions(page).first().getByText('def f(x):')).toHaveCSS('direction', 'ltr');
  await answerDone(page);
});

test('an Enter that ends an input method composition does not send', async ({ page }) => {
  await chat.input(page).fill('にほん');
  await chat.input(page).dispatchEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true });
  await chat.input(page).dispatchEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true });
  await expect(chat.input(page)).toHaveValue('にほん');
  await expect(chat.welcome(page)).toBeVisible();
});

test('[2.56] [2.57] [2.59] [5.21] placeholder, note, and a blank message that is not sent', async ({ page }) => {
  await expect(chat.input(page)).toHaveAttribute('placeholder', 'Message Noek...');
  const note = page.locator('#main').getByText('Noek can make mistakes. Consider checking important information.');
  await expect(note).toBeVisible();
  await expect(chat.send(page)).toBeDisabled();
  for (const blank of ['   ', '\n\n', '\t \n']) {
    await chat.input(page).fill(blank);
    await expect(chat.send(page)).toBeDisabled();
    await chat.input(page).press('Enter');
  }
  await expect(chat.welcome(page)).toBeVisible();
  await expect(page.getByText('10 messages left')).toBeVisible();
  await chat.input(page).fill(' x ');
  await expect(chat.send(page)).toBeEnabled();
});

test('33,000 characters are kept and reported as too many', async ({ page }) => {
  const long = 'x'.repeat(33_000);
  await chat.input(page).fill(long);
  await expect(page.getByRole('alert').filter({ hasText: '33,000' })).toContainText('The limit is 32,000');
  await expect(chat.send(page)).toBeDisabled();
  await chat.input(page).press('Enter');
  await expect(chat.input(page)).toHaveValue(long);
  await expect(chat.welcome(page)).toBeVisible();
  await page.reload();
  await expect(chat.input(page)).toHaveValue(long);
  await chat.input(page).fill('x'.repeat(32_000));
  await expect(chat.send(page)).toBeEnabled();
});

test('[2.55] [9.26] the box grows with its text, up to 128 px', async ({ page }) => {
  const height = async () => (await chat.input(page).boundingBox())?.height ?? 0;
  const heights = [await height()];
  for (const lines of [2, 3, 40]) {
    await chat.input(page).fill(Array.from({ length: lines }, (_, i) => `Line ${i}`).join('\n'));
    heights.push(await height());
  }
  expect(heights).toEqual(heights.toSorted((a, b) => a - b));
  expect(new Set(heights).size).toBe(4);
  expect(heights.at(-1)).toBeLessThanOrEqual(128);
  await expect(chat.send(page)).toBeInViewport({ ratio: 1 });
});

test('a draft survives a reload, each conversation has its own', async ({ page, server }) => {
  await chat.input(page).fill('Half a thought');
  await page.reload();
  await expect(chat.input(page)).toHaveValue('Half a thought');
  await chat.input(page).fill('Hello');
  await chat.input(page).press('Enter');
  await answerDone(page);
  await chat.input(page).fill('A question for later');
  const conversation = page.url();
  await page.goto(server.url);
  await expect(chat.welcome(page)).toBeVisible();
  await expect(chat.input(page)).toHaveValue('');
  await page.goto(conversation);
  await expect(chat.input(page)).toHaveValue('A question for later');
});

test('[4.07] while an answer is generated, what is sent is queued, and the buttons keep their places', async ({
  page,
}) => {
  await say(page, 'Count to 400');
  await expect(chat.stop(page)).toBeEnabled();
  await chat.input(page).fill('Next');
  await chat.input(page).press('Enter');
  await expect(chat.input(page)).toHaveValue('');
  await expect(page.getByRole('list', { name: 'Queued messages' }).getByRole('listitem')).toHaveText(/Next/);
  await expect(chat.questions(page)).toHaveCount(1);
  // Unavailable actions are hidden, not disabled, and leave no gap.
  const copy = chat.questions(page).getByRole('button', { name: 'Copy message' });
  await expect(copy).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit message' })).toBeHidden();
  const copyBox = await copy.boundingBox();
  const menuBox = await chat.questions(page).getByRole('button', { name: 'Other actions' }).boundingBox();
  if (!copyBox || !menuBox) throw new Error('A button has no place.');
  const gap = menuBox.x - (copyBox.x + copyBox.width);
  expect(gap).toBeGreaterThanOrEqual(0);
  expect(gap).toBeLessThan(copyBox.width / 2);
  const stop = await chat.stop(page).boundingBox();
  await chat.stop(page).click();
  await expect(chat.send(page)).toBeVisible();
  expect(await chat.send(page).boundingBox()).toEqual(stop);
});

test('"/" focuses the box, and is a normal character in it', async ({ page }) => {
  await page.getByRole('button', { name: /^Switch to/ }).focus();
  await page.keyboard.press('/');
  await expect(chat.input(page)).toBeFocused();
  await expect(chat.input(page)).toHaveValue('');
  await page.keyboard.type('1/2');
  await expect(chat.input(page)).toHaveValue('1/2');
});

test('[4.06] Ctrl+Shift+O starts a new chat', async ({ page, server }) => {
  await say(page, 'Hello');
  await answerDone(page);
  await expect(page).toHaveURL(/\/chat\/\d+$/);
  await page.keyboard.press('Control+Shift+O');
  await expect(chat.welcome(page)).toBeVisible();
  await expect(page).toHaveURL(`${server.url}/`);
  await expect(chat.input(page)).toBeFocused();
});
