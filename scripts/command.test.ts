import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createNoekClient } from '@noek/client';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { type ServerProcess, startServerProcess } from '../apps/server/src/testing/server-process.ts';

// The command as people run it: as a process, against a real server.

const root = fileURLToPath(new URL('..', import.meta.url));
const main = join(root, 'packages/cli/src/main.ts');
let folder: string;
let config: string;
let server: ServerProcess;
/** An administrator with a password. */
let admin: { email: string; password: string };

beforeAll(async () => {
  server = await startServerProcess();
  folder = mkdtempSync(join(tmpdir(), 'noek-command-'));
  const onData = (...args: string[]) =>
    spawnSync(process.execPath, args, {
      cwd: join(root, 'scripts'),
      encoding: 'utf8',
      env: { DATA_DIR: server.dataDir },
    });
  const email = 'mira@example.com';
  const password = /mira@example\.com · basic · password (\S+)/.exec(onData('seed.ts').stdout)?.[1] ?? '';
  expect(onData('make-admin.ts', email).status).toBe(0);
  admin = { email, password };
});
afterAll(async () => {
  await server?.discard();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  config = mkdtempSync(join(folder, 'config-'));
});

type Ended = { code: number | null; out: string; err: string };
type Running = { child: ChildProcess; out: () => string; err: () => string; ended: Promise<Ended> };

function start(args: string[], env: Record<string, string> = {}, input: string | null = '', program = main): Running {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: folder,
    stdio: [input === null ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    env: {
      ...{ PATH: process.env.PATH ?? '', XDG_CONFIG_HOME: config, NOEK_URL: server.address },
      ...{ NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/noek-scripts'), ...env },
    },
  });
  let out = '';
  let err = '';
  child.stdout?.on('data', (part) => {
    out += part;
  });
  child.stderr?.on('data', (part) => {
    err += part;
  });
  child.stdin?.on('error', () => {});
  child.stdin?.end(input);
  const ended = new Promise<Ended>((resolve) => child.on('close', (code) => resolve({ code, out, err })));
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, out: () => out, err: () => err, ended };
}
const noek = (args: string[], env: Record<string, string> = {}, input: string | null = '') =>
  start(args, env, input).ended;

/** A token of the demo user. */
async function newToken(scopes: ('read' | 'chat' | 'all')[] = ['all']) {
  const owner = createNoekClient({ url: server.address });
  await owner.api.auth.testLogin.mutate();
  const made = await owner.api.auth.createToken.mutate({ name: 'Command', scopes });
  return { owner, ...made, env: { NOEK_TOKEN: made.token } };
}

test('ask writes only the answer, as a guest and with a token', async () => {
  const guest = await noek(['ask', 'What', 'is', '6 * 7?']);
  expect(guest).toMatchObject({ code: 0, err: '', out: expect.stringContaining('42') });
  const { env } = await newToken();
  const asked = await noek(['ask', 'What is 17% of 250?'], env);
  expect(asked).toMatchObject({ code: 0, err: '' });
  expect(asked.out).toMatch(/42\.5[\s\S]*\n$/);
  expect(asked.out).not.toContain('\u001b');
});

test('a document of an answer is written after it, with its address', async () => {
  const { out, code } = await noek(['ask', 'Write a letter about the heating']);
  expect(code).toBe(0);
  expect(out).toMatch(
    /^Here is \*\*Heating\*\*: [\s\S]*\n\nHeating \(version 1\): http\S+\/chat\/\d+\?document=\S+\n\n# Heating\n/,
  );
  const { out: json } = await noek(['ask', '--json', 'Write a letter about the heating']);
  expect(JSON.parse(json)).toMatchObject({ documents: [{ title: 'Heating', kind: 'markdown', version: 1 }] });
});

