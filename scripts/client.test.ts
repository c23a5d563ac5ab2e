import { spawn } from 'node:child_process';
import { existsSync, globSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createNoekClient, NoekRefusal } from '@noek/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServerProcess, startServerProcess } from '../apps/server/src/testing/server-process.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Halves the time that a script needs to start. */
const compileCache = join(root, 'node_modules/.cache/noek-scripts');
let server: ServerProcess;
beforeAll(async () => {
  server = await startServerProcess();
});
afterAll(() => server.discard());

/** Runs a script on the server's data. Resolves to its output. */
function script(file: string, args: string[], env: Record<string, string> = {}) {
  return new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    const child = spawn(process.execPath, [join(root, 'scripts', file), ...args], {
      // Not the repository's, where a developer may have a .env.
      cwd: server.dataDir,
      env: {
        PATH: process.env.PATH ?? '',
        NODE_COMPILE_CACHE: compileCache,
        DATA_DIR: server.dataDir,
        XDG_CONFIG_HOME: server.dataDir,
        ...env,
      },
    });
    let out = '';
    let err = '';
    child.stdout.on('data', (part) => {
      out += part;
    });
    child.stderr.on('data', (part) => {
      err += part;
    });
    child.on('close', (code) => resolve({ code, out, err }));
  });
}

test('a guest asks, the answer arrives in pieces, and the conversation continues', async () => {
  const noek = createNoekClient({ url: server.address });
  const pieces: string[] = [];
  const answer = noek.ask('What is 17% of 250?');
  let next = await answer.next();
  for (; !next.done; next = await answer.next()) pieces.push(next.value);
  const message = next.value;
  expect(message).toMatchObject({ role: 'assistant', status: 'complete' });
  expect(message.content).toContain('42.5');
  expect(pieces.join('')).toBe(message.content);
  expect(pieces.length).toBeGreaterThan(1);
  const messages = await noek.api.chat.messages.query({ conversationId: message.conversationId });
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
  const later = createNoekClient({ url: server.address, cookie: noek.cookie });
  expect(await later.api.chat.guestStatus.query()).toMatchObject({ messageCount: 1 });
});

test('documented calls use the same session and the same error messages', async () => {
  const noek = createNoekClient({ url: server.address });
  const { conversation, aiMessage } = await noek.rest('POST /api/guest/chat', { body: { message: 'What is 6 * 7?' } });
  expect(aiMessage.content).toContain('42');
  const params = { id: conversation.id };
  const messages = await noek.rest('GET /api/guest/conversations/{id}/messages', { params });
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
  expect(await noek.api.chat.guestStatus.query()).toEqual(await noek.rest('GET /api/guest/status'));
  const refused = await noek.rest('GET /api/memories').catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(NoekRefusal);
  expect(refused).toMatchObject({ status: 401, code: 'UNAUTHORIZED', message: 'Please sign in first.' });
});

/** A client that is signed in as the demo user, like a browser. */
async function signedIn() {
  const owner = createNoekClient({ url: server.address });
  await owner.api.auth.testLogin.mutate();
  return owner;
}

test('seed creates people who can sign in, ask.ts signs in and streams, and make-admin works while the server is running', async () => {
  const seeded = await script('seed.ts', []);
  expect(seeded).toMatchObject({ code: 0 });
  const password = /mira@example\.com · basic · password (\S+)/.exec(seeded.out)?.[1] ?? '';
  expect((await script('seed.ts', [])).out).toContain('mira@example.com already exists.');

  const asked = await script('ask.ts', ['--url', server.address, '--email', 'mira@example.com', 'Hello', 'Noek'], {
    NOEK_PASSWORD: password,
  });
  expect(asked).toMatchObject({ code: 0, err: '' });
  expect(asked.out).toMatch(/— Demo · built-in, conversation \d+/);

  const noek = createNoekClient({ url: server.address });
  expect(await noek.signIn('mira@example.com', password)).toMatchObject({ name: 'Mira Novak', accessLevel: 'basic' });
  const { conversations } = await noek.api.chat.conversations.query({});
  expect(conversations[0]).toMatchObject({ title: 'Hello Noek' });
  expect(conversations.map(({ title }) => title)).toContain('Debounced search in TypeScript');

  expect(await script('make-admin.ts', ['mira@example.com'])).toMatchObject({ code: 0 });
  expect(await noek.api.auth.user.query()).toMatchObject({ accessLevel: 'admin' });
});

