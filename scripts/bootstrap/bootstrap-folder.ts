import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect } from 'vitest';

// The real bootstrap in a project with stand-ins: an npm that only records its calls, and a server that shuts down gracefully.
const scripts = fileURLToPath(new URL('..', import.meta.url));
export let folder: string;
let started: ChildProcess[];

const fakeNpm = `#!/bin/sh
echo "$*" >> npm.log
[ -f npm-waits ] && { sleep 300 & echo $! > grandchild.pid; wait; }
[ -f npm-fails ] && exit 9
case "$*" in
*" install "*) mkdir -p node_modules/.bin && ln -sf '${process.execPath}' node_modules/.bin/node;;
*" turbo "*) mkdir -p apps/web/dist;;
esac
`;

const fakeServer = `
import { appendFileSync, writeFileSync } from 'node:fs';
writeFileSync('server.env', JSON.stringify(process.env));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    appendFileSync('signals.log', signal + '\\n');
    setTimeout(() => process.exit(Number(process.argv[2] ?? 0)), 50);
  });
setInterval(() => {}, 1000);
writeFileSync('server.pid', String(process.pid)); // last, because the tests signal as soon as it is there
`;

/** Copies the server instead of bundling it. */
const fakeBundler = `
import { appendFileSync, cpSync, existsSync, writeFileSync } from 'node:fs';
import { bundleStamp, serverInputsHash } from '../../scripts/bootstrap/server-build.mjs';
appendFileSync('bundles.log', 'bundled\\n');
if (existsSync('bundling-fails')) process.exit(9);
cpSync('apps/server/src/main.ts', 'apps/server/dist/main.js');
writeFileSync(bundleStamp, serverInputsHash());
`;

/** A browser that starts unless the file "no-browser" is there, and then with "playwright-downloads" only Playwright's own. */
const fakePlaywright = `
import { existsSync } from 'node:fs';
export const works = (program) => !existsSync('no-browser') || (!program && existsSync('downloaded'));
export const chromium = {
  async launchServer({ executablePath }) {
    if (!works(executablePath))
      throw new Error(executablePath ? 'error while loading shared libraries: libnss3.so: none' : "Executable doesn't exist");
    const program = executablePath ?? '/downloaded/chromium';
    return { wsEndpoint: () => 'ws', process: () => ({ spawnfile: program }), close: async () => {} };
  },
  async connect() {
    return { version: () => '1.2.3', newPage: async () => ({ goto: async () => {}, title: async () => 'Noek' }) };
  },
};
`;
const fakePlaywrightCli = `
import * as fs from 'node:fs';
fs.appendFileSync('browser.log', [...process.argv.slice(2, 5), 'with', process.env.CHROMIUM_PATH, ''].join(' '));
if (process.argv[2] === 'install') {
  if (fs.existsSync('playwright-downloads')) fs.writeFileSync('downloaded', '');
  process.exit(fs.existsSync('playwright-downloads') ? 0 : 1);
}
`;
const fakeAptGet = '#!/bin/sh\necho "$*" >> apt.log\necho "E: Unable to locate package chromium"\nexit 100\n';

/** Makes the folder before each test of a file, and ends what a test started after it. */
export function useBootstrapFolder(): void {
  beforeEach(() => {
    started = [];
    folder = mkdtempSync(join(tmpdir(), 'noek-bootstrap-'));
    cpSync(join(scripts, 'bootstrap.mjs'), join(folder, 'scripts/bootstrap.mjs'));
    cpSync(join(scripts, 'bootstrap'), join(folder, 'scripts/bootstrap'), { recursive: true });
    write('package.json', '{ "type": "module" }');
    write('pnpm-lock.yaml', 'lockfileVersion: 9');
    write('pnpm-workspace.yaml', 'packages: []');
    write('packages/contract/package.json', '{}');
    write('apps/web/package.json', '{}');
    write('apps/web/src/chat.tsx', 'first');
    write('apps/server/src/main.ts', fakeServer);
    write('apps/server/bundle.ts', fakeBundler);
    writeProgram('fake-bin/npm', fakeNpm);
    writeProgram('fake-bin/apt-get', fakeAptGet);
  });

  afterEach(async () => {
    for (const child of started) child.kill('SIGKILL');
    for (const name of ['server.pid', 'grandchild.pid']) if (existsSync(join(folder, name))) end(pidIn(name));
    rmSync(folder, { recursive: true, force: true });
  });
}