test('ask reads what is piped in, files, and continues a conversation', async () => {
  const { env, owner } = await newToken();
  expect(await noek(['ask'], env, 'What is 6 * 7?')).toMatchObject({ code: 0, out: expect.stringContaining('42') });
  const first = JSON.parse((await noek(['ask', '--json', 'Review this:'], env, 'const a = 1;')).out);
  expect(first).toMatchObject({ role: 'assistant', status: 'complete' });
  const [question] = await owner.api.chat.messages.query({ conversationId: first.conversationId });
  expect(question?.content).toBe('Review this:\n\nconst a = 1;');

  writeFileSync(join(folder, 'lantern.txt'), 'The lantern is green.');
  const again = await noek(['ask', '--continue', '--json', '--file', 'lantern.txt', 'What colour is it?'], env);
  expect(JSON.parse(again.out).conversationId).toBe(first.conversationId);
  const messages = await owner.api.chat.messages.query({ conversationId: first.conversationId });
  expect(messages.at(-2)?.files).toMatchObject([{ name: 'lantern.txt' }]);
  const other = await noek(['ask', '--conversation', String(first.conversationId), '--json', 'Hello'], env);
  expect(JSON.parse(other.out).conversationId).toBe(first.conversationId);
  expect(await noek(['ask', '--file', 'nothing.txt', 'Hello'], env)).toMatchObject({
    code: 1,
    err: 'nothing.txt cannot be read. Check its name and that you may read it.\n',
  });
});

test('ask --queue leaves a message behind the running answer, and returns at once', async () => {
  const { env, owner } = await newToken();
  expect(await noek(['ask', '--queue', 'Hello'], env)).toMatchObject({
    code: 2,
    err: expect.stringContaining('Say which conversation'),
  });
  const { conversation } = await owner.api.chat.send.mutate({
    conversationId: null,
    content: 'Show me what you can do with Markdown: a table, code and a list',
  });
  const at = ['--conversation', String(conversation.id)];
  expect(await noek(['ask', '--queue', ...at, 'What is 6 * 7?'], env)).toMatchObject({
    code: 0,
    out: 'Queued as number 1.\n',
    err: '',
  });
  const { out } = await noek(['ask', '--queue', '--json', ...at, 'And 6 * 8?'], env);
  expect(JSON.parse(out)).toEqual({ id: expect.any(String), position: 2 });
});