test('a client with a personal API token asks, streams and calls as its owner, without a cookie', async () => {
  const owner = await signedIn();
  const { token, id } = await owner.api.auth.createToken.mutate({ name: 'Evening script' });
  const noek = createNoekClient({ url: server.address, token });
  expect(await noek.api.auth.user.query()).toMatchObject({ name: 'Demo User' });
  const pieces: string[] = [];
  const answer = noek.ask('What is 17% of 250?');
  let next = await answer.next();
  for (; !next.done; next = await answer.next()) pieces.push(next.value);
  expect(next.value).toMatchObject({ role: 'assistant', status: 'complete', content: expect.stringContaining('42.5') });
  expect(pieces.join('')).toBe(next.value.content);
  expect(pieces.length).toBeGreaterThan(1);
  expect(noek.cookie).toBe('');
  const params = { id: next.value.conversationId };
  expect(await noek.rest('GET /api/conversations/{id}/messages', { params })).toEqual(
    await owner.rest('GET /api/conversations/{id}/messages', { params }),
  );
  await expect(noek.rest('DELETE /api/conversations/{id}', { params })).rejects.toMatchObject({
    status: 403,
    message: 'This token isn\'t allowed to do this. Use one with the scope "all".',
  });
  await expect(noek.api.auth.createToken.mutate({ name: 'Another' })).rejects.toThrow(/^Personal API tokens can't/);

  await owner.api.auth.revokeToken.mutate({ id });
  const revoked = 'This token is unknown or was revoked. Create a new one on your account page.';
  await expect(noek.rest('GET /api/version')).rejects.toMatchObject({ status: 401, message: revoked });
  await expect(noek.ask('Hello').next()).rejects.toThrow(revoked);
});

test('revoking a token ends its subscriptions with a sentence', async () => {
  const owner = await signedIn();
  const { token, id } = await owner.api.auth.createToken.mutate({ name: 'Evening script', scopes: ['read'] });
  const noek = createNoekClient({ url: server.address, token });
  const opened = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<never>();
  const live = noek.api.chat.live.subscribe(undefined, { onData: () => opened.resolve(), onError: ended.reject });
  await Promise.race([opened.promise, ended.promise]);
  await owner.rest('DELETE /api/tokens/{id}', { params: { id } });
  await expect(ended.promise).rejects.toThrow('This token has expired or was revoked.');
  live.unsubscribe();
});

test('ask.ts asks with a personal API token, from --token or NOEK_TOKEN', async () => {
  const owner = await signedIn();
  const { token } = await owner.api.auth.createToken.mutate({ name: 'Shell' });
  const args = ['--url', server.address];
  const option = await script('ask.ts', [...args, '--token', token, 'What is 6 * 7?']);
  expect(option).toMatchObject({ code: 0, err: '', out: expect.stringContaining('42') });
  const variable = await script('ask.ts', [...args, 'What is 6 * 7?'], { NOEK_TOKEN: token });
  expect(variable).toMatchObject({ code: 0, err: '' });
  const { conversations } = await owner.api.chat.conversations.query({});
  for (const { out } of [option, variable]) {
    const [, id] = /conversation (\d+)/.exec(out) ?? [];
    expect(conversations.map((conversation) => String(conversation.id))).toContain(id);
  }
  expect(await script('ask.ts', [...args, 'Hello'], { NOEK_TOKEN: 'noek_unknown' })).toMatchObject({
    code: 3,
    err: 'This token is unknown or was revoked. Create a new one on your account page.\n',
  });
  const both = await script('ask.ts', [...args, '--token', token, '--email', 'demo@example.com', 'Hello']);
  expect(both).toMatchObject({ code: 2, err: 'Use either --token or --email, not both.\n' });
});

test('ask.ts finds a server at a name below localhost, whatever the system resolves', async () => {
  const asked = await script('ask.ts', ['--url', server.origins.chat, 'What is 6 * 7?']);
  expect(asked).toMatchObject({ code: 0, err: '', out: expect.stringContaining('42') });
});

const withHelp = globSync('*.ts', { cwd: join(root, 'scripts') })
  .filter((file) => !/\.test\.ts$|^arguments\.ts$/.test(file))
  .sort();
test.each(withHelp)('%s --help explains and does nothing else', async (file) => {
  const dataDir = join(mkdtempSync(join(tmpdir(), 'noek-help-')), 'data');
  const [helped, wrong] = await Promise.all([
    script(file, ['--help'], { DATA_DIR: dataDir }),
    script(file, ['--no-such-option'], { DATA_DIR: dataDir }),
  ]);
  expect(helped).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringMatching(/^usage: \S+ [\s\S]*\n\n[A-Z][\s\S]*\.\n$/),
  });
  expect(wrong).toMatchObject({ code: 2, out: '', err: expect.stringContaining('usage: ') });
  expect(existsSync(dataDir)).toBe(false);
});

test('scripts explain their errors in a sentence', async () => {
  expect(await script('ask.ts', [])).toMatchObject({ code: 2, err: expect.stringContaining('usage:') });
  expect(await script('ask.ts', ['--url', 'http://127.0.0.1:1', 'Hi'])).toMatchObject({
    code: 4,
    err: 'No server is running at http://127.0.0.1:1. Start Noek with npm start.\n',
  });
  const wrong = await script('ask.ts', ['--url', server.address, '--email', 'nobody@example.com', 'Hi'], {
    NOEK_PASSWORD: 'not the password',
  });
  expect(wrong).toMatchObject({ code: 3, err: 'Invalid email or password\n' });
  expect(await script('make-admin.ts', ['nobody@example.com'])).toMatchObject({
    code: 1,
    err: 'No account has this email address.\n',
  });
});
