import { expect } from '@playwright/test';
import { typing } from '../../server/src/testing/stand-ins/model-server.ts';
import { answerDone, chat, chooseInHeader, openChat, say, wordsOf } from './support/chat.ts';
import { test } from './support/test.ts';
import { showTheme } from './support/theme.ts';

test('Stop keeps what was shown, here and on the server', async ({ page, answering }) => {
  const { server } = await answering(async (call) => {
    call.write('Shown before the stop');
    await expect.poll(() => call.gone).toBe(true);
  });
  await openChat(page, server);
  await say(page, 'Tell me');
  await expect(chat.answers(page)).toContainText('Shown before the stop');
  await chat.stop(page).click();
  expect(await wordsOf(await answerDone(page))).toBe('Shown before the stop');
  await expect(page.getByText('You stopped this answer.')).toBeVisible();
  await page.reload();
  expect(await wordsOf(await answerDone(page))).toBe('Shown before the stop');
  await expect(page.getByText('You stopped this answer.')).toBeVisible();
  await expect(page.getByText('9 messages left')).toBeVisible();
});

test('an answer that was stopped before its first word is charged, because the model was asked', async ({
  page,
  answering,
}) => {
  const { server } = await answering(async (call) => {
    await expect.poll(() => call.gone).toBe(true);
  });
  await openChat(page, server);
  await say(page, 'Tell me');
  await expect(page.getByText('9 messages left')).toBeVisible();
  await chat.stop(page).click();
  await expect(page.getByText('You stopped this answer.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('You stopped this answer.')).toBeVisible();
  await expect(page.getByText('9 messages left')).toBeVisible();
});

test('words fade in with the colour of their text, in both themes', async ({ page, answering }) => {
  const text =
    'Words and [a link](https://noek.example)\n\n> A quote\n\n| Head |\n| --- |\n| Cell |\n\n```text\nSome code\n```';
  const { server } = await answering(typing(() => text, 1));
  await openChat(page, server);
  await say(page, 'Tell me');
  const answer = await answerDone(page);
  for (const theme of ['light', 'dark'] as const) {
    await showTheme(page, theme);
    for (const part of ['p', 'p a', 'blockquote', 'blockquote p', 'th', 'td', 'button', 'pre code']) {
      const colours = await answer
        .locator(`.prose ${part}`)
        .first()
        .evaluate((element) => {
          const own = document.createElement('i');
          element.append(own);
          own.style.color = `color-mix(in srgb, ${getComputedStyle(element).color} 40%, transparent)`;
          return [getComputedStyle(element, '::highlight(answer-fade-0)').color, getComputedStyle(own).color];
        });
      expect(colours[0], `${part}, ${theme}`).toBe(colours[1]);
    }
  }
});

test('[2.66] [9.13] the copy button copies, confirms it, and resets', async ({ page, context, server }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openChat(page, server);
  await say(page, 'What is 2 + 2?');
  const answer = await answerDone(page);
  await answer.getByRole('button', { name: 'Copy answer' }).click();
  await expect(answer.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('4');
  await expect(answer.getByRole('button', { name: 'Copy answer' })).toBeVisible();
  const question = chat.questions(page).last();
  await question.hover();
  await question.getByRole('button', { name: 'Copy message' }).click();
  await expect(question.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('What is 2 + 2?');
  await expect(answer.locator('time')).toHaveText(/^\d{1,2}:\d{2} [AP]M$/);
  await expect(question.locator('time')).toHaveText(/^\d{1,2}:\d{2} [AP]M$/);
});

test('after a model failure the message is kept, is not charged, and can be sent again', async ({
  page,
  startModel,
  startServer,
}) => {
  const model = await startModel((call) => call.refuse(500, 'out of order'));
  const server = await startServer(model.env);
  await openChat(page, server);
  await say(page, 'Is anybody there?');
  await expect(chat.questions(page)).toContainText('Is anybody there?');
  const again = chat.answers(page).getByRole('button', { name: /Put the message back|Try again/ });
  await expect(again).toBeVisible();
  await expect(page.getByText('10 messages left')).toBeVisible();
  await expect(page.getByText('out of order')).toHaveCount(0);
  await expect(chat.answers(page)).toContainText('No answer came. Try again.');
  const hint = chat.answers(page).getByText(/had a server error \(HTTP 500\)/);
  // Open at the machine that runs Noek.
  await expect(hint).toBeVisible();
  await page.reload();
  await expect(chat.questions(page)).toContainText('Is anybody there?');

  model.answer = typing('Yes, here I am.', 0);
  await again.click();
  await expect(chat.answers(page).last()).toContainText('Yes, here I am.');
  await expect(page.getByText('9 messages left')).toBeVisible();
});

test('[8.37] a send without a response is logged and stays on screen; a retry creates no second message', async ({
  page,
  server,
}) => {
  await openChat(page, server);
  // The server accepts the message, but its responses are lost.
  await page.route(
    '**/api/trpc/chat.send**',
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 2 },
  );
  const logged = page.waitForEvent('console', (message) => message.text().startsWith('Guest chat failed:'));
  await say(page, 'Do not lose me');
  await logged;
  await expect(page.getByText('Do not lose me')).toBeVisible();
  await expect(chat.input(page)).toHaveValue('');
  await answerDone(page);
  await expect(chat.questions(page)).toHaveCount(1);
  await expect(page.getByText('9 messages left')).toBeVisible();
  await page.reload();
  await answerDone(page);
  await expect(chat.questions(page)).toHaveCount(1);
});

test('[2.61] [2.64] [2.65] [2.68] a typing indicator comes first; messages are on the right, answers on the left; the view follows the end', async ({
  page,
  answering,
}) => {
  const [first, rest, end] = [
    Promise.withResolvers<void>(),
    Promise.withResolvers<void>(),
    Promise.withResolvers<void>(),
  ];
  const paragraphs = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, i) => `Paragraph ${from + i}.\n\n`).join('');
  const { server } = await answering(async (call) => {
    await first.promise;
    call.write(paragraphs(0, 60));
    await rest.promise;
    call.write(paragraphs(60, 90));
    await end.promise;
    call.write(paragraphs(90, 120));
    call.finish();
  });
  await openChat(page, server);
  await say(page, 'A long one');
  await expect(chat.answers(page)).toHaveAttribute('aria-busy', 'true');
  first.resolve();
  await page.getByRole('button', { name: 'More of the answer' }).click();
  await expect(chat.answers(page).getByText('Paragraph 59.')).toBeInViewport();
  await expect(chat.questions(page)).not.toBeInViewport();
  rest.resolve();
  await expect(chat.answers(page).getByText('Paragraph 89.')).toBeInViewport();

  // After scrolling up the view stays, and a button leads back to the end.
  await page.mouse.move(640, 300);
  await page.mouse.wheel(0, -5_000);
  const jump = page.getByRole('button', { name: 'Jump to latest' });
  await expect(jump).toBeVisible();
  await expect(chat.questions(page)).toBeInViewport();
  end.resolve();
  await answerDone(page);
  await expect(chat.questions(page)).toBeInViewport();
  await jump.click();
  await expect(chat.answers(page).getByText('Paragraph 119.')).toBeInViewport();
  await expect(jump).toBeHidden();

  await chat.questions(page).scrollIntoViewIfNeeded();
  const [bubble, words, thread] = await Promise.all([
    chat.questions(page).getByText('A long one').boundingBox(),
    chat.answers(page).locator('.prose').boundingBox(),
    chat.thread(page).boundingBox(),
  ]);
  if (!bubble || !words || !thread) throw new Error('Something is not on the page.');
  const right = (box: { x: number; width: number }) => box.x + box.width;
  expect(right(thread) - right(bubble)).toBeLessThan(bubble.x - thread.x);
  expect(words.x - thread.x).toBeLessThan(right(thread) - right(words) + 120);
  await expect(chat.answers(page).locator('svg').first()).toBeVisible();
});

test('an answer is data: no HTML, no external images, no links that run code', async ({ page, answering }) => {
  const hostile = [
    'Before.',
    '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script><iframe src="https://evil.example"></iframe>',
    '![tracker](https://evil.example/pixel.png)',
    '[run me](javascript:window.hacked=1) [data](data:text/html,<script>window.hacked=1</script>)',
    '[fine](https://example.com/page)',
    '| a | b |\n|---|---|\n| 1 | 2 |',
    '```ts\nconst x = "<b>1</b>";\n```',
    '<style>body{display:none}</style>',
    'After.',
  ].join('\n\n');
  const { server } = await answering((call) => {
    for (const piece of hostile.match(/[\s\S]{1,7}/g) ?? []) call.write(piece);
    call.finish();
  });
  await openChat(page, server);
  await say(page, 'Attack me');
  const answer = await answerDone(page);
  await expect(answer).toContainText('After.');
  const prose = answer.locator('.prose');
  await expect(prose.locator('img, script, iframe, style, [onerror], object, embed')).toHaveCount(0);
  const links = await prose.locator('a').evaluateAll((all) => all.map((a) => (a as HTMLAnchorElement).protocol));
  expect(links.filter((protocol) => !/^(https?|mailto):$/.test(protocol))).toEqual([]);
  await expect(prose.getByRole('link', { name: /tracker/ })).toBeVisible();
  await expect(prose.getByRole('link', { name: 'fine' })).toHaveAttribute('rel', /noopener/);
  await expect(prose.getByRole('table')).toBeVisible();
  await expect(prose.locator('pre code').first()).toHaveText('const x = "<b>1</b>";');
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
});

test('[4.03] [2.47] clearing asks first, then leads to the empty chat', async ({ page, server }) => {
  await openChat(page, server);
  await say(page, 'Hello');
  await answerDone(page);
  await chooseInHeader(page, 'Clear conversation');
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('Are you sure you want to clear this conversation?');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(chat.questions(page)).toHaveCount(1);
  await chooseInHeader(page, 'Clear conversation');
  await dialog.getByRole('button', { name: 'Clear' }).click();
  await expect(chat.welcome(page)).toBeVisible();
  await expect(page).toHaveURL(`${server.url}/`);
});