test('ask begins although a program that started it leaves its input open', async () => {
  const child = spawn(process.execPath, [main, 'ask', 'What is 6 * 7?'], {
    env: { PATH: process.env.PATH ?? '', XDG_CONFIG_HOME: config, NOEK_URL: server.address },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let out = '';
  child.stdout.on('data', (part) => {
    out += part;
  });
  expect(await new Promise((resolve) => child.on('close', resolve))).toBe(0);
  expect(out).toContain('42');
});

test('Ctrl-C stops the answer, which is stored as stopped', async () => {
  const { env, owner } = await newToken();
  const asking = start(['ask', 'Show me what you can do with Markdown: a table, code and a list'], env);
  await expect.poll(asking.out).not.toBe('');
  asking.child.kill('SIGINT');
  const { code, err, out } = await asking.ended;
  expect({ code, err }).toEqual({ code: 130, err: 'Stopped.\n' });
  const [newest] = (await owner.api.chat.conversations.query({ limit: 1 })).conversations;
  const messages = await owner.api.chat.messages.query({ conversationId: newest?.id ?? 0 });
  expect(messages.at(-1)).toMatchObject({ status: 'stopped' });
  expect(out.trimEnd()).toBe(messages.at(-1)?.content.trimEnd());
});

test('lists are tables for programs, or JSON', async () => {
  const { env, owner } = await newToken();
  const { id } = await owner.api.chat.createConversation.mutate({ title: 'A\u001b[31mred\ttitle' });
  await owner.api.memory.create.mutate({ title: 'Tea', content: 'Likes green tea.' });
  const table = await noek(['conversations', '--limit', '1'], env);
  expect(table).toMatchObject({ code: 0, err: '' });
  expect(table.out).toMatch(new RegExp(`^${id}\\t\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d\\tAred title\\n$`));
  expect(JSON.parse((await noek(['conversations', '--json', '-n', '1'], env)).out)).toMatchObject([{ id }]);
  expect((await noek(['memories'], env)).out).toContain('Tea\tLikes green tea.');
  expect(JSON.parse((await noek(['memories', '--json'], env)).out)).toMatchObject([{ title: 'Tea' }]);
  expect((await noek(['search', 'title'], env)).out).toContain(String(id));
  expect(await noek(['search', '--json', 'nothing-like-this'], env)).toMatchObject({ code: 0, out: '[]\n' });
  expect(JSON.parse((await noek(['whoami', '--json'], env)).out)).toMatchObject({ user: { name: 'Demo User' } });
  expect((await noek(['whoami'])).out).toContain('Guest');
});

test('one conversation is exported with a token, and no file is replaced by accident', async () => {
  const { env } = await newToken();
  const { conversationId } = JSON.parse((await noek(['ask', '--json', 'What is 6 * 7?'], env)).out);
  const written = await noek(['export', String(conversationId)], env);
  expect(written).toMatchObject({ code: 0, err: '', out: expect.stringContaining('What is 6 * 7?') });
  const args = ['export', String(conversationId), '--format', 'json', '--out', 'one.json'];
  expect(await noek(args, env)).toMatchObject({ code: 0, out: '' });
  expect(JSON.parse(readFileSync(join(folder, 'one.json'), 'utf8'))).toBeTypeOf('object');
  expect(await noek(args, env)).toMatchObject({ code: 2, err: expect.stringContaining('one.json is there already.') });
  expect(await noek([...args, '--force'], env)).toMatchObject({ code: 0 });
});

test('what no token may do says so, and works with a password', async () => {
  const { env } = await newToken();
  const refused = {
    code: 3,
    out: '',
    err: 'A token may not do this. Sign in with your password first: noek login --password\n',
  };
  for (const args of [
    ['export'],
    ['import', 'x.zip'],
    ['admin', 'users'],
    ['admin', 'audit'],
    ['admin', 'campaign', 'list'],
  ])
    expect(await noek(args, env), args.join(' ')).toEqual(refused);

  const signIn = ['login', '--password', '--email', admin.email];
  expect(await noek(signIn, { NOEK_PASSWORD: 'wrong' })).toMatchObject({ code: 3, err: 'Invalid email or password\n' });
  const signedIn = await noek(signIn, { NOEK_PASSWORD: admin.password });
  expect(signedIn).toMatchObject({ code: 0, out: expect.stringContaining('as Mira Novak, with a session') });
  const file = join(config, 'noek/sign-in.json');
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);

  await noek(['ask', 'What is 6 * 7?']);
  expect(await noek(['export', '--out', 'all.zip'])).toMatchObject({ code: 0, out: 'Written to all.zip.\n' });
  expect(readFileSync(join(folder, 'all.zip')).subarray(0, 2).toString()).toBe('PK');
  const imported = await noek(['import', 'all.zip', '--json']);
  expect(JSON.parse(imported.out)).toMatchObject({ state: 'done', source: 'noek' });
  writeFileSync(join(folder, 'wrong.json'), '{"nothing": true}');
  expect(await noek(['import', 'wrong.json'])).toMatchObject({ code: 1, out: '' });

  expect((await noek(['admin', 'users'])).out).toContain(admin.email);
  expect(JSON.parse((await noek(['admin', 'users', '--json', '--search', 'mira@'])).out)).toHaveLength(1);
  writeFileSync(join(folder, 'news.md'), '# News\n\nThere is a command now.');
  const campaign = ['admin', 'campaign', 'send', '--subject', 'News', '--file', 'news.md', '--to', 'admin'];
  expect(await noek(campaign)).toMatchObject({ code: 2, err: expect.stringContaining('--yes') });
  expect(await noek([...campaign, '--yes'])).toMatchObject({ code: 0, err: '' });
  const [sent] = JSON.parse((await noek(['admin', 'campaign', 'list', '--json'])).out);
  expect(sent).toMatchObject({ subject: 'News', failed: 0 });
  expect((await noek(['admin', 'audit', '--action', 'campaign.sent'])).out).toContain(admin.email);

  expect(await noek(['logout'])).toMatchObject({ code: 0, out: `Signed out of ${server.address}.\n` });
  expect(readFileSync(file, 'utf8')).not.toContain('noek_session');
  expect(await noek(['export'])).toEqual(refused);
});

/** The part of a server that signs devices in (RFC 8628), in front of the real one. */
async function deviceGrant(answers: object[], token: string) {
  const asked: string[] = [];
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    asked.push(`${request.url} ${body}`);
    const json = (status: number, value: object) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
    if (request.url === '/oauth/device_authorization')
      return json(200, {
        ...{ device_code: 'device-1', user_code: 'ABCD-EFGH', expires_in: 60, interval: 0 },
        verification_uri: 'http://localhost:1/device',
      });
    if (request.url === '/oauth/token') {
      const answer = answers.shift() ?? { access_token: token, scope: 'chat' };
      return json('error' in answer ? 400 : 200, answer);
    }
    if (request.url === '/oauth/revoke') return json(200, {});
    const { host: _, connection: __, ...headers } = request.headers as Record<string, string>;
    const answer = await fetch(`${server.address}${request.url}`, {
      headers,
      method: request.method ?? 'GET',
      ...(body.length > 0 && { body }),
    });
    response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(await answer.text());
  };
  const front = http.createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    front.closeAllConnections();
    front.close();
  });
  return { url: `http://127.0.0.1:${(front.address() as AddressInfo).port}`, asked };
}

