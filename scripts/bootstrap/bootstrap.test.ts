import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  bootstrap,
  bundles,
  finish,
  folder,
  forget,
  gone,
  launch,
  npmCalls,
  pidIn,
  read,
  serverPid,
  startServer,
  until,
  useBootstrapFolder,
  write,
  writeProgram,
} from './bootstrap-folder.ts';

useBootstrapFolder();

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
