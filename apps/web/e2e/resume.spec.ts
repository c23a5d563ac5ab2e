import { expect, type Page } from '@playwright/test';
import { openDatabase } from '../../../packages/db/src/open.ts';
import type { ServerProcess } from '../../server/src/testing/server-process.ts';
import { typing } from '../../server/src/testing/stand-ins/model-server.ts';
import { signIn } from './support/accounts.ts';
import { answerDone, chat, openChat, openChatSignedIn, say, wordsOf } from './support/chat.ts';
import { kept } from './support/kept.ts';
import { talking } from './support/live.ts';
import { test } from './support/test.ts';

test.use({ serviceWorkers: 'allow' });

/** Records every text that the answer shows from now on, on this page and after each reload. */
async function noteWhatIsShown(page: Page): Promise<() => Promise<string[]>> {
  const shown: string[] = [];
  await page.exposeFunction('noteShown', (words: string) => void shown.push(words));
  await page.addInitScript(() => {
    let last = '';
    const look = () => {
      const words = document.querySelector<HTMLElement>('[role=log] .prose')?.textContent.trim() ?? '';
      if (words && words !== last) (window as unknown as { noteShown(words: string): void }).noteShown(words);
      last = words || last;
    };
    const observer = new MutationObserver(look);
    observer.observe(document, { childList: true, subtree: true, characterData: true });
  });
  return async () => shown;
}

/** The stored text of the answers that are being written. */
async function logOf(server: ServerProcess): Promise<string> {
  const db = await openDatabase(`file:${server.dataDir}/noek.db`);
  try {
    return JSON.stringify(await db.orm.select().from(db.tables.generationEvents));
  } finally {
    await db.close();
  }
}

test('[4.07] an answer resumes where it was after two reloads in the middle', async ({ page, answering }) => {
  const talk = talking();
  const { model, server } = await answering(talk.answer);
  const shown = await noteWhatIsShown(page);
  await openChat(page, server);
  await say(page, 'Count for me');
  await expect(chat.answers(page)).toContainText('word10 ');
  await page.reload();
  await expect(chat.answers(page)).toContainText('word30 ');
  await expect(chat.stop(page)).toBeVisible();
  await page.reload();
  await expect(chat.answers(page)).toContainText('word50 ');
  talk.enough();
  const answer = await wordsOf(await answerDone(page));
  expect(answer).toBe(talk.said());

  // The visible text only grew: nothing was removed, repeated or skipped.
  const steps = await shown();
  expect(steps.length).toBeGreaterThan(10);
  expect(steps.filter((step) => !answer.startsWith(step))).toEqual([]);
  expect(steps.filter((step, i) => step.length < (steps[i - 1]?.length ?? 0))).toEqual([]);
  expect(model.calls).toHaveLength(1);

  await page.reload();
  expect(await wordsOf(await answerDone(page))).toBe(answer);
  await expect(chat.questions(page)).toHaveCount(1);
});

test('an answer continues while its tab is closed, and another tab follows it', async ({
  page,
  context,
  answering,
}) => {
  const talk = talking();
  const { model, server } = await answering(talk.answer);
  await openChat(page, server);
  await say(page, 'Count for me');
  await expect(chat.answers(page)).toContainText('word5 ');
  const address = page.url();
  const other = await context.newPage();
  await other.goto(address);
  await expect(chat.answers(other)).toContainText('word12 ');
  await page.close();
  await other.close();
  const before = talk.said();
  await expect.poll(() => talk.said().length).toBeGreaterThan(before.length + 50);
  const later = await context.newPage();
  await later.goto(address);
  talk.enough();
  expect(await wordsOf(await answerDone(later))).toBe(talk.said());
  expect(model.calls).toHaveLength(1);
});

test('a message that is sent before a conversation has been read again follows its newest answer', async ({
  page,
  context,
  answering,
}) => {
  const talk = talking();
  const { model, server } = await answering((call) =>
    call.question === 'And then?' ? typing('Then it was over.', 0)(call) : talk.answer(call),
  );
  await signIn(context, server);
  await openChatSignedIn(page, server);
  await say(page, 'Count for me');
  await expect(chat.answers(page)).toContainText('word3 ');
  // The device keeps the question; its answer is still being written.
  await expect.poll(async () => (await kept(page))?.messages).toEqual(['Count for me']);
  const address = page.url();
  await page.close();
  talk.enough();

  const later = await context.newPage();
  const reads = Promise.withResolvers<void>();
  await later.route(/chat\.(messages|conversation\b|live)/, async (route) => {
    await reads.promise;
    await route.continue();
  });
  await later.goto(address);
  await expect(chat.questions(later)).toContainText('Count for me');
  await expect(chat.answers(later)).toHaveCount(0);
  await say(later, 'And then?');
  await expect.poll(() => model.calls.length).toBe(2);
  reads.resolve();
  await expect(chat.answers(later).last()).toContainText('Then it was over.');
  await expect(chat.answers(later)).toHaveCount(2);
  expect(model.calls[1]?.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
});

test('when the server is killed during an answer, the page reconnects, keeps the text and works again', async ({
  page,
  startModel,
  startServer,
}) => {
  const model = await startModel((call) => call.write('The beginning of an answer'));
  const server = await startServer(model.env);
  await openChat(page, server);
  await say(page, 'Tell me');
  await expect(chat.answers(page)).toContainText('The beginning of an answer');
  // Words may be on screen some milliseconds before they are in the log.
  await expect.poll(() => logOf(server)).toContain('The beginning of an answer');
  await server.kill();
  await expect(page.getByText('Reconnecting…')).toBeVisible();
  await expect(chat.answers(page)).toContainText('The beginning of an answer');
  model.answer = typing('A second answer.', 0);
  await server.startAgain();
  await expect(chat.answers(page)).toContainText('The server stopped while answering.');
  expect(await wordsOf(await answerDone(page))).toBe('The beginning of an answer');
  await say(page, 'Again, please');
  await expect(chat.answers(page).last()).toContainText('A second answer.');
  await expect(page.getByText('8 messages left')).toBeVisible();
});

test('when the server restarts before the first word, the next process answers', async ({
  page,
  startModel,
  startServer,
}) => {
  const model = await startModel(() => {});
  const server = await startServer(model.env);
  await openChat(page, server);
  await say(page, 'Tell me');
  await expect(chat.stop(page)).toBeEnabled();
  await expect.poll(() => model.calls.length).toBe(1);
  model.answer = typing('Here it is.', 0);
  await server.kill();
  await server.startAgain();
  await expect(chat.answers(page)).toContainText('Here it is.');
  await answerDone(page);
  await expect(chat.questions(page)).toHaveCount(1);
  await expect(page.getByText('9 messages left')).toBeVisible();
});
