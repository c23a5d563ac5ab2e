import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

// The real bootstrap in a project with stand-ins: an npm that only records its calls, and a server that shuts down gracefully.

const scripts = fileURLToPath(new URL('..', import.meta.url));
let folder: string;
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
const works = (program) => !existsSync('no-browser') || (!program && existsSync('downloaded'));
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

test('the first start installs, builds and serves; the next one does not call npm', async () => {
  await (await startServer()).stop();
  expect(npmCalls()).toEqual([
    'exec --yes --package=pnpm@12.21.0 -- pnpm install --frozen-lockfile',
    expect.stringContaining('-- pnpm exec turbo run build'),
  ]);
  forget('npm.log');
  await (await startServer()).stop();
  expect(npmCalls()).toEqual([]);
});

test('build installs and builds what changed, and serves nothing', async () => {
  expect((await finish(bootstrap(['build']))).code).toBe(0);
  expect(npmCalls()).toEqual([expect.stringContaining('pnpm install'), expect.stringContaining('turbo run build')]);
  forget('npm.log');
  expect((await finish(bootstrap(['build']))).code).toBe(0);
  expect(npmCalls()).toEqual([]);
  expect(existsSync(join(folder, 'server.pid'))).toBe(false);
});

test('a start after a change of the lockfile or the catalog installs again', async () => {
  await (await startServer()).stop();
  for (const [file, text] of [
    ['pnpm-lock.yaml', 'lockfileVersion: 9 # and one more package'],
    ['pnpm-workspace.yaml', 'catalog:\n  zod: 4.6.8\n'],
  ] as const) {
    forget('npm.log');
    write(file, text);
    await (await startServer()).stop();
    expect(npmCalls()[0], file).toContain('pnpm install');
  }
});

test('a start after a change in the web app builds again, but not after a change in a test', async () => {
  await (await startServer()).stop();
  forget('npm.log');
  write('apps/web/src/chat.test.tsx', 'a new test');
  await (await startServer()).stop();
  expect(npmCalls()).toEqual([]);
  write('apps/web/src/chat.tsx', 'the second version');
  await (await startServer()).stop();
  expect(npmCalls()).toEqual([expect.stringContaining('turbo run build')]);
});

test.each([
  ['a source of the server', 'apps/server/src/answers.ts'],
  ['a source of the database', 'packages/db/src/tables.ts'],
  ['a source of the payment sandbox', 'packages/payment-sandbox/src/api.ts'],
  ['a package', 'pnpm-lock.yaml'],
])('a start after a change of %s bundles the server again', async (_, file) => {
  await (await startServer()).stop();
  expect(bundles()).toBe(1);
  await (await startServer()).stop();
  expect(bundles()).toBe(1);
  write(file, 'the second version');
  await (await startServer()).stop();
  expect(bundles()).toBe(2);
});

test('a change of a test or of a text that the server reads at its start bundles nothing', async () => {
  await (await startServer()).stop();
  write('apps/server/src/answers.test.ts', 'a new test');
  write('apps/server/src/testing/people.ts', 'people for tests');
  write('packages/db/migrations/sqlite/0001.sql', 'create table t (id integer)');
  await (await startServer()).stop();
  expect(bundles()).toBe(1);
});

test('serving bundles what changed', async () => {
  await (await startServer()).stop();
  write('apps/server/src/answers.ts', 'the second version');
  expect((await finish(bootstrap(['ready']))).code).toBe(0);
  expect(bundles()).toBe(2);
});

test('a server that cannot be bundled is not started, with a short message', async () => {
  write('bundling-fails', '');
  const refused = await finish(bootstrap(['start']));
  expect(refused).toMatchObject({ code: 1, stderr: 'The server could not be built. See the lines above.\n' });
  expect(existsSync(join(folder, 'server.pid'))).toBe(false);
  forget('bundling-fails');
  await (await startServer()).stop();
});

