import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './server-process.ts';

/** Where Debian's package puts it. */
const program = '/usr/sbin/pgbouncer';
const readyWithinMs = 20_000;

/** Whether Debian's package of PgBouncer is installed. */
export const hasPgBouncer = spawnSync(program, ['--version']).status === 0;

/**
 * Starts PgBouncer in transaction mode in front of the server at `databaseUrl`, with at most `connections` connections to it, so that few
 * of them are shared by many.
 */
export async function startPgBouncer(
  databaseUrl: string,
  connections: number,
): Promise<{ url: string; stop(): Promise<void> }> {
  const server = new URL(databaseUrl);
  const folder = mkdtempSync('/tmp/noek-pgbouncer-');
  chmodSync(folder, 0o755);
  const port = await freePort();
  const target = `host=${server.hostname} port=${server.port} user=${server.username} password=${decodeURIComponent(server.password)}`;
  const settings = [
    '[databases]',
    `* = ${target}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    `default_pool_size = ${connections}`,
    'max_client_conn = 500',
    'server_login_retry = 1',
    'query_wait_timeout = 10',
  ];
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(file, `${settings.join('\n')}\n`, { mode: 0o644 });
  // It refuses to run as root.
  const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const child = spawn(program, [file], { ...account, stdio: ['ignore', 'ignore', 'pipe'] });
  const log: string[] = [];
  child.stderr.setEncoding('utf8').on('data', (text: string) => log.push(text));
  const stop = async () => {
    await ended(child);
    rmSync(folder, { recursive: true, force: true });
  };
  for (const deadline = Date.now() + readyWithinMs; !(await accepts(port)); await sleep(20)) {
    if (child.exitCode === null && Date.now() < deadline) continue;
    await stop();
    throw new Error(`PgBouncer did not start:\n${log.join('')}`);
  }
  const url = Object.assign(new URL(databaseUrl), { port: String(port) }).href;
  return { url, stop };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    }).on('error', () => resolve(false));
  });
}