test('login shows a code, waits until it is confirmed, and keeps the token out of sight; logout revokes it', async () => {
  const { token } = await newToken(['chat']);
  const { url, asked } = await deviceGrant(
    [{ error: 'authorization_pending' }, { error: 'authorization_pending' }],
    token,
  );
  const signedIn = await noek(['login', '--url', url]);
  expect(signedIn).toMatchObject({ code: 0, out: `Signed in to ${url} as Demo User.\n` });
  expect(signedIn.err).toContain('http://localhost:1/device');
  expect(signedIn.err).toContain('ABCD-EFGH');
  expect(signedIn.out + signedIn.err).not.toContain(token);
  expect(asked[0]).toBe('/oauth/device_authorization client_id=noek-command&scope=chat');
  expect(asked.filter((line) => line.startsWith('/oauth/token'))).toHaveLength(3);
  expect(asked.find((line) => line.startsWith('/oauth/token'))).toContain(
    'grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Adevice_code&device_code=device-1&client_id=noek-command',
  );
  // The server of the sign-in is the one that later commands ask.
  expect((await noek(['whoami'], { NOEK_URL: '' })).out).toContain('Demo User');
  const left = await noek(['logout'], { NOEK_URL: '' });
  expect(left).toMatchObject({ code: 0, out: `Signed out of ${url}.\n` });
  expect(asked.at(-1)).toContain(`/oauth/revoke token=${token}`);
  expect(readFileSync(join(config, 'noek/sign-in.json'), 'utf8')).not.toContain(token);
});

test.each([
  ['access_denied', 'The sign-in was refused in the browser.\n'],
  ['expired_token', 'The code has expired. Run noek login again.\n'],
])('login ends when the server says %s', async (error, sentence) => {
  const { url } = await deviceGrant([{ error }], 'noek_unused');
  const ended = await noek(['login', '--url', url]);
  expect(ended).toMatchObject({ code: 3, err: expect.stringContaining(sentence) });
  expect(existsSync(join(config, 'noek'))).toBe(false);
});

test('login checks a given token before it keeps it', async () => {
  const { token } = await newToken();
  expect(await noek(['login', '--token', 'noek_wrong'])).toMatchObject({ code: 3 });
  expect(existsSync(join(config, 'noek'))).toBe(false);
  expect(await noek(['login', '--token', token])).toMatchObject({ code: 0, out: expect.stringContaining('Demo User') });
  expect((await noek(['whoami'])).out).toContain('Demo User');
});

