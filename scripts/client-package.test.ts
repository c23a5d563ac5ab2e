import { execFile, spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { remoteCaller } from '../apps/server/src/testing/remote-caller.ts';
import { type ServerProcess, startServerProcess } from '../apps/server/src/testing/server-process.ts';

// The package as `npm pack` makes it, installed in a folder outside the repository.

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));
const source = join(root, 'packages/client');
const tsc = join(root, 'node_modules/.bin/tsc');
/** Everything that a Node.js here can be. The project's own is new; the machine's may be as old as the oldest that the package supports. */
const runtimes = [...new Set([process.execPath, ...['/usr/bin/node', 'deno', 'bun'].filter(isThere)])];

let folder: string;
let project: string;
let installed: string;
let server: ServerProcess;

function isThere(program: string): boolean {
  return spawnSync(program, ['--version']).status === 0;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'noek-packed-'));
  // Packing changes package.json for a moment, so it is done in a copy: other tests import the package meanwhile.
  const copy = join(folder, 'packages/client');
  cpSync(source, copy, { recursive: true, filter: (path) => !/node_modules|\/dist$/.test(path) });
  for (const path of ['packages/client/node_modules', 'node_modules', 'tsconfig.base.json'])
    symlinkSync(join(root, path), join(folder, path));
  const before = readFileSync(join(copy, 'package.json'), 'utf8');
  await run('npm', ['pack', '--pack-destination', folder], { cwd: copy, env: withProjectNode() });
  expect(readFileSync(join(copy, 'package.json'), 'utf8')).toBe(before);

  project = join(folder, 'project');
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'project', private: true, type: 'module' }));
  const archive = readdirSync(folder).find((file) => file.endsWith('.tgz')) ?? '';
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', join(folder, archive)], { cwd: project });
  installed = join(project, 'node_modules/@noek/client');
  server = await startServerProcess();
});
afterAll(async () => {
  await server?.discard();
  rmSync(folder, { recursive: true, force: true });
});