export const passing = { passed: 1, failed: 0, skipped: 0 };

export type Counts = { passed: number; failed: number; skipped: number; failures?: string[] };

/** Stand-ins for the tools. The static checks pass; the two test runners report the given counts. */
export function checksThat(runners: { vitest: Counts | null; playwright: Counts | null }): void {
  for (const tool of ['biome', 'tsc', 'knip']) writeProgram(`node_modules/.bin/${tool}`, '#!/bin/sh\nexit 0\n');
  const reports = (counts: Counts | null) =>
    counts
      ? `const { writeFileSync } = await import('node:fs');
         writeFileSync(process.env.NOEK_TEST_COUNTS, '${JSON.stringify(counts)}');
         process.exitCode = ${counts.failed ? 1 : 0};`
      : 'process.exit(3);';
  write('node_modules/vitest/vitest.mjs', reports(runners.vitest));
  write('node_modules/@playwright/test/package.json', '{ "type": "module", "main": "index.js" }');
  write('node_modules/@playwright/test/index.js', fakePlaywright);
  write('node_modules/@playwright/test/cli.js', fakePlaywrightCli + reports(runners.playwright));
  write('apps/web/playwright.config.ts', '');
}

export async function startServer(
  args: string[] = [],
  options: { detached?: boolean; env?: Record<string, string> } = {},
) {
  forget('signals.log');
  forget('server.pid');
  const child = bootstrap(['start', ...args], options);
  const ended = finish(child);
  const pid = await serverPid(child);
  return {
    process: child,
    pid,
    ended,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      await gone(pid);
    },
  };
}

export async function serverPid(child: ChildProcess): Promise<number> {
  await until(() => child.exitCode !== null || (existsSync(join(folder, 'server.pid')) && read('server.pid') !== ''));
  expect(child.exitCode).toBeNull();
  return pidIn('server.pid');
}

export const bootstrap = (args: string[], options: { detached?: boolean; env?: Record<string, string> } = {}) =>
  launch(process.execPath, ['scripts/bootstrap.mjs', ...args], options);

export function launch(
  command: string,
  args: string[],
  options: { detached?: boolean; env?: Record<string, string> } = {},
) {
  const { npm_lifecycle_event: _, ...env } = process.env;
  const child = spawn(command, args, {
    cwd: folder,
    detached: options.detached ?? false,
    env: { ...env, ...options.env, PATH: `${join(folder, 'fake-bin')}:${env.PATH}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  return child;
}

export async function finish(child: ChildProcess) {
  const text = { stdout: '', stderr: '' };
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => (text.stdout += chunk));
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (text.stderr += chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...text };
}

/** Waits until no such process is left. A zombie counts as gone. */
export const gone = (pid: number) => until(() => !alive(pid));

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' && process.platform !== 'linux';
  }
}

export async function until(done: () => boolean): Promise<void> {
  for (let i = 0; i < 400 && !done(); i++) await sleep(25);
  expect(done()).toBe(true);
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {} // it is gone already
}

export const read = (file: string) => readFileSync(join(folder, file), 'utf8');
export const pidIn = (file: string) => Number(read(file));
export const forget = (file: string) => rmSync(join(folder, file), { force: true });
export const npmCalls = () => (existsSync(join(folder, 'npm.log')) ? read('npm.log').trim().split('\n') : []);
export const bundles = () => read('bundles.log').trim().split('\n').length;
export const lastLine = (text: string) => text.trimEnd().split('\n').at(-1);

export function write(file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}

export function writeProgram(file: string, text: string): void {
  write(file, text);
  chmodSync(join(folder, file), 0o755);
}