test('errors are a sentence and an exit code', async () => {
  const { env, owner, id } = await newToken();
  expect(await noek(['ask', '--url', 'http://127.0.0.1:1', 'Hi'])).toEqual({
    code: 4,
    out: '',
    err: 'No server is running at http://127.0.0.1:1. Start Noek with npm start.\n',
  });
  expect(await noek(['conversations'])).toEqual({
    code: 3,
    out: '',
    err: 'You are not signed in. Sign in with: noek login\n',
  });
  expect(await noek(['ask', 'Hi'], { NOEK_TOKEN: 'noek_wrong' })).toMatchObject({ code: 3, out: '' });
  await owner.api.auth.revokeToken.mutate({ id });
  expect(await noek(['memories'], env)).toMatchObject({
    code: 3,
    err: 'This token is unknown or was revoked. Create a new one on your account page.\n',
  });
  expect(await noek(['ask', '--loud', 'Hi'])).toMatchObject({ code: 2, err: expect.stringContaining('--loud') });
  expect(await noek(['shout'])).toMatchObject({ code: 2, err: expect.stringContaining("unknown command 'shout'") });
  expect(await noek(['ask'])).toMatchObject({ code: 2, err: expect.stringContaining('Ask something') });
  expect(await noek(['ask', '--url', 'nowhere', 'Hi'])).toMatchObject({ code: 2 });
  expect(await noek(['chat'])).toMatchObject({ code: 2, err: expect.stringContaining('needs a terminal') });
  mkdirSync(join(config, 'noek'));
  writeFileSync(join(config, 'noek/sign-in.json'), '{');
  expect(await noek(['whoami'])).toMatchObject({ code: 1, err: expect.stringContaining('is damaged.') });
});

test('guests who have used their messages get a sentence, with an exit code of its own', async () => {
  const own = await startServerProcess({ GUEST_IP_DAILY_LIMIT: '0' });
  onTestFinished(() => own.discard());
  expect(await noek(['ask', 'Hi'], { NOEK_URL: own.address })).toMatchObject({ code: 5, out: '' });
});

test('an answer whose server is killed ends with a sentence', async () => {
  const own = await startServerProcess();
  onTestFinished(() => own.discard());
  const asking = start(['ask', 'Show me what you can do with Markdown'], { NOEK_URL: own.address });
  await expect.poll(asking.out).not.toBe('');
  await own.kill();
  // It waits for the server to come back until it is stopped.
  asking.child.kill('SIGINT');
  expect(await asking.ended).toMatchObject({ code: 130 });
});

test('--help and --version explain and do nothing else', async () => {
  const help = await noek(['--help'], { NOEK_URL: 'http://127.0.0.1:1' });
  expect(help).toMatchObject({ code: 0, err: '', out: expect.stringContaining('noek ask "What is 17% of 250?"') });
  expect(help.out).not.toContain('\u001b');
  const { version } = JSON.parse(readFileSync(join(root, 'packages/cli/package.json'), 'utf8'));
  expect(await noek(['--version'])).toMatchObject({ code: 0, out: `${version}\n` });
  expect((await noek(['admin', 'campaign', 'send', '--help'])).out).toContain('--subject');
});

const hasPython = spawnSync('python3', ['-c', 'import pty']).status === 0;
/** Shown when the command reads keys. Until then, a Ctrl-D may be lost, because the terminal is changing its mode. */
const prompt = '> \u001b[39m';
/** Runs the command in a terminal of its own, for a minute at most: `steps` are pairs of what to wait for and what to type then. */
const inTerminal = (args: string[], steps: [string, string][], env: Record<string, string> = {}) => {
  const script = `
import os, pty, sys, json, select, signal, time
steps = json.loads(sys.argv[1])
pid, fd = pty.fork()
if pid == 0:
    os.execvp(sys.argv[2], sys.argv[2:])
out = b''
seen = 0
end = time.time() + 60
while time.time() < end:
    ready, _, _ = select.select([fd], [], [], 0.1)
    if ready:
        try:
            part = os.read(fd, 65536)
        except OSError:
            break
        if not part:
            break
        out += part
    while steps and (at := out.find(steps[0][0].encode(), seen)) >= 0:
        seen = at + len(steps[0][0].encode())
        os.write(fd, steps.pop(0)[1].encode())
if time.time() >= end:
    os.kill(pid, signal.SIGKILL)
_, status = os.waitpid(pid, 0)
sys.stdout.buffer.write(out)
sys.exit(os.waitstatus_to_exitcode(status))
`;
  const { status, stdout } = spawnSync(
    'python3',
    ['-c', script, JSON.stringify(steps), process.execPath, main, ...args],
    {
      encoding: 'utf8',
      timeout: 90_000,
      env: {
        ...{ PATH: process.env.PATH ?? '', TERM: 'xterm-256color', COLUMNS: '80', XDG_CONFIG_HOME: config },
        ...{ NOEK_URL: server.address, ...env },
      },
    },
  );
  return { status, out: stdout };
};

