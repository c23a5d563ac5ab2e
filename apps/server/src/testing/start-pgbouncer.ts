import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.ts';

const example = new URL('../../../../deploy/pgbouncer.ini', import.meta.url);
/** Where Debian's package puts it. */
const program = '/usr/sbin/pgbouncer';
const readyWithinMs = 20_000;

/** Whether Debian's package of PgBouncer is installed. */
export const hasPgBouncer = spawnSync(program, ['--version']).status === 0;

/**
 * Starts PgBouncer with the settings of deploy/pgbouncer.ini in front of the database at `databaseUrl`, with at most `connections`
 * connections to it.
 */
export async function startPgBouncer(
  databaseUrl: string,
  connections: number,
): Promise<{ url: string; stop(): Promise<void> }> {
  const server = new URL(databaseUrl);
  const folder = mkdtempSync('/tmp/noek-pgbouncer-');
  const port = await freePort();
  const users = join(folder, 'userlist.txt');
  writeFileSync(users, `"${server.username}" "${decodeURIComponent(server.password)}"\n`, { mode: 0o600 });
  const settings = {
    noek: `host=${server.hostname} port=${server.port} dbname=${server.pathname.slice(1)}`,
    listen_port: String(port),
    unix_socket_dir: '',
    auth_file: users,
    default_pool_size: String(connections),
  };
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(file, withSettings(readFileSync(example, 'utf8'), settings), { mode: 0o600 });
  // It refuses to run as root.
  const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : null;
  if (account) for (const path of [folder, users, file]) chownSync(path, account.uid, account.gid);
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
  const url = Object.assign(new URL(databaseUrl), { port: String(port), pathname: '/noek' }).href;
  return { url, stop };
}

/** The example with other values of settings that it has. */
function withSettings(text: string, settings: Record<string, string>): string {
  return Object.entries(settings).reduce((changed, [name, value]) => {
    const line = new RegExp(`^${name} = .*$`, 'm');
    if (!line.test(changed)) throw new Error(`deploy/pgbouncer.ini does not set ${name}.`);
    return changed.replace(line, `${name} = ${value}`);
  }, text);
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
