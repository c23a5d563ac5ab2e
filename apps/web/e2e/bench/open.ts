import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type BrowserContext, chromium } from '@playwright/test';
import { openDatabase } from '../../../../packages/db/src/open.ts';
import { insertConversation, insertMessages } from '../../../../packages/db/src/testing/factories.ts';
import { type ServerProcess, startServerProcess } from '../../../server/src/testing/server-process.ts';
import { signIn } from '../support/accounts.ts';
import { browserProgram } from '../support/browser.ts';

const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '5' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
if (values.help) {
  console.log(`usage: node apps/web/e2e/bench/open.ts [--messages 1000] [--rounds 5]

Measures what opening a long conversation costs a signed-in person whose browser has the code already, against a static
page of the same text, turn about in one run. Needs a built web app. Only the ratios mean anything.`);
  process.exit(0);
}

const count = Number(values.messages);
const textOf = (index: number) =>
  index % 2 === 0
    ? `Question ${index}: how do I keep a queue from losing jobs when a worker dies in the middle of one?`
    : `Answer ${index}. Take the job with **one conditional update** and give it a lease:\n\n- the row says who has it\n- and until when\n\nA lease that ran out counts as free, so nothing is lost when a worker dies. Give every job a key of its own, and let the same key do nothing the second time it comes along.`;
const lastText = `Answer ${count - 1}.`;

async function seed(server: ServerProcess, email: string): Promise<number> {
  const db = await openDatabase(`file:${server.dataDir}/noek.db`);
  try {
    const user = (await db.orm.select().from(db.tables.users)).find((row) => row.email === email);
    if (!user) throw new Error(`${email} has no account.`);
    const { id } = await insertConversation(db, { userId: user.id, title: 'A long conversation' });
    for (let from = 0; from < count; from += 500)
      await insertMessages(
        db,
        id,
        Array.from({ length: Math.min(500, count - from) }, (_, i) => textOf(from + i)),
      );
    return id;
  } finally {
    await db.close();
  }
}

/** The same texts as static HTML: one paragraph per message, and no script. */
async function serveStatic() {
  const paragraphs = Array.from({ length: count }, (_, i) => `<p>${textOf(i).replaceAll('\n', '<br>')}</p>`);
  const html = `<!doctype html><meta charset="utf-8"><title>Static</title><link rel="icon" href="data:,"><main>${paragraphs.join('')}</main>`;
  const server = createServer((_, response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end(html));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() };
}

type Cost = { clock: number; processor: number; nodes: number; longest: number };

/** From the start of the navigation until the last message has been painted, in milliseconds. */
async function measure(context: BrowserContext, url: string): Promise<Cost> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const spent = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
  };
  await page.addInitScript((text) => {
    const seen = window as unknown as { longest: number; shownAt: Promise<number> };
    seen.longest = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
    }).observe({ type: 'longtask', buffered: true });
    seen.shownAt = new Promise((resolve) => {
      const look = () => {
        if (document.body?.textContent?.includes(text)) requestAnimationFrame(() => resolve(performance.now()));
        else setTimeout(look, 4);
      };
      look();
    });
  }, lastText);
  const before = await spent();
  await page.goto(url);
  const clock = await page.evaluate(() => (window as unknown as { shownAt: Promise<number> }).shownAt);
  // Work after the first paint of the last message counts, too.
  await page.waitForTimeout(1_500);
  const processor = (await spent()) - before;
  const { nodes, longest } = await page.evaluate(() => ({
    nodes: document.querySelectorAll('*').length,
    longest: (window as unknown as { longest: number }).longest,
  }));
  await page.close();
  return { clock, processor, nodes, longest };
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

const server = await startServerProcess();
const statically = await serveStatic();
// A profile on disk, because browsers keep compiled code only there.
const profile = mkdtempSync(join(tmpdir(), 'noek-bench-open-'));
const context = await chromium.launchPersistentContext(profile, {
  ...browserProgram,
  args: ['--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-component-update'],
  viewport: { width: 1280, height: 800 },
});
try {
  const { email } = await signIn(context, server);
  const url = `${server.url}/chat/${await seed(server, email)}`;
  // A returning visitor: the browser has cached and compiled the code.
  for (let visit = 0; visit < 3; visit += 1) await measure(context, url);
  const costs = { static: [] as Cost[], chat: [] as Cost[] };
  for (let round = 0; round < Number(values.rounds); round += 1) {
    costs.static.push(await measure(context, statically.url));
    costs.chat.push(await measure(context, url));
  }
  const of = (kind: keyof typeof costs, part: keyof Cost) => median(costs[kind].map((cost) => cost[part]));
  console.log(`${count} messages, ${values.rounds} rounds`);
  for (const kind of ['static', 'chat'] as const)
    console.log(
      `  ${kind.padEnd(6)} last message after ${of(kind, 'clock').toFixed(0)} ms, main thread ${of(kind, 'processor').toFixed(0)} ms, ${of(kind, 'nodes')} elements, longest task ${Math.max(...costs[kind].map(({ longest }) => longest)).toFixed(0)} ms`,
    );
  for (const part of ['clock', 'processor'] as const)
    console.log(`  by ${part}: ${(of('chat', part) / of('static', part)).toFixed(2)} times the static page`);
} finally {
  await context.close();
  rmSync(profile, { recursive: true, force: true });
  statically.close();
  await server.stop().catch(() => {});
  await server.discard();
}
