import { expect } from '@playwright/test';
import { signIn } from './support/accounts.ts';
import { chat, openChatSignedIn, say } from './support/chat.ts';
import { picture } from './support/gallery.ts';
import { test } from './support/test.ts';

// Part of `npm run gallery`: messages that wait for the end of an answer.

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('queued messages, one that is edited, and a queue that waits', async ({ page, context, answering }) => {
  const { server } = await answering(async (call) => {
    call.write('The moon pulls at the near side of the earth a little more than at its middle. ');
  });
  await signIn(context, server);
  await openChatSignedIn(page, server);
  await say(page, 'Why are there tides?');
  await expect(chat.answers(page)).toContainText('The moon pulls');
  for (const text of ['And at the far side?', 'How high do they rise in narrow bays?']) await say(page, text);
  await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(2);
  await chat.input(page).fill('One more thing');
  await picture(page, 'queue');
  await page.getByRole('button', { name: 'Edit And at the far side?' }).click();
  await picture(page, 'queue-edit');
  await page.keyboard.press('Escape');
  await chat.input(page).fill('');
  await chat.stop(page).click();
  await expect(page.locator('[data-paused]')).toBeVisible();
  await picture(page, 'queue-paused');
});