test('a failed installation ends with a short message and exit code 1, and is retried by the next start', async () => {
  write('npm-fails', '');
  const refused = await finish(bootstrap(['start']));
  expect(refused.code).toBe(1);
  expect(refused.stderr.trim()).toMatch(/^The packages could not be installed\. [^\n]+\.$/);
  expect(existsSync(join(folder, 'server.pid'))).toBe(false);
  forget('npm-fails');
  await (await startServer()).stop();
});

test.runIf(process.platform === 'linux')(
  "a machine without the library that the project's Node.js needs is told so before anything is downloaded",
  async () => {
    writeProgram('fake-bin/ldconfig', '#!/bin/sh\necho "libc.so.6 (libc6,x86-64) => /lib/libc.so.6"\n');
    const refused = await finish(bootstrap(['start']));
    expect(refused.stderr.trim()).toMatch(/^The project's Node\.js needs the library libatomic\.so\.1, [^\n]+\.$/);
    expect(refused.code).toBe(1);
    expect(npmCalls()).toEqual([]);
  },
);

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s reaches the server once and leaves nothing behind',
  async (signal) => {
    const server = await startServer();
    server.process.kill(signal);
    expect((await server.ended).code).toBe(0);
    expect(read('signals.log')).toBe(`${signal}\n`);
    await gone(server.pid);
  },
);

test('Ctrl-C, which reaches the whole group of the terminal, reaches the server once', async () => {
  const server = await startServer([], { detached: true });
  process.kill(-(server.process.pid as number), 'SIGINT');
  expect((await server.ended).code).toBe(0);
  expect(read('signals.log')).toBe('SIGINT\n');
  await gone(server.pid);
});

test("the exit code is the server's", async () => {
  const server = await startServer(['7']);
  server.process.kill('SIGTERM');
  expect((await server.ended).code).toBe(7);
});

test('the server also shuts down gracefully when its parent is killed', async () => {
  const server = await startServer();
  server.process.kill('SIGKILL');
  await gone(server.pid);
  expect(read('signals.log')).toBe('SIGTERM\n');
});

test('the server also shuts down gracefully when npm is killed', async () => {
  const command = `npm_lifecycle_event=start '${process.execPath}' scripts/bootstrap.mjs start & wait`;
  const npm = launch('sh', ['-c', command]);
  const pid = await serverPid(npm);
  npm.kill('SIGKILL');
  await gone(pid);
  expect(read('signals.log')).toBe('SIGTERM\n');
});

test('a signal during the installation ends everything that npm started', async () => {
  write('npm-waits', '');
  const child = bootstrap(['start']);
  await until(() => existsSync(join(folder, 'grandchild.pid')) && read('grandchild.pid').trim() !== '');
  const grandchild = pidIn('grandchild.pid');
  child.kill('SIGTERM');
  expect((await finish(child)).code).toBe(143);
  await gone(grandchild);
});

test("the server sees the project's programs first and nothing of npm's settings", async () => {
  const server = await startServer([], { env: { npm_config_cache: '/somewhere', npm_package_name: 'noek' } });
  const env = JSON.parse(read('server.env')) as Record<string, string>;
  await server.stop();
  expect(Object.keys(env).filter((name) => name.startsWith('npm_'))).toEqual([]);
  expect(env.PATH?.startsWith(`${join(folder, 'node_modules/.bin')}:`)).toBe(true);
});

test('serving without a build is refused with one sentence', async () => {
  const refused = await finish(bootstrap(['ready']));
  expect(refused).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Noek is not set up yet: run "npm start"[^\n]+\.\n$/),
  });
  await (await startServer()).stop();
  expect(await finish(bootstrap(['ready']))).toMatchObject({ code: 0, stderr: '' });
});

test('an unknown command is refused with one sentence', async () => {
  expect(await finish(bootstrap(['strat']))).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Unknown command "strat"'),
  });
});

