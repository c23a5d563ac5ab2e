import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createNoekClient } from '@noek/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { remoteCaller } from '../apps/server/src/testing/remote-caller.ts';
import { type ServerProcess, startServerProcess } from '../apps/server/src/testing/server-process.ts';

// The examples of the documents, run as they stand there, against a real server.

const root = fileURLToPath(new URL('..', import.meta.url));
let folder: string;
let server: ServerProcess;
beforeAll(async () => {
  server = await startServerProcess();
  folder = mkdtempSync(join(tmpdir(), 'noek-followed-'));
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
  symlinkSync(process.execPath, join(folder, 'node_modules/.bin/node'));
  symlinkSync(server.dataDir, join(folder, 'data'));
});
afterAll(async () => {
  await server?.discard();
  rmSync(folder, { recursive: true, force: true });
});

const read = (document: string) => readFileSync(join(root, document), 'utf8');

/** The code between `<!-- followed: name -->` and `<!-- end -->`, by name. */
function examplesOf(document: string): Map<string, string> {
  const found = read(document).matchAll(/<!-- followed: ([\w-]+) -->\s+```\w+\n([\s\S]*?)```\s+<!-- end -->/g);
  return new Map([...found].map(([, name = '', code = '']) => [name, code]));
}

function example(document: string, name: string): string {
  const code = examplesOf(document).get(name);
  if (code === undefined) throw new Error(`${document} has no example named ${name}.`);
  return code;
}

/** Runs TypeScript in the folder of the scripts, where the packages can be found. */
const typed = (code: string, env: Record<string, string>) =>
  run(process.execPath, ['--input-type=module-typescript', '--eval', code], env, join(root, 'scripts'));

/** Runs a program in the folder. Resolves to what it wrote to standard output; rejects unless it ends well. */
function run(command: string, args: string[], env: Record<string, string> = {}, cwd = folder): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env: { PATH: process.env.PATH ?? '', ...env } });
    let out = '';
    let err = '';
    child.stdout.on('data', (part) => {
      out += part;
    });
    child.stderr.on('data', (part) => {
      err += part;
    });
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve(out) : reject(new Error(`${code}: ${out}${err}`))));
  });
}

const shell = (code: string, env: Record<string, string> = {}) => run('sh', ['-euc', code], env);

/** The variables that the guide sets: a server, a token of a signed-in person, and a conversation. */
async function followGuide(): Promise<Record<string, string>> {
  const ada = remoteCaller(server.address);
  await ada.call('/api/auth/test-login', { method: 'POST' });
  const { body } = await ada.json<{ token: string }>('/api/tokens', { method: 'POST', body: { name: 'guide' } });
  const conversation = await ada.json<{ id: number }>('/api/conversations', {
    method: 'POST',
    body: { title: 'Arithmetic' },
  });
  return { NOEK_URL: server.address, NOEK_TOKEN: body.token, CONVERSATION: String(conversation.body.id) };
}

const hasCurl = spawnSync('curl', ['--version']).status === 0;
test.skipIf(!hasCurl)('docs/api-guide.md: the examples with curl create, ask, repeat and stream', async () => {
  const env = await followGuide();
  const conversation = JSON.parse(await shell(example('docs/api-guide.md', 'ask'), env)) as { id: number };
  env.CONVERSATION = String(conversation.id);
  const sent = await shell(example('docs/api-guide.md', 'send'), env);
  expect((JSON.parse(sent) as { content: string }[])[1]?.content).toContain('42');
  expect(await shell(example('docs/api-guide.md', 'send'), env)).toBe(sent);
  const streamed = await shell(example('docs/api-guide.md', 'stream'), env);
  expect(streamed).toMatch(/^event: delta$[\s\S]+^event: done$[\s\S]+144/m);
});

test('docs/api-guide.md: the examples in JavaScript and with the typed client stream and list', async () => {
  const env = await followGuide();
  const fetched = join(folder, 'fetch.mjs');
  writeFileSync(fetched, example('docs/api-guide.md', 'fetch'));
  expect(await run(process.execPath, [fetched], env)).toContain('144');

  const output = await typed(example('docs/api-guide.md', 'client'), env);
  expect(output).toContain('42.5');
  expect(output).toContain('Arithmetic');
});

/** A copy of what packing needs: it changes package.json for a moment, and other tests import the packages meanwhile. */
function copyToPack(): string {
  const copy = join(folder, 'repository');
  if (existsSync(copy)) return copy;
  const isSource = (path: string) => !/node_modules|\/dist$|\/bin$/.test(path.slice(root.length));
  for (const name of ['packages/client', 'packages/cli'])
    cpSync(join(root, name), join(copy, name), { recursive: true, filter: isSource });
  for (const path of [
    'packages/client/node_modules',
    'packages/cli/node_modules',
    'node_modules',
    'tsconfig.base.json',
  ])
    symlinkSync(join(root, path), join(copy, path));
  return copy;
}

