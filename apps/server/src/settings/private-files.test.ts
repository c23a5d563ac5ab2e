import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openSystemContext } from '../system-context.ts';
import { remoteCaller } from '../testing/remote-caller.ts';
import { type ServerProcess, startServerProcess } from '../testing/server-process.ts';
import { startSmtpServer, type TestSmtpServer } from '../testing/stand-ins/start-smtp-server.ts';
import { ConfigError, readConfig } from './config.ts';
import { keepFilesPrivate } from './private-files.ts';

async function startServer(env: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await startServerProcess(env);
  onTestFinished(() => server.discard());
  return server;
}

async function filesOf({ dataDir }: ServerProcess): Promise<string[]> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** The permission bits of others for the files and folders below the data folder. */
async function openToOthers({ dataDir }: ServerProcess): Promise<string[]> {
  const names = await readdir(dataDir, { recursive: true });
  const modes = await Promise.all(names.map(async (name) => ({ name, mode: (await stat(join(dataDir, name))).mode })));
  return modes
    .filter(({ mode }) => (mode & 0o077) !== 0)
    .map(({ name, mode }) => `${name} ${(mode & 0o777).toString(8)}`);
}

/** The files that contain one of the texts. */
async function filesWith(server: ServerProcess, pattern: RegExp | readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const file of await filesOf(server)) {
    const content = await readFile(file, 'latin1');
    const has = pattern instanceof RegExp ? pattern.test(content) : pattern.some((text) => content.includes(text));
    if (has) found.push(file.slice(server.dataDir.length + 1));
  }
  return found;
}

test('everything under DATA_DIR is private to its user, including files that earlier versions left readable', async () => {
  const server = await startServer();
  await remoteCaller(server.address).call('/api/auth/signup', {
    method: 'POST',
    body: { name: 'Ada', email: 'ada@people.example', password: 'lantern-42-quay' },
  });
  await vi.waitFor(async () => expect((await filesOf(server)).join()).toContain('.json'), 10_000);
  expect(await filesOf(server)).toEqual(expect.arrayContaining([expect.stringMatching(/noek\.db-wal$/)]));
  expect(await openToOthers(server)).toEqual([]);

  await server.kill();
  for (const file of await filesOf(server)) await chmod(file, 0o644);
  await chmod(join(server.dataDir, 'mail'), 0o755);
  await server.startAgain();
  expect(await openToOthers(server)).toEqual([]);
});

test('a script makes them private too', async () => {
  const server = await startServer();
  await server.stop();
  await mkdir(join(server.dataDir, 'mail'), { mode: 0o755 });
  await writeFile(join(server.dataDir, 'mail', 'old.json'), '{}', { mode: 0o644 });
  await chmod(join(server.dataDir, 'noek.db'), 0o644);
  const { close } = await openSystemContext(readConfig({ DATA_DIR: server.dataDir }));
  expect(await openToOthers(server)).toEqual([]);
  await close();
});

test('no file under DATA_DIR contains a working token, neither before nor after its mail is sent', async () => {
  const smtp = await startSmtpServer();
  onTestFinished(() => smtp.close());
  const server = await startServer({ SMTP_URL: smtp.url });
  const browser = remoteCaller(server.address);
  const post = (path: string, body: object) => browser.call(path, { method: 'POST', body });
  const password = 'lantern-42-quay';

  smtp.refuse.recipient = [451, 'later'];
  await post('/api/auth/signup', { name: 'Grace', email: 'grace@people.example', password });
  await vi.waitFor(() => expect(server.output.stdout).toContain('a mail could not be sent'), 10_000);
  expect(await filesWith(server, /token=[\w-]{43}/)).toEqual([]);
  // Repeated, because the server may copy the log into the database between the readings of the two files, and empty it.
  await vi.waitFor(async () => expect(await filesWith(server, ['grace@people.example'])).not.toEqual([]), 10_000);

  delete smtp.refuse.recipient;
  const email = 'ada@people.example';
  await post('/api/guest/chat', { message: 'Hello' });
  const guestToken = browser.cookies.get('noek_guest') ?? '';
  await post('/api/auth/signup', { name: 'Ada', email, password });
  const verification = await tokenMailed(smtp, 'verify-email');
  expect((await browser.call(`/api/verify-email?token=${verification}`)).status).toBe(200);
  expect(guestToken).toHaveLength(43);
  expect(await filesWith(server, [guestToken])).toEqual([]);
  expect((await post('/api/auth/login', { email, password })).status).toBe(200);
  const passed = await browser.json<{ token: string }>('/api/auth/generate-cross-domain-token', {
    method: 'POST',
    body: {},
  });
  await post('/api/auth/forgot-password', { email });
  const reset = await tokenMailed(smtp, 'reset-password');
  const live = [reset, browser.cookies.get('noek_session') ?? '', passed.body.token];
  expect(live.map((token) => token.length)).toEqual([43, 43, 43]);
  expect(await filesWith(server, live)).toEqual([]);
  expect((await post('/api/auth/reset-password', { token: reset, newPassword: 'another one' })).status).toBe(200);
});

/** The token of the first mail with a link to this page. */
function tokenMailed({ received }: TestSmtpServer, page: string): Promise<string> {
  return vi.waitFor(() => {
    const texts = received.map(({ source }) => source.replace(/=\r?\n/g, '').replaceAll('=3D', '='));
    const [, token] = new RegExp(`/${page}\\?token=([\\w-]{43})`).exec(texts.join('\n')) ?? [];
    if (!token) throw new Error(`There is no mail that leads to ${page}.`);
    return token;
  }, 10_000);
}

test.skipIf(process.platform === 'win32')(
  'a folder that cannot be entered ends the start with one sentence',
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'noek-locked-'));
    onTestFinished(() => rm(dataDir, { recursive: true }));
    // A name that is too long fails for root as well, whom permissions do not stop.
    const databaseUrl = `file:${join(dataDir, 'x'.repeat(300))}`;
    expect(() => keepFilesPrivate({ dataDir, databaseUrl })).toThrow(ConfigError);
    expect(() => keepFilesPrivate({ dataDir, databaseUrl })).toThrow(
      /^DATA_DIR cannot be used: .* is not accessible \(ENAMETOOLONG\)\. Check its owner and permissions\.$/,
    );
  },
);
