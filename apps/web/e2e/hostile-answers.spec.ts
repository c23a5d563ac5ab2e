import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { maxAnswerLength } from '../../../packages/contract/src/chat/limits.ts';
import { type ServerProcess, startServerProcess } from '../../server/src/testing/server-process.ts';
import { type ModelServer, startModelServer } from '../../server/src/testing/stand-ins/model-server.ts';
import { faultsIn } from '../src/features/chat/markdown/testing/faults-in.ts';
import { deepestAnswers, heavyAnswers } from '../src/features/chat/markdown/testing/heavy-answers.ts';
import { endlessPayloads, hostilePayloads } from '../src/features/chat/markdown/testing/hostile-payloads.ts';
import { signIn } from './support/accounts.ts';
import { answerDone, chat, openChat, say } from './support/chat.ts';
import { seedMessages } from './support/seed-messages.ts';
import { test as base, endInPeace } from './support/test.ts';

declare global {
  interface Window {
    /** All faults that an answer had at any moment, and how often it was inspected. */
    seen: { faults: string[]; looks: number };
  }
}

/** What every answer begins with: the page must show it, so formulas and programs are drawn beside each payload. */
const harmless = 'A formula, $x^2$, and a program:\n\n```js\nconst word = 1; // a comment\n```';

/** Several payloads per answer. A payload that would swallow the text after it comes last. */
const answers = endlessPayloads.map((endless, index) => {
  const share = hostilePayloads.filter((_, at) => at % endlessPayloads.length === index);
  return [harmless, ...share, endless].join('\n\n');
});
/** So few per page that a busy machine draws them soon. */
const perPage = 4;
const pages = Array.from({ length: Math.ceil(answers.length / perPage) }, (_, page) => page * perPage);

const deepest = Object.entries(deepestAnswers);
const endOf = (name: string) => `That was ${name}.`;
const withEnd = (name: string, text: string) => `${text}\n\n${endOf(name)}`;

/** Answers the message "n L" with the nth text, in pieces of L characters. */
const inPieces =
  (texts: readonly string[]): ModelServer['answer'] =>
  async (call) => {
    const [number, length = 1] = call.question.split(' ').map(Number);
    const text = texts[number ?? 0] ?? '';
    for (let at = 0; at < text.length && !call.gone; at += length) {
      call.write(text.slice(at, at + length));
      await nextTurn();
    }
    call.finish();
  };