const projectNode = () => ({
  PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`,
  npm_config_offline: 'true',
});
const followIn = (cwd: string, code: string, env: Record<string, string>) => run('sh', ['-euc', code], env, cwd);

test('docs/api-guide.md and docs/client.md: the packed client runs the example in a folder outside the repository', async () => {
  const { version } = JSON.parse(read('package.json')) as Record<string, string>;
  const guide = example('docs/api-guide.md', 'pack');
  expect(guide).toContain(`./noek-client-${version}.tgz`);
  for (const [at, pack] of [guide, example('docs/client.md', 'pack')].entries()) {
    const project = join(folder, `project-${at}`);
    mkdirSync(project);
    writeFileSync(join(project, 'package.json'), '{ "private": true }');
    expect(pack).toContain('export PROJECT=$HOME/my-project\n');
    const code = pack.replace('$HOME/my-project', project);
    await followIn(copyToPack(), code, { ...projectNode(), HOME: folder });
    writeFileSync(join(project, 'ask.mjs'), example('docs/api-guide.md', 'client'));
    const env = { ...(await followGuide()), NOEK_URL: server.origins.chat };
    expect(await run(process.execPath, ['ask.mjs'], env, project)).toContain('42.5');
  }
});

/** What each program of docs/client.md writes. */
const clientPrograms: Record<string, RegExp> = {
  ask: /42\.5/,
  events: /^conversation \d+\n[\s\S]*42[\s\S]*\nanswered by \S/,
  lists: /^\d+ [\s\S]*Arithmetic/,
  errors: /^401 UNAUTHORIZED This token is unknown/,
};

test('docs/client.md: every example does what it shows', async () => {
  const env = await followGuide();
  const programs = [...examplesOf('docs/client.md')].filter(([name]) => name !== 'pack');
  expect(programs.map(([name]) => name)).toEqual(Object.keys(clientPrograms));
  for (const [name, code] of programs) expect(await typed(code, env)).toMatch(clientPrograms[name] as RegExp);
});

test('docs/command.md: the packed command installs and runs every example', async () => {
  const project = join(folder, 'command');
  mkdirSync(project);
  const npm = { ...projectNode(), HOME: folder, PROJECT: project };
  await followIn(copyToPack(), example('docs/command.md', 'pack'), npm);
  await run(process.execPath, [join(root, 'scripts/seed.ts')], { DATA_DIR: server.dataDir, LOG_LEVEL: 'warn' });
  await run(process.execPath, [join(root, 'scripts/make-admin.ts'), 'mira@example.com'], { DATA_DIR: server.dataDir });
  const password = /lantern-42-quay/.exec(read('docs/api.md'))?.[0] ?? '';
  writeFileSync(join(project, 'notes.txt'), 'The meeting is on Monday.');
  const env: Record<string, string> = {
    ...(await followGuide()),
    ...{ PATH: `${join(project, 'bin')}:${projectNode().PATH}`, XDG_CONFIG_HOME: join(project, 'config') },
  };
  const asked = await followIn(project, example('docs/command.md', 'ask'), env);
  expect(asked).toContain('42.5');
  expect(JSON.parse(readFileSync(join(project, 'answer.json'), 'utf8'))).toMatchObject({ status: 'complete' });
  const listed = await followIn(project, example('docs/command.md', 'lists'), env);
  expect(listed).toContain('Demo User');
  expect(listed).toContain('Arithmetic');
  const { NOEK_TOKEN: _, ...withoutToken } = env;
  const session = { ...withoutToken, NOEK_PASSWORD: password };
  const done = await followIn(project, example('docs/command.md', 'session'), session);
  expect(done).toContain('Written to everything.zip.');
  expect(done).toContain('mira@example.com');
  expect(done).toContain('Signed out');
});

/** What each example of docs/api.md writes. */
const inReference: Record<string, RegExp> = {
  guest: /^event: delta$[\s\S]+^event: done$[\s\S]+144/m,
  token: /^\[.*"title":"Arithmetic"/,
  'token-client': /144/,
  'session-client': /complete, by .+[\s\S]+Make a table of the planets/,
};

describe('docs/api.md', () => {
  const examples = examplesOf('docs/api.md');
  let env: Record<string, string>;
  beforeAll(async () => {
    await run(process.execPath, [join(root, 'scripts/seed.ts')], { DATA_DIR: server.dataDir, LOG_LEVEL: 'warn' });
    env = await followGuide();
  });

  test('has the examples that the tests below run', () => {
    expect([...examples.keys()]).toEqual(Object.keys(inReference));
  });

  for (const [name, code] of examples) {
    const isTyped = code.startsWith('import ');
    test.skipIf(!isTyped && !hasCurl)(`the example "${name}" does what it shows`, async () => {
      expect(code).toContain('http://localhost:5000');
      const here = code.replaceAll('http://localhost:5000', server.address);
      expect(await (isTyped ? typed : shell)(here, env)).toMatch(inReference[name] as RegExp);
    });
  }
});

test('every example of the API documents is one that a test runs', () => {
  for (const document of ['docs/api.md', 'docs/api-guide.md', 'docs/client.md', 'docs/command.md']) {
    const blocks = read(document).matchAll(/(<!-- (?:followed|generated): [\w-]+ -->\s+)?```(?:sh|js|ts)\n(.*)/g);
    // Two variables with a value that the reader fills in.
    const others = [...blocks].filter(([, comment, first]) => !comment && !first?.startsWith('export NOEK_URL='));
    expect(others.map(([block]) => block)).toEqual([]);
  }
});

test('docs/backup.md: a copy made while the server runs is whole, and a restore brings back what was there', async () => {
  const guest = createNoekClient({ url: server.address });
  const { conversation } = await guest.rest('POST /api/guest/chat', { body: { message: 'What is 6 * 7?' } });
  const params = { id: conversation.id };
  const messages = async () => (await guest.rest('GET /api/guest/conversations/{id}/messages', { params })).length;
  await shell(example('docs/backup.md', 'backup'));
  expect((await shell(example('docs/backup.md', 'check'))).trim()).toBe('ok');
  await guest.rest('POST /api/guest/chat', { body: { message: 'And 6 * 8?', conversationId: conversation.id } });
  expect(await messages()).toBe(4);

  await server.stop();
  await shell(example('docs/backup.md', 'restore'));
  await server.startAgain();
  expect(await messages()).toBe(2);
});