test('the checks end with one line of total counts', async () => {
  checksThat({ vitest: { passed: 5, failed: 0, skipped: 1 }, playwright: { passed: 2, failed: 0, skipped: 0 } });
  const result = await finish(bootstrap(['test']));
  expect(lastLine(result.stdout)).toBe('7 passed, 0 failed, 1 skipped');
  expect(result.code).toBe(0);
  const names = [...result.stdout.matchAll(/^── (.+) ──$/gm)].map(([, name]) => name);
  expect(names).toEqual([
    'Set-up',
    'Browser',
    'Biome',
    'Types',
    'Knip',
    'Vitest (SQLite and PostgreSQL)',
    'Web build',
    'Playwright',
  ]);
});

test('a failed step and failed tests both count, and the other steps still run', async () => {
  checksThat({ vitest: { passed: 5, failed: 2, skipped: 0 }, playwright: { passed: 2, failed: 0, skipped: 0 } });
  writeProgram('node_modules/.bin/knip', '#!/bin/sh\nexit 1\n');
  const result = await finish(bootstrap(['test']));
  expect(lastLine(result.stdout)).toBe('7 passed, 3 failed');
  expect(result.stdout).toContain('Failed: Knip, Vitest (SQLite and PostgreSQL).');
  expect(result.code).toBe(1);
});

test('failures are named again before the closing line, at most 20 of them', async () => {
  const failures = Array.from({ length: 21 }, (_, index) => `room.test.ts › door ${index + 1}\\n    it is shut`);
  checksThat({ vitest: { passed: 5, failed: 21, skipped: 0, failures }, playwright: null });
  const { stdout } = await finish(bootstrap(['test']));
  const end = stdout.slice(stdout.indexOf('── Playwright ──'));
  expect(end).toContain('✗ room.test.ts › door 1\n    it is shut');
  expect(end).toContain('✗ room.test.ts › door 20');
  expect(end).not.toContain('door 21');
  expect(end).toContain('… and 1 more.');
});

test('a test run that dies without counting is a failure', async () => {
  checksThat({ vitest: null, playwright: { passed: 2, failed: 0, skipped: 0 } });
  const result = await finish(bootstrap(['test']));
  expect(lastLine(result.stdout)).toBe('2 passed, 1 failed');
  expect(result.code).toBe(1);
});

test('a missing Playwright configuration is a failure, not a skip', async () => {
  checksThat({ vitest: { passed: 5, failed: 0, skipped: 0 }, playwright: null });
  forget('apps/web/playwright.config.ts');
  expect(lastLine((await finish(bootstrap(['test']))).stdout)).toBe('5 passed, 1 failed');
});

test('checks whose setup fails report it and also end with that line', async () => {
  write('npm-fails', '');
  const result = await finish(bootstrap(['test']));
  expect(result.stdout).toContain('Set-up: FAILED');
  expect(lastLine(result.stdout)).toBe('0 passed, 1 failed');
  expect(result.code).toBe(1);
});

test('the tests use the browser of CHROMIUM_PATH, and one line says so', async () => {
  checksThat({ vitest: passing, playwright: passing });
  writeProgram('my-browser', '');
  const { stdout } = await finish(bootstrap(['test'], { env: { CHROMIUM_PATH: join(folder, 'my-browser') } }));
  const said = `The browser tests use Chromium 1.2.3 (${join(folder, 'my-browser')}, found on this machine)`;
  expect(stdout.split(said)).toHaveLength(2);
  expect(read('browser.log')).toBe(`test --config apps/web/playwright.config.ts with ${join(folder, 'my-browser')} `);
});

test('a CHROMIUM_PATH that leads nowhere is named, and another browser is used', async () => {
  checksThat({ vitest: passing, playwright: passing });
  const result = await finish(bootstrap(['test'], { env: { CHROMIUM_PATH: '/nowhere/chromium' } }));
  expect(result.stdout).toContain('CHROMIUM_PATH is not used: there is no /nowhere/chromium.\n');
  expect(result.stdout).toContain('The browser tests use Chromium 1.2.3');
  expect(result.code).toBe(0);
});

