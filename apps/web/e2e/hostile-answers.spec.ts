import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, type Page } from '@playwright/test';
import { maxAnswerLength } from '../../../packages/contract/src/chat/limits.ts';
import type { ModelServer } from '../../server/src/testing/stand-ins/model-server.ts';
import { faultsIn } from '../src/features/chat/markdown/testing/faults-in.ts';
import { deepestAnswers, heavyAnswers } from '../src/features/chat/markdown/testing/heavy-answers.ts';
import { endlessPayloads, hostilePayloads } from '../src/features/chat/markdown/testing/hostile-payloads.ts';
import { signIn } from './support/accounts.ts';
import { answerDone, chat, openChat, say } from './support/chat.ts';
import { seedMessages } from './support/seed-messages.ts';
import { test } from './support/test.ts';

declare global {
  interface Window {
    /** All faults that an answer had at any moment, and how often it was inspected. */
    seen: { faults: string[]; looks: number };
  }
}

/** Several payloads per answer. A payload that would swallow the text after it comes last. */
const answers = endlessPayloads.map((endless, index) => {
  const share = hostilePayloads.filter((_, at) => at % endlessPayloads.length === index);
  return [...share, endless].join('\n\n');
});

/** Answers the message "n" with the nth text, in pieces of a few characters. */
const inPieces =
  (texts: readonly string[], length: number): ModelServer['answer'] =>
  async (call) => {
    const text = texts[Number(call.question)] ?? '';
    for (let at = 0; at < text.length && !call.gone; at += length) {
      call.write(text.slice(at, at + length));
      await nextTurn();
    }
    call.finish();
  };

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

for (const length of [1, 2, 7])
  test(`hostile answers in pieces of ${length}: nothing runs, loads or links elsewhere, not even for a moment`, async ({
    page,
    context,
    startModel,
    startServer,
  }) => {
    const model = await startModel(inPieces(answers, length));
    const server = await startServer({ ...model.env, GUEST_MESSAGE_LIMIT: '100' });
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

    for (const index of answers.keys()) {
      await say(page, String(index));
      await expect(chat.questions(page).last()).toContainText(String(index));
      const answer = await answerDone(page);
      expect(await answer.locator('.prose').evaluate(faultsIn)).toEqual([]);
    }
    expect(await page.evaluate(() => window.seen.faults)).toEqual([]);
    expect(await page.evaluate(() => window.seen.looks)).toBeGreaterThan(answers.length * 2);
    await expect(page.locator('.katex').first()).toBeVisible();
    await expect(page.locator('.code-comment, .code-keyword').first()).toBeAttached();

    // The stored answer must be as safe as the streamed one.
    await page.reload();
    await expect(chat.questions(page).last()).toContainText(String(answers.length - 1));
    await expect(page.locator('.katex').first()).toBeVisible();
    for (const prose of await page.locator('.prose').all()) expect(await prose.evaluate(faultsIn)).toEqual([]);
    expect(await page.evaluate(() => window.seen.faults)).toEqual([]);
    await expect(page).toHaveTitle(/Noek/);
    expect(elsewhere).toEqual([]);
  });

test('an image in an answer sends no request, not even to a server that would respond', async ({
  page,
  startModel,
  startServer,
}) => {
  const asked: string[] = [];
  const listener = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end();
  });
  await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done));
  try {
    const target = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/?q=SECRET`;
    const text = `![x](${target}) ![][p] <img src="${target}"> $\\includegraphics{${target}}$\n\n[p]: ${target}`;
    const model = await startModel(inPieces([text], 3));
    const server = await startServer(model.env);
    await openChat(page, server);
    await say(page, '0');
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

const endOf = (name: string) => `That was ${name}.`;
const withEnd = (name: string, text: string) => `${text}\n\n${endOf(name)}`;
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
  await expect.poll(missing, { timeout: 60_000 }).toEqual([]);
}

/** So few that the page contains all of them. */
const together = 6;
const heavy = Object.entries(heavyAnswers);
const groups = Array.from({ length: Math.ceil(heavy.length / together) }, (_, group) =>
  heavy.slice(group * together, (group + 1) * together),
);

for (const [index, group] of groups.entries())
  test(`heavy answers ${index + 1} of ${groups.length}: their owner and strangers can read them, and the message box works`, async ({
    page,
    context,
    server,
    anotherBrowser,
  }) => {
    test.setTimeout(240_000);
    const texts = group.flatMap(([name, text]) => [`Show me ${name}`, withEnd(name, text)]);
    const { id } = await seedMessages(server, await signIn(context, server), texts);

    await page.goto(`${server.url}/chat/${id}`);
    await expectShown(page, group);
    await expectUsable(page);
    // With the font's own brackets, the time for the layout would grow with the square of their number.
    for (const element of [page.locator('.prose').first(), chat.questions(page).first(), chat.input(page)])
      await expect(element).toHaveCSS('font-variant-ligatures', 'no-contextual');
    await say(page, 'Hello');
    await expect(chat.questions(page).last()).toContainText('Hello');
    // A page of this size takes long to draw on a busy machine.
    await answerDone(page, { timeout: 60_000 });
    await expectUsable(page);

    const shared = await context.request.post(`${server.url}/api/conversations/${id}/share`, { data: {} });
    expect(shared.status()).toBe(200);
    await page.close();
    const theirs = await (await anotherBrowser()).newPage();
    await theirs.goto(`${server.url}/chat/${id}`);
    await expectShown(theirs, group);
    await expectUsable(theirs);
  });

test('deeply nested answers break nothing while they arrive', async ({ page, startModel, startServer }) => {
  test.setTimeout(240_000);
  const texts = Object.entries(deepestAnswers);
  const model = await startModel(
    inPieces(
      texts.map(([name, text]) => withEnd(name, text)),
      400,
    ),
  );
  const server = await startServer({ ...model.env, GUEST_MESSAGE_LIMIT: '100' });
  await openChat(page, server);
  for (const [index, [name]] of texts.entries()) {
    await say(page, String(index));
    await expect(chat.questions(page).last()).toContainText(String(index));
    await expect((await answerDone(page)).locator('.prose'), name).toContainText(endOf(name));
    await expectUsable(page);
  }
});
