import { expect, type Page } from '@playwright/test';
import { typing } from '../../server/src/testing/stand-ins/model-server.ts';
import { signIn } from './support/accounts.ts';
import { answerDone, chat, chooseForMessage, openChatSignedIn, say } from './support/chat.ts';
import { desk, picture } from './support/gallery.ts';
import { test } from './support/test.ts';

// Part of `npm run gallery`: two answers side by side, quotes, and the question about notifications.

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const paragraphs = (about: string) =>
  [
    `**${about} first.** The moon pulls at the near side of the earth a little more than at its middle.`,
    'So the water bulges on both sides, and the earth turns underneath:',
    '1. The water rises twice a day.\n2. In narrow bays, it rises higher than a house.',
  ].join('\n\n');

const setVisibility = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);

test('two answers, quotes, and the question about notifications', async ({
  page,
  context,
  startModel,
  startServer,
}) => {
  const [first, second] = [
    await startModel(typing(paragraphs('The moon'), 0)),
    await startModel(typing(paragraphs('The water'), 0)),
  ];
  const [one, two] = [first, second].map(({ env }) => JSON.parse(env.AI_PROVIDERS)[0]);
  const list = [
    { ...one, name: 'First', model: 'quick' },
    { ...two, name: 'Second', model: 'careful' },
  ];
  const server = await startServer({ AI_PROVIDERS: JSON.stringify(list) });
  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { value: 'default' }));
  await signIn(context, server);
  await openChatSignedIn(page, server);
  await say(page, 'Why are there tides?');
  await answerDone(page);
  await chooseForMessage(chat.answers(page).last(), 'Compare with…');
  await picture(page, 'compare-menu', [desk]);
  await page.getByRole('menuitem', { name: /^careful/ }).click();
  await expect(page.getByText('Shown in the chat')).toBeVisible();
  await picture(page, 'compare');
  await page.setViewportSize(desk);
  await page.getByRole('button', { name: 'Continue with this one' }).first().click();
  const answer = await answerDone(page);

  await answer.locator('.prose p').first().click({ clickCount: 3 });
  const toolbar = page.getByRole('toolbar', { name: 'Selected text' });
  await expect(toolbar).toBeVisible();
  await picture(page, 'quote-toolbar');
  await toolbar.getByRole('button', { name: 'Ask about this' }).click();
  await expect(page.getByRole('list', { name: 'Quotes in your message' })).toBeVisible();
  await picture(page, 'quotes-in-box');

  first.answer = (call) => call.write('At the near side, yes.');
  await say(page, 'And at the far side?');
  await expect(chat.answers(page).last()).toContainText('At the near side');
  await setVisibility(page, 'hidden');
  await setVisibility(page, 'visible');
  await expect(page.getByRole('button', { name: 'Yes, notify me' })).toBeVisible();
  await picture(page, 'quote-sent-and-notify-question');
  await chat.stop(page).click();
  await expect(chat.send(page)).toBeVisible();
});