test("without a browser that starts, Playwright's own is downloaded", async () => {
  checksThat({ vitest: passing, playwright: passing });
  write('no-browser', '');
  write('playwright-downloads', '');
  const result = await finish(bootstrap(['test']));
  expect(result.stdout).toContain("(/downloaded/chromium, Playwright's own, downloaded now)");
  expect(read('browser.log')).toMatch(
    /^install --only-shell chromium with .*test --config \S+ with \/downloaded\/chromium $/,
  );
  expect(lastLine(result.stdout)).toBe('2 passed, 0 failed');
});

test('if no browser can be had, one sentence says so at the start and at the end, and the other checks run', async () => {
  checksThat({ vitest: { passed: 5, failed: 0, skipped: 0 }, playwright: passing });
  write('no-browser', '');
  const result = await finish(bootstrap(['test']));
  const sentence = /There is no browser for the browser tests: install Chromium, Chrome or Edge, or set CHROMIUM_PATH/;
  expect(result.stderr.match(new RegExp(sentence, 'g'))).toHaveLength(1);
  expect(result.stderr).toContain("Playwright's Chromium (could not be downloaded)");
  const end = result.stdout.slice(result.stdout.indexOf('── Playwright ──'));
  expect(end).toContain('Not run, because it needs "Browser".');
  expect(end).toMatch(sentence);
  expect(end).toContain('Failed: Browser, Playwright.');
  expect(read('browser.log')).not.toContain('test --config');
  expect(lastLine(result.stdout)).toBe('5 passed, 2 failed');
  expect(result.code).toBe(1);
});

const passing = { passed: 1, failed: 0, skipped: 0 };

type Counts = { passed: number; failed: number; skipped: number; failures?: string[] };

/** Stand-ins for the tools. The static checks pass; the two test runners report the given counts. */
function checksThat(runners: { vitest: Counts | null; playwright: Counts | null }): void {
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

async function startServer(args: string[] = [], options: { detached?: boolean; env?: Record<string, string> } = {}) {
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

async function serverPid(child: ChildProcess): Promise<number> {
  await until(() => child.exitCode !== null || (existsSync(join(folder, 'server.pid')) && read('server.pid') !== ''));
  expect(child.exitCode).toBeNull();
  return pidIn('server.pid');
}

const bootstrap = (args: string[], options: { detached?: boolean; env?: Record<string, string> } = {}) =>
  launch(process.execPath, ['scripts/bootstrap.mjs', ...args], options);

function launch(command: string, args: string[], options: { detached?: boolean; env?: Record<string, string> } = {}) {
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

async function finish(child: ChildProcess) {
  const text = { stdout: '', stderr: '' };
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => (text.stdout += chunk));
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (text.stderr += chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...text };
}

/** Waits until no such process is left. A zombie counts as gone. */
const gone = (pid: number) => until(() => !alive(pid));

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' && process.platform !== 'linux';
  }
}

async function until(done: () => boolean): Promise<void> {
  for (let i = 0; i < 400 && !done(); i++) await sleep(25);
  expect(done()).toBe(true);
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {} // it is gone already
}

const read = (file: string) => readFileSync(join(folder, file), 'utf8');
const pidIn = (file: string) => Number(read(file));
const forget = (file: string) => rmSync(join(folder, file), { force: true });
const npmCalls = () => (existsSync(join(folder, 'npm.log')) ? read('npm.log').trim().split('\n') : []);
const bundles = () => read('bundles.log').trim().split('\n').length;
const lastLine = (text: string) => text.trimEnd().split('\n').at(-1);

function write(file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}

function writeProgram(file: string, text: string): void {
  write(file, text);
  chmodSync(join(folder, file), 0o755);
}
