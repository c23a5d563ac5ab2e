import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { browserTurn, call, proxyTurn, restTurn, type Target } from './bench/turns.ts';

const { values } = parseArgs({
  options: {
    turns: { type: 'string', default: '1000' },
    tokens: { type: 'string', default: '200' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
if (values.help) {
  console.log(`usage: npm run bench -- [--turns 1000] [--tokens 200]

Measures Noek against a proxy that only pipes bytes, both in front of the same model on this machine, turn about in one
run. Only the ratios mean anything. Needs the web app's build no more than the server does; CPU is read from /proc.`);
  process.exit(0);
}

const turns = Number(values.turns);
const tokens = Number(values.tokens);
const children: ChildProcess[] = [];
const dataDir = mkdtempSync(join(tmpdir(), 'noek-bench-'));
const path = (file: string) => fileURLToPath(new URL(file, import.meta.url));

function run(args: string[], env: Record<string, string> = {}): number {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...env },
  });
  children.push(child);
  return child.pid as number;
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}

async function until(url: string): Promise<void> {
  for (let i = 0; i < 200; i++) {
    if (
      await call(url, { method: 'GET' }).then(
        () => true,
        () => false,
      )
    )
      return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`No server is running at ${url}.`);
}

/** The CPU time of a process so far, user and kernel, in seconds. Linux counts hundredths of a second. */
function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return (user + system) / 100;
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

async function measure(target: Target, concurrency: number, count: number) {
  const firstTokens: number[] = [];
  const before = cpuSeconds(target.pid);
  let started = 0;
  const worker = async (slot: number) => {
    while (started++ < count) firstTokens.push((await target.turn(slot)).firstTokenMs);
  };
  await Promise.all(Array.from({ length: concurrency }, (_, slot) => worker(slot)));
  await new Promise((resolve) => setTimeout(resolve, 200));
  return { cpuMs: ((cpuSeconds(target.pid) - before) * 1000) / firstTokens.length, firstTokenMs: median(firstTokens) };
}

async function compare(name: string, targets: Target[], concurrency: number, count: number): Promise<void> {
  console.log(`\n${name}`);
  const rows = targets.map(() => ({ cpuMs: [] as number[], firstTokenMs: [] as number[] }));
  const rounds = 3;
  for (let round = 0; round < rounds; round++)
    for (const [i, target] of targets.entries()) {
      const { cpuMs, firstTokenMs } = await measure(target, concurrency, Math.ceil(count / rounds));
      rows[i]?.cpuMs.push(cpuMs);
      rows[i]?.firstTokenMs.push(firstTokenMs);
    }
  const base = rows[0];
  for (const [i, row] of rows.entries()) {
    const cpu = median(row.cpuMs);
    const first = median(row.firstTokenMs);
    const ratio = (value: number, of: number[] | undefined) => `${(value / median(of ?? [])).toFixed(2)}×`.padStart(8);
    console.log(
      `  ${(targets[i]?.name ?? '').padEnd(16)} CPU ${cpu.toFixed(2).padStart(6)} ms per turn ${ratio(cpu, base?.cpuMs)}   first token ${first.toFixed(2).padStart(7)} ms ${ratio(first, base?.firstTokenMs)}`,
    );
  }
}

try {
  const [upstreamPort, proxyPort, serverPort] = [await freePort(), await freePort(), await freePort()];
  const upstream = `http://127.0.0.1:${upstreamPort}`;
  const proxy = `http://127.0.0.1:${proxyPort}`;
  const noek = `http://127.0.0.1:${serverPort}`;
  run([path('./bench/upstream.ts'), String(upstreamPort)]);
  const proxyPid = run([path('./bench/proxy.ts'), String(proxyPort), String(upstreamPort)]);
  const serverPid = run(['--max-semi-space-size=32', path('../apps/server/src/main.ts')], {
    NODE_ENV: 'development',
    PORT: String(serverPort),
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    LOG_LEVEL: 'warn',
    GUEST_MESSAGE_LIMIT: '1000000000',
    GUEST_IP_DAILY_LIMIT: '1000000000',
    AI_PROVIDERS: JSON.stringify([{ name: 'bench', baseUrl: `${upstream}/v1`, apiKey: 'none', model: 'bench' }]),
  });
  await until(`${noek}/readyz`);
  await until(proxy);

  const targets: Target[] = [
    { name: 'piping proxy', pid: proxyPid, turn: proxyTurn(proxy) },
    { name: 'Noek, REST', pid: serverPid, turn: await restTurn(noek) },
    { name: 'Noek, browser', pid: serverPid, turn: await browserTurn(noek) },
  ];
  const shape = (intervalMs: number) => call(`${upstream}/shape`, { body: { tokens, intervalMs } });

  await shape(0);
  for (const target of targets) await measure(target, 16, Math.min(turns, 300));
  await compare('One at a time, answers in one burst', targets, 1, Math.ceil(turns / 2));
  await compare('16 at once, answers in one burst', targets, 16, turns);
  await shape(5);
  await compare('64 at once, a token every 5 ms', targets, 64, Math.max(192, Math.ceil(turns / 4)));
} finally {
  for (const child of children) child.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit(0);
