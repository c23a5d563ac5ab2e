import { expect, type Page } from '@playwright/test';
import { answerDone, chat, openChat, say, wordsOf } from './support/chat.ts';
import { test } from './support/test.ts';

const thoughts = (page: Page, name: RegExp) => chat.answers(page).last().getByRole('button', { name });

test("the model's thoughts are shown while it thinks, and then folded under the time it took, also in another tab and after a reload", async ({
  page,
  context,
  answering,
}) => {
  const enough = Promise.withResolvers<void>();
  const { server } = await answering(async (call) => {
    call.think('The moon pulls the water. ');
    // A model that is silent for too long counts as failed.
    const thinking = setInterval(() => call.think('Hm. '), 1_000);
    await enough.promise;
    clearInterval(thinking);
    call.think('Twice a day.');
    call.write('At noon.');
    call.finish();
  });
  await openChat(page, server);
  await say(page, 'When is high tide?');
  await thoughts(page, /^Thinking/).click();
  await expect(page.getByText('The moon pulls the water.')).toBeVisible();

  await expect(page).toHaveURL(/\/chat\/\d+/);
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(thoughts(other, /^Thinking/)).toBeVisible();
  await page.reload();
  await expect(thoughts(page, /^Thinking/)).toBeVisible();

  enough.resolve();
  for (const tab of [page, other]) {
    expect(await wordsOf(await answerDone(tab))).toBe('At noon.');
    await expect(tab.getByText('Twice a day.')).toHaveCount(0);
    await thoughts(tab, /^Thought/).click();
    await expect(tab.getByText(/The moon pulls the water\..*Twice a day\./)).toBeVisible();
  }
  await page.reload();
  await answerDone(page);
  await thoughts(page, /^Thought/).click();
  await expect(page.getByText(/The moon pulls the water\..*Twice a day\./)).toBeVisible();
});
