import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Browser, type CDPSession, chromium } from '@playwright/test';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { browserProgram } from '../support/browser.ts';
import { tokens } from './answer.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    interval: { type: 'string', default: '5' },
    trace: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
if (values.help) {
  console.log(`usage: node apps/web/e2e/bench/markdown.ts [--rounds 3] [--interval 5] [--trace FILE]

Measures what a markdown answer of about 4,000 tokens costs the page while it streams, a token every --interval
milliseconds, with its words fading in and without (reduced motion), against the same text painted plainly every 50 ms, turn
about in one run. Only the ratios mean anything.
--trace keeps the browser's trace of one answer, to be opened in DevTools.`);
  process.exit(0);
}

const here = fileURLToPath(new URL('.', import.meta.url));
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };
const policy = "default-src 'self'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:";

/** Serves a folder on a free port of loopback, under the policy of the product. */
async function serve(folder: string) {
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://bench').pathname);
    const content = await readFile(join(folder, path)).catch(() => null);
    const type = types[extname(path)] ?? 'application/octet-stream';
    response.writeHead(content ? 200 : 404, { 'Content-Type': type, 'Content-Security-Policy': policy }).end(content);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/page.html` };
}

const kinds = ['plain', 'still', 'fading'] as const;
/** `still`: markdown for a reader who prefers reduced motion. */
type Kind = (typeof kinds)[number];
type Cost = { total: number; script: number; layout: number; longTasks: number[] };

async function metrics(session: CDPSession): Promise<Record<string, number>> {
  const { metrics: all } = await session.send('Performance.getMetrics');
  return Object.fromEntries(all.map(({ name, value }) => [name, value * 1_000]));
}

async function openPage(browser: Browser, url: string, kind: Kind) {
  const reducedMotion = kind === 'still' ? 'reduce' : 'no-preference';
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, reducedMotion });
  page.on('console', (message) => console.error(`page: ${message.text()}`));
  await page.goto(url);
  await page.waitForFunction('window.stream');
  return { page, session: await page.context().newCDPSession(page) };
}

/**
 * Processor time of the main thread for one answer in a new page, in milliseconds. It includes loading the code. Wall-clock time would
 * also measure the other work of the machine.
 */
async function measure(browser: Browser, url: string, kind: Kind): Promise<Cost> {
  const { page, session } = await openPage(browser, url, kind);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const before = await metrics(session);
  await page.evaluate(([what, every]) => window.stream(what, every), [
    kind === 'plain' ? 'plain' : 'markdown',
    Number(values.interval),
  ] as const);
  const after = await metrics(session);
  const spent = (name: string) => (after[name] ?? 0) - (before[name] ?? 0);
  const longTasks = await page.evaluate(() => window.longTasks);
  await page.close();
  return {
    total: spent('TaskDuration'),
    script: spent('ScriptDuration'),
    layout: spent('LayoutDuration') + spent('RecalcStyleDuration'),
    longTasks,
  };
}

/** The longest tasks of the page's main thread while a markdown answer streams, from the browser's own trace. */
async function longestTasks(browser: Browser, url: string): Promise<{ processor: number[]; clock: number[] }> {
  const { page } = await openPage(browser, url, 'fading');
  await browser.startTracing(page, { categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'] });
  await page.evaluate((every) => window.stream('markdown', every), Number(values.interval));
  const { origin } = new URL(url);
  const recorded = await browser.stopTracing();
  if (values.trace) await writeFile(values.trace, recorded);
  const trace = JSON.parse(recorded.toString()) as { traceEvents: TraceEvent[] };
  await page.close();
  // A browser also has spare renderers. The page's renderer is the one that ran its code.
  const renderers = new Set(
    trace.traceEvents.filter(({ args }) => args?.data?.url?.startsWith(origin)).map(({ pid }) => pid),
  );
  const mainThreads = new Set(
    trace.traceEvents
      .filter(({ name, pid, args }) => name === 'thread_name' && args?.name === 'CrRendererMain' && renderers.has(pid))
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = trace.traceEvents.filter(
    ({ name, pid, tid }) => name === 'RunTask' && mainThreads.has(`${pid} ${tid}`),
  );
  const longest = (of: (task: TraceEvent) => number) =>
    tasks
      .map((task) => of(task) / 1_000)
      .sort((a, b) => b - a)
      .slice(0, 5);
  return { processor: longest(({ tdur = 0 }) => tdur), clock: longest(({ dur = 0 }) => dur) };
}

type TraceEvent = {
  name: string;
  pid: number;
  tid: number;
  dur?: number;
  tdur?: number;
  args?: { name?: string; data?: { url?: string } };
};

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
const ms = (value: number) => `${value.toFixed(0).padStart(6)} ms`;

const folder = mkdtempSync(join(tmpdir(), 'noek-bench-markdown-'));
try {
  await build({
    configFile: false,
    root: here,
    logLevel: 'warn',
    plugins: [react(), tailwindcss()],
    worker: { format: 'es' },
    build: {
      outDir: folder,
      emptyOutDir: true,
      assetsInlineLimit: 0,
      rolldownOptions: { input: join(here, 'page.html') },
    },
  });
  const { server, url } = await serve(folder);
  const browser = await chromium.launch({
    ...browserProgram,
    args: ['--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-component-update'],
  });
  try {
    const costs: Record<Kind, Cost[]> = { plain: [], still: [], fading: [] };
    for (let round = 0; round < Number(values.rounds); round += 1)
      for (const kind of kinds) costs[kind].push(await measure(browser, url, kind));
    console.log(`${tokens.length} tokens, one every ${values.interval} ms, ${values.rounds} rounds`);
    for (const kind of kinds) {
      const of = (part: 'total' | 'script' | 'layout') => median(costs[kind].map((cost) => cost[part]));
      const long = costs[kind].flatMap(({ longTasks }) => longTasks).map((duration) => duration.toFixed(0));
      console.log(
        `  ${kind.padEnd(8)} main thread${ms(of('total'))}  script${ms(of('script'))}  style and layout${ms(of('layout'))}  tasks over 50 ms: ${long.join(', ') || 'none'}`,
      );
    }
    const total = (kind: Kind) => median(costs[kind].map((cost) => cost.total));
    console.log(`  markdown costs ${(total('still') / total('plain')).toFixed(2)} times as much as plain text`);
    console.log(`  with words that fade in ${(total('fading') / total('still')).toFixed(2)} times as much as without`);
    const longest = await longestTasks(browser, url);
    for (const by of ['processor', 'clock'] as const)
      console.log(`  longest tasks by ${by}: ${longest[by].map((duration) => `${duration.toFixed(1)} ms`).join(', ')}`);
  } finally {
    await browser.close();
    server.close();
    server.closeAllConnections();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
