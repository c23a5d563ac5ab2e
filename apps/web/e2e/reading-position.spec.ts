import { expect } from '@playwright/test';
import { signIn } from './support/accounts.ts';
import { chat, say } from './support/chat.ts';
import { seedMessages } from './support/seed-messages.ts';
import { test } from './support/test.ts';

const texts = Array.from({ length: 60 }, (_, index) => `Message ${index}. ${'A few words more. '.repeat(index % 5)}`);

test('the text that is being read stays in place, in every frame, while an answer grows and another message arrives', async ({
  page,
  context,
  answering,
}) => {
  const { model, server } = await answering(() => {});
  const { id } = await seedMessages(server, await signIn(context, server), texts);
  await page.goto(`${server.url}/chat/${id}`);
  await expect(chat.answers(page).last()).toBeInViewport();
  await say(page, 'Go on');
  await expect.poll(() => model.calls.length).toBe(1);
  model.calls[0]?.write('The first words.');
  await expect(chat.answers(page).last()).toContainText('The first words.');

  const article = chat.thread(page).getByRole('article').filter({ hasText: 'Message 50.' });
  const place = async () => (await article.boundingBox())?.y;
  await page.mouse.move(700, 300);
  await expect(async () => {
    await page.mouse.wheel(0, -200);
    await expect(article).toBeInViewport({ timeout: 500 });
  }).toPass();
  // A turn of the wheel scrolls for a few frames.
  let before: number | undefined;
  await expect
    .poll(async () => {
      const last = before;
      before = await place();
      return before === last;
    })
    .toBe(true);

  await page.evaluate(() => {
    const read = [...document.querySelectorAll('[data-message]')].find((item) =>
      item.textContent?.includes('Message 50.'),
    );
    const tops = new Set<number>();
    Object.assign(window, { tops });
    const look = () => {
      tops.add(Math.round((read?.getBoundingClientRect().top ?? 0) * 10) / 10);
      requestAnimationFrame(look);
    };
    look();
  });
  for (let line = 0; line < 30; line += 1)
    model.calls[0]?.write(`\n\nParagraph ${line} of a long answer, in **Markdown**.`);
  await expect(chat.answers(page).last()).toContainText('Paragraph 29');
  model.calls[0]?.write('\n\n```ts\nconst done = true;\n```\n');
  model.calls[0]?.finish();
  await expect(chat.answers(page).last().getByRole('button', { name: 'Copy answer' })).toHaveCount(1);
  // The person also writes on another device. That message is answered when this answer is complete.
  const sent = context.request.post(`${server.url}/api/conversations/${id}/messages`, {
    data: { content: 'From my phone' },
  });
  await expect(chat.questions(page).last()).toContainText('From my phone');
  await expect.poll(() => model.calls.length).toBe(2);
  model.calls[1]?.write('An answer to the phone.');
  await expect(chat.answers(page).last()).toContainText('An answer to the phone.');
  model.calls[1]?.finish();
  expect((await sent).status()).toBe(201);
  await expect(chat.answers(page).last().getByRole('button', { name: 'Copy answer' })).toHaveCount(1);
  expect(await page.evaluate(() => [...(window as unknown as { tops: Set<number> }).tops])).toHaveLength(1);
});
