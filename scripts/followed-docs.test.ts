import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createNoekClient } from '@noek/client';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { mcpTools } from '../apps/server/src/features/mcp/tools.ts';
import { freePort } from '../apps/server/src/testing/free-port.ts';
import { remoteCaller } from '../apps/server/src/testing/remote-caller.ts';
import { type ServerProcess, startServerProcess } from '../apps/server/src/testing/server-process.ts';

// The examples of the documents, run unchanged, against a real server.

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

test('docs/api-guide.md: the example in JavaScript streams', async () => {
  const env = await followGuide();
  const fetched = join(folder, 'fetch.mjs');
  writeFileSync(fetched, example('docs/api-guide.md', 'fetch'));
  expect(await run(process.execPath, [fetched], env)).toContain('144');
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

test('docs/client.md: the packed client runs the example in a folder outside the repository', async () => {
  const pack = example('docs/client.md', 'pack');
  const project = join(folder, 'project');
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{ "private": true }');
  expect(pack).toContain('export PROJECT=$HOME/my-project\n');
  const code = pack.replace('$HOME/my-project', project);
  await followIn(copyToPack(), code, { ...projectNode(), HOME: folder });
  writeFileSync(join(project, 'ask.mjs'), example('docs/client.md', 'ask'));
  const env = { ...(await followGuide()), NOEK_URL: server.origins.chat };
  expect(await run(process.execPath, ['ask.mjs'], env, project)).toContain('42.5');
});

/** What each program of docs/client.md writes. */
const clientPrograms: Record<string, RegExp> = {
  ask: /42\.5/,
  events: /^conversation \d+\n[\s\S]*42[\s\S]*\nanswered by \S/,
  queue: /^place in the queue: [01]\n$/,
  lists: /^\d+ [\s\S]*Arithmetic/,
  session: /complete, by .+[\s\S]+Make a table of the planets/,
  errors: /^401 UNAUTHORIZED This token is unknown/,
};

test('docs/client.md: every example does what it shows', async () => {
  await run(process.execPath, [join(root, 'scripts/seed.ts')], { DATA_DIR: server.dataDir, LOG_LEVEL: 'warn' });
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
  const password = /lantern-42-quay/.exec(read('docs/client.md'))?.[0] ?? '';
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

describe('docs/openai.md', () => {
  const env = async () => {
    const { NOEK_TOKEN = '' } = await followGuide();
    return { OPENAI_BASE_URL: `${server.address}/v1`, OPENAI_API_KEY: NOEK_TOKEN };
  };
  test.skipIf(!hasCurl)('the example with curl answers', async () => {
    expect(await shell(example('docs/openai.md', 'openai-curl'), await env())).toMatch(/"content":"[^"]*42/);
  });
  test('the example with the official package for JavaScript streams', async () => {
    const args = ['--input-type=module', '--eval', example('docs/openai.md', 'openai-js')];
    expect(await run(process.execPath, args, await env(), join(root, 'apps/server'))).toContain('144');
  });
  test('the example with responses answers', async () => {
    const args = ['--input-type=module', '--eval', example('docs/openai.md', 'openai-responses')];
    expect(await run(process.execPath, args, await env(), join(root, 'apps/server'))).toContain('81');
  });
  const hasPython = spawnSync('python3', ['-c', 'import openai']).status === 0;
  test.skipIf(!hasPython)('the example with the official package for Python answers', async () => {
    const code = example('docs/openai.md', 'openai-python');
    expect(await run('python3', ['-c', code], await env())).toContain('56');
  });
});

/** What each example of docs/api.md writes. */
const inReference: Record<string, RegExp> = {
  guest: /^event: delta$[\s\S]+^event: done$[\s\S]+144/m,
  token: /^\[.*"title":"Arithmetic"/,
};

describe('docs/api.md', () => {
  const examples = examplesOf('docs/api.md');
  let env: Record<string, string>;
  beforeAll(async () => {
    env = await followGuide();
  });

  test('has the examples that the tests below run', () => {
    expect([...examples.keys()]).toEqual(Object.keys(inReference));
  });

  for (const [name, code] of examples) {
    test.skipIf(!hasCurl)(`the example "${name}" does what it shows`, async () => {
      expect(code).toContain('http://localhost:5000');
      const here = code.replaceAll('http://localhost:5000', server.address);
      expect(await shell(here, env)).toMatch(inReference[name] as RegExp);
    });
  }
});

describe('docs/mcp.md', () => {
  /** Runs TypeScript where the client of MCP can be found. */
  const typedMcp = async (name: string) => {
    const args = ['--input-type=module-typescript', '--eval', example('docs/mcp.md', name)];
    return run(process.execPath, args, await followGuide(), join(root, 'apps/server'));
  };

  test('the example with the official client lists tools, asks, and reads the conversation', async () => {
    const output = await typedMcp('client');
    expect(output).toMatch(/^ask_noek, search_conversations/);
    expect(output).toMatch(/\n.*42[\s\S]*role: 'user'/);
  });

  test('a call that is repeated with its key gets the first answer', async () => {
    expect(await typedMcp('repeat')).toBe('true\n');
  });

  test.skipIf(!hasCurl)('the example with curl lists memories', async () => {
    const answer = JSON.parse(await shell(example('docs/mcp.md', 'curl'), await followGuide()));
    expect(answer.result.structuredContent).toEqual({ memories: [], total: 0, nextCursor: null });
  });

  test('its table has each tool with its scope and arguments', () => {
    const [, table = ''] = read('docs/mcp.md').split(/<!-- (?:end of )?tools -->/);
    const rows = [...table.matchAll(/^\| `(\w+)` +\| `(\w+)` +\| (.*?) +\|/gm)].map(([, ...cells]) => cells);
    expect(rows).toEqual(
      mcpTools.map(({ name, scope, input }) => [
        name,
        scope,
        Object.keys(input.shape)
          .map((argument) => `\`${argument}\``)
          .join(', '),
      ]),
    );
  });
});

/** The receiver of the document, until the test ends. Resolves once it listens; `printed` is what it has written. */
async function startReceiver(env: { PORT: string; WEBHOOK_SECRET: string }): Promise<{ printed(): string }> {
  const code = example('docs/webhooks.md', 'receiver');
  const args = ['--input-type=module-typescript', '--eval', code];
  const child = spawn(process.execPath, args, { cwd: join(root, 'apps/server'), env: { ...process.env, ...env } });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part) => {
      printed += part;
    });
  onTestFinished(() => void child.kill());
  const listens = () =>
    fetch(`http://127.0.0.1:${env.PORT}/`).then(
      ({ status }) => status,
      () => printed,
    );
  await expect.poll(listens, { timeout: 20_000 }).toBe(401);
  return { printed: () => printed };
}

describe('docs/webhooks.md', () => {
  /** A server that may send to this machine, and a person with a webhook there. */
  async function begin() {
    const own = await startServerProcess({ WEBHOOKS_PRIVATE: 'true' });
    onTestFinished(() => own.discard());
    const ada = remoteCaller(own.address);
    await ada.call('/api/auth/test-login', { method: 'POST' });
    const PORT = String(await freePort());
    const body = { url: `http://127.0.0.1:${PORT}/noek`, events: ['answer.finished'] };
    const { body: made } = await ada.json<{ id: string; secret: string }>('/api/webhooks', { method: 'POST', body });
    return { ada, id: made.id, env: { PORT, WEBHOOK_SECRET: made.secret } };
  }

  test('the receiver takes what Noek sends, each once, and refuses the rest', async () => {
    const { ada, id, env } = await begin();
    const { printed } = await startReceiver(env);
    const deliveries = `/api/webhooks/${id}/deliveries`;
    const { body: sent } = await ada.json<{ id: string; status: string }>(`/api/webhooks/${id}/test`, {
      method: 'POST',
    });
    expect(sent.status).toBe('delivered');
    await ada.call(`${deliveries}/${sent.id}/redeliver`, { method: 'POST' });
    const { body: chat } = await ada.json<{ id: number }>('/api/conversations', {
      method: 'POST',
      body: { title: 'Sums' },
    });
    await ada.call(`/api/conversations/${chat.id}/messages`, { method: 'POST', body: { content: 'What is 6 * 7?' } });
    await expect.poll(printed, { timeout: 20_000 }).toBe('webhook.test \nanswer.finished Sums\n');
    if (!hasCurl) return;
    expect(await shell(example('docs/webhooks.md', 'curl'), env)).toBe('204\n');
    const wrong = { ...env, WEBHOOK_SECRET: `whsec_${Buffer.from('another').toString('base64')}` };
    expect(await shell(example('docs/webhooks.md', 'curl'), wrong)).toBe('401\n');
    expect(printed()).toContain('webhook.test By hand');
  });

  test('openssl tells a request of Noek from another', async () => {
    const { ada, id, env } = await begin();
    const got = Promise.withResolvers<Record<string, string>>();
    const receiver = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      response.writeHead(204).end();
      got.resolve({ ...(request.headers as Record<string, string>), body });
    }).listen(Number(env.PORT), '127.0.0.1');
    onTestFinished(() => void receiver.close());
    await ada.call(`/api/webhooks/${id}/test`, { method: 'POST' });
    const { body = '', ...headers } = await got.promise;
    writeFileSync(join(folder, 'body.json'), body);
    const given = {
      ...env,
      ID: headers['webhook-id'] ?? '',
      TIMESTAMP: headers['webhook-timestamp'] ?? '',
      SIGNATURE: headers['webhook-signature'] ?? '',
    };
    const code = example('docs/webhooks.md', 'openssl');
    expect(await shell(code, given)).toBe('It is from Noek.\n');
    writeFileSync(join(folder, 'body.json'), `${body} `);
    await expect(shell(code, given)).rejects.toThrow();
  });
});