/** `answeringServer`: a server whose model gives the answers, for all tests of a worker. */
const test = base.extend<object, { answeringServer: ServerProcess }>({
  answeringServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const model = await startModelServer(
        inPieces([...answers, ...deepest.map(([name, text]) => withEnd(name, text))]),
      );
      const server = await startServerProcess({ ...model.env, GUEST_MESSAGE_LIMIT: '100' });
      await use(server);
      await endInPeace(server);
      await model.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

/** Inspects each answer after every change of it, to find content that exists only for a moment. */
async function watchAnswers(page: Page): Promise<void> {
  await page.addInitScript(`
    const faultsIn = ${faultsIn};
    window.seen = { faults: [], looks: 0 };
    window.hacked = () => window.seen.faults.push('hacked() was called');
    document.addEventListener('securitypolicyviolation', (event) =>
      window.seen.faults.push('refused by the policy: ' + event.violatedDirective + ' ' + event.blockedURI));
    const answersIn = (node) => node.querySelectorAll?.('.prose') ?? [];
    new MutationObserver((changes) => {
      const changed = new Set();
      for (const { target, addedNodes } of changes) {
        const around = (target.closest ? target : target.parentElement)?.closest('.prose');
        if (around) changed.add(around);
        for (const added of addedNodes) {
          if (added.matches?.('.prose')) changed.add(added);
          for (const prose of answersIn(added)) changed.add(prose);
        }
      }
      for (const prose of changed) {
        window.seen.looks += 1;
        window.seen.faults.push(...faultsIn(prose));
      }
    }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });`);
}

const lengths = [1, 2, 7];
// The lengths take turns over the answers; a thorough run streams each answer in all of them.
for (const [turn, from] of pages.entries())
  for (const length of process.env.NOEK_TEST_THOROUGH === '1' ? lengths : lengths.slice(turn % 3, (turn % 3) + 1))
    test(`hostile answers from ${from + 1} in pieces of ${length}: nothing runs, loads or links elsewhere, not even for a moment`, async ({
      page,
      context,
      answeringServer: server,
    }) => {
      const numbers = [...answers.keys()].slice(from, from + perPage);
      const elsewhere: string[] = [];
      const ours = [server.url, server.origins.auth];
      // No request may leave the page.
      await context.route(
        (url) => /^https?:$/.test(url.protocol) && !ours.includes(url.origin),
        (route) => route.abort(),
      );
      page.on('request', (request) => {
        const { origin, protocol } = new URL(request.url());
        if (!ours.includes(origin) && protocol !== 'data:') elsewhere.push(request.url());
      });
      page.on('dialog', (dialog) => {
        elsewhere.push(`dialog: ${dialog.message()}`);
        void dialog.dismiss();
      });
      await watchAnswers(page);
      await openChat(page, server);

      for (const [at, number] of numbers.entries()) {
        await say(page, `${number} ${length}`);
        await expect(chat.questions(page)).toHaveCount(at + 1);
        const answer = await answerDone(page);
        expect(await answer.locator('.prose').evaluate(faultsIn)).toEqual([]);
        await expectDrawn(answer);
      }
      expect(await page.evaluate(() => window.seen.faults)).toEqual([]);
      expect(await page.evaluate(() => window.seen.looks)).toBeGreaterThan(numbers.length * 2);

      // The stored answer must be as safe as the streamed one.
      await page.reload();
      await expect(chat.answers(page)).toHaveCount(numbers.length);
      for (const answer of await chat.answers(page).all()) await expectDrawn(answer);
      for (const prose of await page.locator('.prose').all()) expect(await prose.evaluate(faultsIn)).toEqual([]);
      expect(await page.evaluate(() => window.seen.faults)).toEqual([]);
      await expect(page).toHaveTitle(/Noek/);
      expect(elsewhere).toEqual([]);
    });

/** Expects the answer's harmless formula and program to be drawn. */
async function expectDrawn(answer: Locator): Promise<void> {
  await expect(answer.locator('.katex').first()).toBeVisible();
  await expect(answer.locator('.code-comment').first()).toBeAttached();
}

test('an image in an answer sends no request, not even to a server that would respond', async ({ page, answering }) => {
  const asked: string[] = [];
  const listener = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end();
  });
  await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done));
  try {
    const target = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/?q=SECRET`;
    const text = `![x](${target}) ![][p] <img src="${target}"> $\\includegraphics{${target}}$\n\n[p]: ${target}`;
    const { server } = await answering(inPieces([text]));
    await openChat(page, server);
    await say(page, '0 3');
    const answer = await answerDone(page);
    await expect(answer.getByRole('link', { name: /^x/ })).toHaveAttribute('href', target);
    await page.reload();
    await answerDone(page);
    expect(asked).toEqual([]);
    // The listener works: it got no request because none was sent.
    await fetch(target);
    expect(asked).toEqual(['/?q=SECRET']);
  } finally {
    listener.close();
    listener.closeAllConnections();
  }
});

/** Expects the page to be alive and usable; a crashed tab does not respond. */
async function expectUsable(page: Page) {
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toHaveCount(0);
  await expect(page.getByText("This part of the page can't be shown.")).toHaveCount(0);
}

const isTooLong = ([name, text]: [string, string]) => withEnd(name, text).length > maxAnswerLength;

/**
 * Expects all answers to be shown to their end, except those that are longer than an answer may be. Reads the page once for all of them,
 * because it is large.
 */
async function expectShown(page: Page, group: readonly [string, string][]): Promise<void> {
  const ends = group.filter((one) => !isTooLong(one)).map(([name]) => endOf(name));
  const missing = () =>
    page.getByRole('main').evaluate((main, all) => {
      const shown = main.textContent ?? '';
      return all.filter((end) => !shown.includes(end));
    }, ends);
  await expect.poll(missing).toEqual([]);
}

/** As much as a page contains and a busy machine draws soon: this many answers, and this many characters unless one alone has more. */
const together = { answers: 4, characters: 250_000 };
const groups: [string, string][][] = [];
for (const one of Object.entries(heavyAnswers)) {
  const group = groups.at(-1);
  const characters = (group ?? []).reduce((sum, [, text]) => sum + text.length, one[1].length);
  if (group && group.length < together.answers && characters <= together.characters) group.push(one);
  else groups.push([one]);
}

/** A conversation of a new account whose answers are these, each with its end. */
async function seedHeavy(context: BrowserContext, server: ServerProcess, group: readonly [string, string][]) {
  const texts = group.flatMap(([name, text]) => [`Show me ${name}`, withEnd(name, text)]);
  return (await seedMessages(server, await signIn(context, server), texts)).id;
}

for (const [index, group] of groups.entries()) {
  const which = `heavy answers ${index + 1} of ${groups.length} (${group.map(([name]) => name).join(', ')})`;

  test(`${which}: their owner can read them, and the message box works`, async ({ page, context, server }) => {
    await page.goto(`${server.url}/chat/${await seedHeavy(context, server, group)}`);
    await expectShown(page, group);
    await expectUsable(page);
    // With the font's own brackets, the time for the layout would grow with the square of their number.
    for (const element of [page.locator('.prose').first(), chat.questions(page).first(), chat.input(page)])
      await expect(element).toHaveCSS('font-variant-ligatures', 'no-contextual');
    await say(page, 'Hello');
    await expect(chat.questions(page).last()).toContainText('Hello');
    await answerDone(page);
    await expectUsable(page);
  });

  test(`${which}: strangers can read them`, async ({ context, server, anotherBrowser }) => {
    const id = await seedHeavy(context, server, group);
    const shared = await context.request.post(`${server.url}/api/conversations/${id}/share`, { data: {} });
    expect(shared.status()).toBe(200);
    const page = await (await anotherBrowser()).newPage();
    await page.goto(`${server.url}/chat/${id}`);
    await expectShown(page, group);
    await expectUsable(page);
  });
}

const deepPerPage = 10;
for (let from = 0; from < deepest.length; from += deepPerPage)
  test(`deeply nested answers from ${from + 1} break nothing while they arrive`, async ({ page, answeringServer }) => {
    await openChat(page, answeringServer);
    for (const [at, [name]] of deepest.slice(from, from + deepPerPage).entries()) {
      await say(page, `${answers.length + from + at} 400`);
      await expect(chat.questions(page)).toHaveCount(at + 1);
      await expect((await answerDone(page)).locator('.prose'), name).toContainText(endOf(name));
      await expectUsable(page);
    }
  });