test.skipIf(!hasPython)('chat: a conversation with Markdown, commands, and a stop', async () => {
  const { env, owner } = await newToken();
  const { status, out } = inTerminal(
    ['chat'],
    [
      [prompt, 'What is 6 * 7?\r'],
      [prompt, '/model\r'],
      ['Automatic', ''],
      [prompt, '/search 6\r'],
      ['/open', ''],
      [prompt, '/nothing\r'],
      ['no command', ''],
      [prompt, 'Show me what you can do with Markdown: a table, code and a list\r'],
      ['\r\n\r\n', '\u0003'],
      [prompt, '/new\r'],
      ['A new conversation.', ''],
      [prompt, '\u0004'],
    ],
    env,
  );
  expect(out).toContain('42');
  expect(status).toBe(0);
  const { conversations } = await owner.api.chat.conversations.query({ limit: 1 });
  const messages = await owner.api.chat.messages.query({ conversationId: conversations[0]?.id ?? 0 });
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);
  expect(messages.at(-1)).toMatchObject({ status: 'stopped' });
});

test.skipIf(!hasPython)('a terminal gets formatted Markdown, with colors unless NO_COLOR forbids them', () => {
  const question = ['ask', 'Show me what you can do with Markdown'];
  const colored = inTerminal(question, []);
  expect(colored.status).toBe(0);
  expect(colored.out).toContain('\u001b[');
  expect(colored.out).not.toContain('## ');
  const plain = inTerminal(question, [], { NO_COLOR: '1' });
  expect(plain.status).toBe(0);
  expect(plain.out).not.toContain('\u001b[');
  expect(plain.out).toContain('│ apples │');
  expect(plain.out).toContain('A quotation is set apart from the text.');
});

const shells = ['bash', 'zsh', 'fish'] as const;
const isThere = (shell: string) => spawnSync(shell, ['--version']).status === 0;
test.each(shells)('completion for %s has every command, and that shell loads it', async (shell) => {
  const { code, out } = await noek(['completion', shell]);
  expect(code).toBe(0);
  for (const word of ['ask', 'conversations', 'campaign', 'audit', 'continue', 'no-browser'])
    expect(out).toContain(word);
  if (!isThere(shell)) return;
  const file = join(folder, `completion.${shell}`);
  writeFileSync(file, out);
  const checked = spawnSync(shell, ['-n', file], { encoding: 'utf8' });
  expect({ status: checked.status, err: checked.stderr }).toEqual({ status: 0, err: '' });
});

test.skipIf(!isThere('bash'))('bash completes commands, their commands, and options', async () => {
  const { out } = await noek(['completion', 'bash']);
  const complete = (...words: string[]) => {
    const list = words.map((word) => `'${word}'`).join(' ');
    const code = `${out}\nCOMP_WORDS=(${list}); COMP_CWORD=${words.length - 1}; _noek; echo "\${COMPREPLY[*]}"`;
    return spawnSync('bash', ['-c', code], { encoding: 'utf8' }).stdout.trim().split(' ');
  };
  expect(complete('noek', 'con')).toEqual(['conversations']);
  expect(complete('noek', 'admin', '')).toEqual(expect.arrayContaining(['users', 'campaign', 'audit']));
  expect(complete('noek', 'admin', 'campaign', 'send', '--sub')).toEqual(['--subject']);
  expect(complete('noek', 'ask', '--con')).toEqual(['--conversation', '--continue']);
});
