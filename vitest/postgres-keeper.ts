/**
 * Runs a temporary PostgreSQL server as long as its standard input is open: `node postgres-keeper.ts [NAME=VALUE …]`, with settings of
 * PostgreSQL that replace those below. Prints `{"url": "postgres://…"}` when the server is ready. The line `restart` on its input ends the
 * server at once, as a crash does, and starts it again at the same address, which is printed again. When its parent ends for any reason,
 * the pipe closes, the server stops and its files are deleted. A signal would not be enough, because a killed test run sends none.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../apps/server/src/testing/free-port.ts';
import { findPostgres, openToEveryone } from './postgres-binaries.ts';

const startAttempts = 3;
const shutdownMs = 10_000;

const account = serverAccount();
const home = mkdtempSync(join(account.uid === undefined ? tmpFolder() : everyonesTmpFolder(), 'noek-postgres-'));
if (account.uid !== undefined) chownSync(home, account.uid, account.gid ?? account.uid);
const given = Object.fromEntries(process.argv.slice(2).map((setting) => setting.split(/=(.*)/s)));
let server: ChildProcess | undefined;
let stopping = false;

process.stdin
  .setEncoding('utf8')
  .on('end', stop)
  .on('error', stop)
  .on('data', (text) => {
    if (String(text).includes('restart')) void restart();
  });
process.on('SIGTERM', stop);
process.on('SIGINT', () => {}); // Ctrl-C reaches the whole group. The test run closes the pipe when it is done.
process.on('exit', () => rmSync(home, { recursive: true, force: true }));

let restart = async (): Promise<void> => {};
try {
  const bin = findPostgres({ privateCopyIn: account.uid === undefined ? null : home });
  const password = randomBytes(18).toString('base64url');
  initialise(bin, password);
  const port = await start(bin);
  const ready = () =>
    process.stdout.write(`${JSON.stringify({ url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres` })}\n`);
  restart = async () => {
    const crashed = server;
    server = undefined;
    if (!crashed) return;
    const ended = once(crashed, 'exit');
    crashed.kill('SIGQUIT');
    await ended;
    await start(bin, port);
    ready();
  };
  ready();
} catch (error) {
  console.error(`PostgreSQL for the tests could not be started: ${(error as Error).message}`);
  server?.kill('SIGQUIT');
  process.exit(1);
}

async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  if (server && server.exitCode === null && server.signalCode === null) {
    const ended = once(server, 'exit');
    server.kill('SIGINT');
    const impatience = setTimeout(() => server?.kill('SIGQUIT'), shutdownMs);
    await ended;
    clearTimeout(impatience);
  }
  process.exit(0);
}

function initialise(bin: string, password: string): void {
  const passwordFile = join(home, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (account.uid !== undefined) chownSync(passwordFile, account.uid, account.gid ?? account.uid);
  const result = spawnSync(
    join(bin, 'initdb'),
    [
      `--pgdata=${join(home, 'data')}`,
      '--username=postgres',
      `--pwfile=${passwordFile}`,
      '--auth=password',
      '--encoding=UTF8',
      '--locale=C',
      '--no-sync',
    ],
    { ...account, cwd: home, env: { ...process.env, LC_ALL: 'C' }, encoding: 'utf8' },
  );
  if (result.error) throw result.error;
  if (result.status !== 0) throw new Error(result.stderr || result.stdout || `initdb ended with ${result.status}`);
}

/** Starts the server on `samePort` or a free loopback port. Resolves when it accepts connections. */
async function start(bin: string, samePort?: number): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const port = samePort ?? (await freePort());
    const log: string[] = [];
    const settings = {
      listen_addresses: '127.0.0.1',
      port: String(port),
      unix_socket_directories: '',
      max_connections: '400',
      shared_buffers: '64MB',
      // The data is deleted with the server, so there is no need to wait for the disk.
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      autovacuum: 'off',
      deadlock_timeout: '50ms',
      ...given,
    };
    const child = spawn(
      join(bin, 'postgres'),
      ['-D', join(home, 'data'), ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])],
      { ...account, cwd: home, env: { ...process.env, LC_ALL: 'C' }, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    server = child;
    const ready = await new Promise<boolean>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', () => resolve(false));
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        log.push(text);
        if (log.length > 200) log.shift();
        if (text.includes('ready to accept connections')) resolve(true);
      });
    });
    if (ready) {
      child.once('exit', () => {
        if (!stopping && server === child) process.exit(1);
      });
      return port;
    }
    if (attempt >= startAttempts) throw new Error(log.join('') || 'it ended at once');
  }
}

/** PostgreSQL refuses to run as root, so root runs it as postgres or nobody. */
function serverAccount(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }));
    if (uid?.status === 0 && gid?.status === 0) return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  }
  return { uid: 65_534, gid: 65_534 };
}

function tmpFolder(): string {
  return process.env.TMPDIR || '/tmp';
}

function everyonesTmpFolder(): string {
  return openToEveryone(tmpFolder()) ? tmpFolder() : '/tmp';
}
