import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../apps/server/src/testing/free-port.ts';
import { readArguments } from './arguments.ts';
import { compare, measure } from './bench/comparison.ts';
import { cpuSeconds, endAll, residentMb, start, untilAnswering } from './bench/processes.ts';
import { call, minimalTurn, pageTurn, proxyTurn, restTurn, type Target } from './bench/turns.ts';
import { serverBundle, serverFlags } from './bootstrap/server-build.mjs';

const { values } = readArguments(
  `usage: npm run bench -- [--turns 1000] [--tokens 200]

Measures Noek, over REST and as the page uses it, against two floors in front of the same model on this machine: a proxy that only
pipes bytes, and a server that does the least of what a turn needs. They take turns in one run. Only the ratios mean anything: the
first to the proxy, the second to the minimal turn. See docs/performance.md. Processor time and memory are read from /proc.`,
  {
    turns: { type: 'string', default: '1000' },
    tokens: { type: 'string', default: '200' },
  },
);

const turns = Number(values.turns);
const tokens = Number(values.tokens);
const folder = mkdtempSync(join(tmpdir(), 'noek-bench-'));
const root = fileURLToPath(new URL('..', import.meta.url));
const path = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/** Starts Noek and prints what that takes. */
async function startNoek(port: number, upstream: string): Promise<number> {
  const startedAt = performance.now();
  const pid = start([...serverFlags, join(root, serverBundle)], {
    NODE_ENV: 'development',
    PORT: String(port),
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: '',
    LOG_LEVEL: 'warn',
    GUEST_MESSAGE_LIMIT: '1000000000',
    GUEST_IP_DAILY_LIMIT: '1000000000',
    AI_PROVIDERS: JSON.stringify([{ name: 'bench', baseUrl: `${upstream}/v1`, apiKey: 'none', model: 'bench' }]),
  });
  await untilAnswering(`http://127.0.0.1:${port}/readyz`);
  const ms = performance.now() - startedAt;
  const spent = `${cpuSeconds(pid).toFixed(2)} s of processor time, ${residentMb(pid).toFixed(0)} MB`;
  console.log(`Start to ready: ${(ms / 1000).toFixed(2)} s by the clock, ${spent}`);
  return pid;
}

try {
  const [upstreamPort, proxyPort, minimalPort, noekPort] = await Promise.all([1, 2, 3, 4].map(freePort));
  const [upstream, proxy, minimal, noek] = [upstreamPort, proxyPort, minimalPort, noekPort].map(
    (port) => `http://127.0.0.1:${port}`,
  ) as [string, string, string, string];
  start([path('./bench/upstream.ts'), String(upstreamPort)]);
  const proxyPid = start([path('./bench/proxy.ts'), String(proxyPort), String(upstreamPort)]);
  const database = join(folder, 'minimal.db');
  const minimalPid = start([path('./bench/minimal-turns.ts'), String(minimalPort), String(upstreamPort), database]);
  const noekPid = await startNoek(noekPort as number, upstream);
  await untilAnswering(proxy);
  await untilAnswering(minimal);

  const floors: [Target, Target] = [
    { name: 'piping proxy', pid: proxyPid, turn: proxyTurn(proxy) },
    { name: 'minimal turn', pid: minimalPid, turn: await minimalTurn(minimal) },
  ];
  const targets: Target[] = [
    ...floors,
    { name: 'Noek, REST', pid: noekPid, turn: await restTurn(noek) },
    { name: 'Noek, page', pid: noekPid, turn: await pageTurn(noek) },
  ];
  const shape = (intervalMs: number) => call(`${upstream}/shape`, { body: { tokens, intervalMs } });

  await shape(0);
  for (const target of targets) await measure(target, 16, Math.min(turns, 300));
  await compare('One at a time, answers in one burst', targets, floors, 1, Math.ceil(turns / 2));
  await compare('16 at once, answers in one burst', targets, floors, 16, turns);
  await compare('64 at once, answers in one burst', targets, floors, 64, turns);
  await shape(5);
  await compare('64 at once, a word every 5 ms', targets, floors, 64, Math.max(192, Math.ceil(turns / 4)));
} finally {
  endAll();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