test('every example of the API documents is one that a test runs', () => {
  for (const document of [
    ...['docs/api.md', 'docs/api-guide.md', 'docs/client.md', 'docs/command.md'],
    ...['docs/connected-apps.md', 'docs/mcp.md', 'docs/openai.md', 'docs/webhooks.md'],
  ]) {
    const blocks = read(document).matchAll(/(<!-- followed: [\w-]+ -->\s+)?```(?:sh|js|ts)\n(.*)/g);
    // Two variables with a value that the reader fills in.
    const others = [...blocks].filter(([, comment, first]) => !comment && !first?.startsWith('export NOEK_URL='));
    expect(others.map(([block]) => block)).toEqual([]);
  }
});

test.skipIf(!hasCurl)(
  'docs/connected-apps.md: a device asks, its person allows it, and it is disconnected',
  async () => {
    const ada = remoteCaller(server.address);
    await ada.call('/api/auth/test-login', { method: 'POST' });
    const env: Record<string, string> = { NOEK_URL: server.address };
    const step = async (name: string) => JSON.parse(await shell(example('docs/connected-apps.md', name), env));
    const { device_code, user_code } = await step('device-ask');
    env.DEVICE_CODE = device_code;
    expect(await step('device-poll')).toMatchObject({ error: 'authorization_pending' });
    await ada.mutate('auth.allowDevice', { userCode: user_code });
    env.ACCESS_TOKEN = (await step('device-poll')).access_token;
    const { body } = await ada.json('/api/auth/user');
    expect(await step('device-use')).toEqual(body);
    expect(await step('device-revoke')).toEqual({});
    expect(await step('device-use')).toMatchObject({ code: 'UNAUTHORIZED' });
  },
);

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
