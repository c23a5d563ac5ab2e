import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { migratedImage } from '@noek/db/testing/sqlite-image';
import { bundler, isServerBuilt, serverBundle } from '../../../../scripts/bootstrap/server-build.mjs';
import { freePort } from './free-port.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
/** Ends the server when the test process ends for any reason, so that no process is left behind. */
const followParent = new URL('../../../../scripts/bootstrap/follow-parent.mjs', import.meta.url).href;
const readyWithinMs = 60_000;
const exitWithinMs = 20_000;
const portTries = 3;

type Output = { stdout: string; stderr: string };
export type Exit = { code: number | null; signal: NodeJS.Signals | null };

/** The real server, as a bundle of the current sources, in a separate process, with its own port and data. */
export type ServerProcess = {
  readonly port: number;
  /** The chat app's origin by name. Browsers resolve all names below localhost, Node does not. */
  readonly url: string;
  /** The same origin by address, for fetch in Node. */
  readonly address: string;
  readonly origins: { chat: string; auth: string; company: string };
  /** Also the folder in which it runs, and whose `.env` it reads. */
  readonly dataDir: string;
  /** The output of all its starts. */
  readonly output: Output;
  readonly pid: number;
  /** Stops it with SIGTERM and resolves to how it ended. */
  stop(): Promise<Exit>;
  /** Sends it a signal that ends it and resolves to how it ended. */
  end(signal: NodeJS.Signals): Promise<Exit>;
  /** Kills it immediately. */
  kill(): Promise<Exit>;
  /** Starts it again on the same port and data after it has ended. `env` is added to the environment of the first start. */
  startAgain(env?: Record<string, string>): Promise<void>;
  /** Kills it if it is still running, and removes its data. */
  discard(): Promise<void>;
};

/**
 * Starts the server and resolves when it is ready. `env` overrides the test defaults (development, loopback, high limits per
 * network). Rejects with its output if it ends before it is ready.
 */
export async function startServerProcess(env: Record<string, string> = {}): Promise<ServerProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'noek-server-'));
  // Migrating an empty database is an eighth of a start.
  if (env.DATABASE_URL === undefined) await writeFile(join(dataDir, 'noek.db'), await migratedImage(), { mode: 0o600 });
  const output = { stdout: '', stderr: '' };
  let port = 0;
  let child: ChildProcess | null = null;
  let settings = { GUEST_IP_DAILY_LIMIT: '1000000', LOG_LEVEL: 'warn', DATA_DIR: dataDir, ...env };

  async function start(): Promise<void> {
    const before = output.stdout.length;
    child = spawnServer({ PORT: String(port), ...settings }, output, dataDir);
    // The welcome is printed last, after the answers of a dead process have been recovered.
    await untilReady(child, port, output, () => output.stdout.includes('is ready.', before));
  }

  for (let tries = 1; ; tries++) {
    port = Number(env.PORT ?? (await freePort()));
    try {
      await start();
      break;
    } catch (error) {
      // Another process may have taken the port in the meantime.
      if (tries < portTries && env.PORT === undefined && /is in use/.test(output.stderr)) {
        // Tests read the output of the server that they got.
        Object.assign(output, { stdout: '', stderr: '' });
        continue;
      }
      await rm(dataDir, { recursive: true, force: true });
      throw error;
    }
  }

  const end = async (signal: NodeJS.Signals): Promise<Exit> => {
    if (!child) throw new Error('The server is not running.');
    const ended = exitOf(child);
    child.kill(signal);
    const exit = await ended;
    child = null;
    return exit;
  };
  const origin = (name: string) => `http://${name}:${port}`;
  return {
    port,
    url: origin('localhost'),
    address: origin('127.0.0.1'),
    origins: {
      chat: origin('chat.noek.localhost'),
      auth: origin('auth.noek.localhost'),
      company: origin('noek.localhost'),
    },
    dataDir,
    output,
    get pid() {
      return child?.pid ?? 0;
    },
    stop: () => end('SIGTERM'),
    end,
    kill: () => end('SIGKILL'),
    async startAgain(more = {}) {
      if (child) throw new Error('The server is still running.');
      settings = { ...settings, ...more };
      await start();
    },
    async discard() {
      if (child) await end('SIGKILL');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Runs the server until it ends and resolves to its output, for starts that should fail. It reads `.env` of `cwd`. */
export async function runServerProcess(env: Record<string, string>, cwd = tmpdir()): Promise<Exit & Output> {
  const output = { stdout: '', stderr: '' };
  const exit = await exitOf(spawnServer({ LOG_LEVEL: 'warn', ...env }, output, cwd));
  return { ...exit, ...output };
}

function spawnServer(env: Record<string, string>, output: Output, cwd: string): ChildProcess {
  // Before each start, since a source may have changed while tests are watched.
  if (!isServerBuilt())
    execFileSync(process.execPath, [bundler], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  const child = spawn(process.execPath, ['--import', followParent, join(root, serverBundle)], {
    // Neither the environment of the shell that runs the tests nor a developer's .env reaches the server.
    env,
    cwd,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text;
  });
  return child;
}

/** Resolves to how a process ended, after all its output. A process that does not end in time is killed; that is an error. */
async function exitOf(child: ChildProcess): Promise<Exit> {
  const ended = new Promise<Exit>((resolve) => child.once('close', (code, signal) => resolve({ code, signal })));
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    child.kill('SIGKILL');
  }, exitWithinMs);
  const exit = await ended;
  clearTimeout(timer);
  if (late) throw new Error(`The server did not end within ${exitWithinMs / 1000} s.`);
  return exit;
}

async function untilReady(child: ChildProcess, port: number, output: Output, welcomed: () => boolean): Promise<void> {
  let ended = false;
  child.once('close', () => {
    ended = true;
  });
  const deadline = Date.now() + readyWithinMs;
  while (Date.now() < deadline) {
    if (ended) throw new Error(`The server ended instead of starting:\n${output.stdout}${output.stderr}`);
    if (welcomed() && (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.ok) return;
    await sleep(20);
  }
  child.kill('SIGKILL');
  throw new Error(`The server was not ready within ${readyWithinMs / 1000} s:\n${output.stdout}${output.stderr}`);
}
