import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';
import { typing } from '../../server/src/testing/stand-ins/model-server.ts';
import { signIn } from './support/accounts.ts';
import { answerDone, chat, openChat, say } from './support/chat.ts';
import { seedMessages } from './support/seed-messages.ts';
import { test } from './support/test.ts';

// On a slow processor, everything that comes late comes visibly late.

const sizes = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
] as const;

/** What remains: groups that end at the same place as before, but begin at another. */
const nearlyNothing = 0.02;

type Shift = { value: number; what: string[] };

/**
 * Slows the page down and notes what moves on it, and whether it was empty after its first paint: from the next page on and, with `isOpen`, on
 * this one.
 */
async function watchMoves(page: Page, isOpen = false) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  const note = () => {
    const noted = { shifts: [] as { value: number; what: string[] }[], wasEmpty: false };
    Object.assign(window, { noted });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput, sources } = entry as unknown as {
          value: number;
          hadRecentInput: boolean;
          sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
        };
        // The caret is where the next letter comes.
        if (sources.every(({ node }) => node instanceof Element && node.matches('[data-caret]'))) continue;
        const at = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join(' ');
        if (!hadRecentInput)
          noted.shifts.push({
            value,
            what: sources.map(
              ({ node, previousRect, currentRect }) =>
                `${node?.textContent?.slice(0, 40)}: ${at(previousRect)} → ${at(currentRect)}`,
            ),
          });
      }
    }).observe({ type: 'layout-shift', buffered: !document.querySelector('[role=log]') });
    const look = () => {
      // Between the shell and the page, there must be no frame without a header.
      if (document.querySelector('#root') && document.readyState !== 'loading')
        noted.wasEmpty ||= !document.querySelector('.shell-head, header');
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  };
  await page.addInitScript(note);
  if (isOpen) await page.evaluate(note);
  return async (most = nearlyNothing) => {
    // Entries arrive after the frame in which something moved.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
    const { shifts, wasEmpty } = await page.evaluate(
      () => (window as unknown as { noted: { shifts: Shift[]; wasEmpty: boolean } }).noted,
    );
    expect(wasEmpty).toBe(false);
    const sum = shifts.reduce((total, { value }) => total + value, 0);
    expect(sum, JSON.stringify(shifts, null, 1)).toBeLessThan(most);
  };
}

for (const viewport of sizes)
  test.describe(`${viewport.width} px wide, at a sixth of the speed`, () => {
    test.use({ viewport });

    test('nothing moves while the page of a guest opens and while its first message is answered', async ({
      page,
      server,
    }) => {
      const expectStill = await watchMoves(page);
      await openChat(page, server);
      await expectStill();
      await say(page, 'Make a table of the planets');
      await answerDone(page);
      await expectStill();
    });

    test('nothing moves while a conversation opens, in a browser that knows it and in a new one', async ({
      page,
      context,
      server,
    }) => {
      await signIn(context, server);
      await page.goto(server.url);
      await expect(chat.welcome(page)).toBeVisible();
      await say(page, 'Show me TypeScript');
      await answerDone(page);
      const expectStill = await watchMoves(page);
      const opens = async (open: () => Promise<unknown>) => {
        await open();
        await expect(chat.answers(page).last().locator('pre')).toBeVisible();
        await expect(chat.answers(page).last().getByRole('button', { name: 'Copy answer' })).toBeVisible();
        await expectStill();
      };
      await opens(() => page.reload());
      const address = page.url();
      await page.evaluate(async () => {
        localStorage.clear();
        for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name);
      });
      await page.goto('about:blank');
      await opens(() => page.goto(address));
    });
  });

/** Blocks whose height or columns are known only when more of them has arrived. */
const blocks = [
  'Formulas come first: $\\frac{a}{b}$ in a line, then in blocks.\n\n',
  '$$\\int_0^\\infty e^{-x^2} \\, dx = \\frac{\\sqrt{\\pi}}{2}$$\n\n',
  '$$\\begin{pmatrix} 1 & 2 & 3 \\\\ 4 & 5 & 6 \\\\ 7 & 8 & 9 \\end{pmatrix}$$\n\n',
  'A table:\n\n| Planet | Radius | Note |\n|---|---|---|\n| Mars | 3,390 km | Red |\n| Venus | 6,052 km | Hot |\n',
  '| Jupiter, the largest of all planets | 69,911 km | Its red spot is a storm that is wider than the Earth |\n',
  '| Saturn | 58,232 km | Rings |\n\n',
  '```ts\nexport const radius: Record<string, number> = { mars: 3_390 };\n',
  'for (const [name, km] of Object.entries(radius)) console.log(name, km);\n```\n\n',
  '```python\nprint("the same")\n```\n\n- a list\n  - in a list\n\n> A quote.\n\n',
  'The last words.',
];

for (const viewport of sizes)
  test.describe(`${viewport.width} px wide, at a sixth of the speed, with formulas, tables and code`, () => {
    test.use({ viewport });

    test('nothing moves while an answer streams', async ({ page, context, answering }) => {
      const { model, server } = await answering();
      await signIn(context, server);
      await page.goto(server.url);
      await expect(chat.welcome(page)).toBeVisible();
      await say(page, 'Are you there?');
      await answerDone(page);
      model.answer = typing(blocks.join(''), 5);
      const expectStill = await watchMoves(page, true);
      await say(page, 'Show me everything');
      await expect(chat.answers(page).last()).toContainText('The last words.');
      await answerDone(page);
      await expectStill(0.001);
    });

    test('nothing moves while it is opened', async ({ page, context, answering }) => {
      const { server } = await answering();
      const { id } = await seedMessages(server, await signIn(context, server), ['Everything?', blocks.join('')]);
      const expectStill = await watchMoves(page);
      const opens = async (open: () => Promise<unknown>) => {
        await open();
        await expect(chat.answers(page).last().locator('.katex').first()).toBeAttached();
        await expect(chat.answers(page).last().getByRole('button', { name: 'Copy answer' })).toBeVisible();
        await expectStill();
      };
      await opens(() => page.goto(`${server.url}/chat/${id}`));
      await opens(() => page.reload());
    });
  });

test.describe('a page whose HTML arrives in two pieces', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('does not move when the second piece arrives', async ({ page, server }) => {
    const { promise: hasPainted, resolve: sendRest } = Promise.withResolvers<void>();
    const proxy = createServer(async ({ url }, answer) => {
      const from = await fetch(new URL(url ?? '/', server.url));
      const body = Buffer.from(await from.arrayBuffer());
      answer.setHeader('content-type', from.headers.get('content-type') ?? '');
      const cut = url === '/' ? body.indexOf('<p>', body.indexOf('shell-foot')) + '<p>'.length : body.length;
      answer.write(body.subarray(0, cut));
      if (cut < body.length) await hasPainted;
      answer.end(body.subarray(cut));
    }).listen(0, '127.0.0.1');
    try {
      const expectStill = await watchMoves(page);
      await page.goto(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}/`, { waitUntil: 'commit' });
      await page.locator('.shell-foot').waitFor({ state: 'attached' });
      const frame = () => page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
      await frame();
      await frame();
      sendRest();
      await expect(chat.welcome(page)).toBeVisible();
      // The note below the box alone would move it by more.
      await expectStill(0.005);
    } finally {
      sendRest();
      proxy.closeAllConnections();
      proxy.close();
    }
  });
});