const withProjectNode = () => ({ ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}` });
const filesIn = (path: string) =>
  readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((file) => statSync(join(path, file)).isFile());

async function tokenOfDemoUser(): Promise<string> {
  const person = remoteCaller(server.address);
  await person.call('/api/auth/test-login', { method: 'POST' });
  const { body } = await person.json<{ token: string }>('/api/tokens', { method: 'POST', body: { name: 'packed' } });
  return body.token;
}

test('it is small, installs alone, and contains nothing of the rest of the repository', async () => {
  const files = filesIn(installed);
  const bytes = files.map((file) => statSync(join(installed, file)).size).reduce((sum, size) => sum + size);
  expect(bytes).toBeLessThan(112_000);
  expect(readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['@noek']);
  expect(readdirSync(join(project, 'node_modules/@noek'))).toEqual(['client']);
  const { messages } = await publint({ pkgDir: installed, pack: false, level: 'suggestion', strict: true });
  expect(messages).toEqual([]);
  const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  expect(Object.keys(manifest)).not.toEqual(expect.arrayContaining(['dependencies', 'devDependencies', 'scripts']));
  for (const file of files.filter((name) => !name.endsWith('.md')))
    expect(readFileSync(join(installed, file), 'utf8'), file).not.toMatch(
      /@noek\/(?:contract|server)|@trpc|drizzle|workspace:|from ['"](?:node:|zod)/,
    );
});

const sample = `import { createNoekClient, isRefusal, NoekRefusal, NoekUnreachable, type Message } from '@noek/client';

declare const process: { env: Record<string, string | undefined>; stdout: { write(text: string): void } };
const url = process.env.NOEK_URL ?? '';
const noek = createNoekClient({ url, token: process.env.NOEK_TOKEN });

let text = '';
for await (const piece of noek.ask('What is 17% of 250?')) text += piece;

const events: string[] = [];
let answer: Message | undefined;
for await (const event of noek.askForEvents('What is 6 * 7?', { key: crypto.randomUUID() })) {
  events.push(event.type);
  if (event.type === 'done') answer = event.message;
}
const titles: string[] = [];
for await (const conversation of noek.conversations({ limit: 1 })) titles.push(conversation.title);
const roles: string[] = [];
for await (const { role } of noek.messages(answer?.conversationId ?? 0)) roles.push(role);
const found: number[] = [];
for await (const hit of noek.search('17%')) found.push(hit.conversationId);
const { count } = await noek.rest('GET /api/memories');
const { models } = await noek.rest('GET /api/config');
const markdown = await noek.file('GET /api/conversations/{id}/export', {
  params: { id: answer?.conversationId ?? 0 },
  query: { format: 'markdown' },
});

const refused = await createNoekClient({ url, token: 'noek_wrong' }).api.auth.user.query().catch((error: unknown) => error);
const status: number | null = isRefusal(refused, 'UNAUTHORIZED') ? refused.status : null;
const reset: string | undefined = isRefusal(refused, 'MESSAGE_LIMIT_REACHED') ? refused.body.resetAt : undefined;
const away = await createNoekClient({ url: 'http://127.0.0.1:1' }).rest('GET /api/version').catch((error: unknown) => error);
const signal = AbortSignal.abort(new Error('not now'));
const aborted = await noek.rest('GET /api/version', { signal }).catch((error: Error) => error);
const stopped = await noek.ask('Hello', { signal }).next().catch((error: Error) => error);

process.stdout.write(JSON.stringify({
  text, events: [...new Set(events)], titles: titles.length, roles, found: found.length, count, models: models.length > 0,
  markdown: await markdown.text(), refused: refused instanceof NoekRefusal, status, reset,
  away: away instanceof NoekUnreachable, aborted: 'message' in aborted && aborted.message, stopped: 'message' in stopped && stopped.message,
}));
`;

/** The same without what only the compiler reads, for a Node.js that runs no TypeScript. */
async function compiled(): Promise<string> {
  writeFileSync(join(project, 'sample.ts'), sample);
  const compilerOptions = {
    ...{ module: 'nodenext', target: 'es2022', lib: ['es2024', 'dom', 'dom.asynciterable'], types: [] },
    ...{ strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false, outDir: 'out', rootDir: '.' },
  };
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['sample.ts'] }));
  await run(tsc, ['-p', '.'], { cwd: project }).catch(({ stdout }) => expect(stdout).toBe(''));
  return 'out/sample.js';
}

test.each(runtimes)('a typed program compiles, and runs with %s', async (runtime) => {
  const file = await compiled();
  const args = runtime.endsWith('deno') ? ['run', '--allow-net', '--allow-env', file] : [file];
  const env = { PATH: process.env.PATH, NOEK_URL: server.origins.chat, NOEK_TOKEN: await tokenOfDemoUser() };
  const { stdout, stderr } = await run(runtime, args, { cwd: project, env });
  expect(stderr).toBe('');
  const result = JSON.parse(stdout) as Record<string, unknown>;
  expect(result).toMatchObject({
    ...{
      text: expect.stringContaining('42.5'),
      events: ['sent', 'step', 'text', 'done'],
      roles: ['user', 'assistant'],
    },
    ...{ count: 0, models: true, markdown: expect.stringContaining('What is 6 * 7?') },
    ...{ refused: true, status: 401, away: true, aborted: 'not now', stopped: 'not now' },
  });
  // More than one page of the list.
  expect(result.titles).toBeGreaterThan(1);
  expect(result.found).toBeGreaterThan(0);
});

test('a mistake in a program is one for the compiler', async () => {
  await compiled();
  const wrong = `import { createNoekClient } from '@noek/client';
const noek = createNoekClient({ url: '' });
noek.rest('GET /api/nothing');
noek.rest('POST /api/memories', { body: { title: 'Tea' } });
noek.api.chat.send.mutate({ content: 'Hello' });
noek.lists.chat.conversation({ conversationId: 1 });
noek.file('GET /api/version');
`;
  writeFileSync(join(project, 'sample.ts'), wrong);
  const { stdout } = spawnSync(tsc, ['-p', '.'], { cwd: project, encoding: 'utf8' });
  const lines = [...stdout.matchAll(/^sample\.ts\((\d+),/gm)].map(([, line]) => Number(line));
  expect(lines).toEqual([3, 4, 5, 6, 7]);
});

test('its types are those that follow from the declarations', async () => {
  const equal = join(folder, 'equal');
  mkdirSync(equal);
  writeFileSync(join(equal, 'package.json'), JSON.stringify({ type: 'module' }));
  const options = { compilerOptions: { typeRoots: [join(root, 'node_modules/@types')] }, include: ['equal.ts'] };
  writeFileSync(
    join(equal, 'tsconfig.json'),
    JSON.stringify({ extends: join(root, 'tsconfig.base.json'), ...options }),
  );
  const names = ['User', 'Step', 'Conversation', 'Message', 'SendResult', 'SearchHit', 'GenerationEvent', 'LiveEvent'];
  const object = (from: string) =>
    `{ ${[...names, 'NoekFile', 'Memory', 'ErrorCode'].map((name) => `${name}: ${from}.${name}`).join('; ')} }`;
  const comparison = readFileSync(join(source, 'pack/same-types.txt'), 'utf8');
  const text = (packed: string) => `import type * as Source from '${join(source, 'src/types.ts')}';
import type * as Packed from '${packed}';
${comparison}
export const named: never[] = [] as DifferentIn<${object('Source')}, ${object('Packed')}>[];
`;
  const compare = (packed: string) => {
    writeFileSync(join(equal, 'equal.ts'), text(packed));
    return spawnSync(tsc, ['-p', '.'], { cwd: equal, encoding: 'utf8' }).stdout;
  };
  expect(compare(join(installed, 'dist/types.js'))).toBe('');

  // The comparison notices a small difference in each part.
  const types = readFileSync(join(installed, 'dist/types.d.ts'), 'utf8');
  const changed = types
    .replace('funMode: boolean', 'funMode?: boolean')
    .replace('MESSAGE_LIMIT_REACHED: { remainingMessages?: 0', 'MESSAGE_LIMIT_REACHED: { remainingMessages: 0')
    .replace("'POST /api/tokens'", "'POST /api/token'");
  writeFileSync(join(equal, 'types.d.ts'), changed);
  cpSync(join(installed, 'dist/procedures.d.ts'), join(equal, 'procedures.d.ts'));
  expect(compare('./types.js').match(/^equal\.ts/gm)).toHaveLength(4);
});
