import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const entry = fileURLToPath(new URL('../main.ts', import.meta.url));
/** Ends the server with us, however we end: tests leave no process behind. */
const followParent = new URL('../../../../scripts/bootstrap/follow-parent.mjs', import.meta.url).href;
/** Compiled code of earlier starts: half of a start's work. Written when a server ends in peace. */
const compileCache = fileURLToPath(new URL('../../../../node_modules/.cache/noek-server', import.meta.url));
const readyWithinMs = 60_000;
const exitWithinMs = 20_000;
const portTries = 3;

type Output = { stdout: string; stderr: string };
export type Exit = { code: number | null; signal: NodeJS.Signals | null };

/** The real server as a process of its own, on a port and with data of its own. */
export type ServerProcess = {
  readonly port: number;
  /** The chat app by its plain name; browsers know all names below localhost, Node does not. */
  readonly url: string;
  /** The same by address, for fetch in Node. */
  readonly address: string;
  readonly origins: { chat: string; auth: string; company: string };
  readonly dataDir: string;
  /** Everything it wrote, of all its starts. */
  readonly output: Output;
  readonly pid: number;
  /** Asks it to end (SIGTERM) and resolves with how it ended. */
  stop(): Promise<Exit>;
  /** Ends it at once, without a word to it. */
  kill(): Promise<Exit>;
  /** Starts it again on the same port and data; it must have ended. `env` goes on top of the first start's. */
  startAgain(env?: Record<string, string>): Promise<void>;
  /** Kills it if it still runs, and removes its data. */
  discard(): Promise<void>;
};

/**
 * Starts the server and resolves when it is ready. `env` are settings on top of quiet defaults for tests (development,
 * loopback, wide limits per network). Rejects with what it printed when it ends before that.
 */
export async function startServerProcess(env: Record<string, string> = {}): Promise<ServerProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'noek-server-'));
  const output = { stdout: '', stderr: '' };
  let port = 0;
  let child: ChildProcess | null = null;
  let settings = { GUEST_IP_DAILY_LIMIT: '1000000', LOG_LEVEL: 'warn', DATA_DIR: dataDir, ...env };

  async function start(): Promise<void> {
    const before = output.stdout.length;
    child = spawnServer({ PORT: String(port), ...settings }, output);
    // The welcome comes last: what a dead process left has been taken over by then.
    await untilReady(child, port, output, () => output.stdout.includes('is ready.', before));
  }

  for (let tries = 1; ; tries++) {
    port = Number(env.PORT ?? (await freePort()));
    try {
      await start();
      break;
    } catch (error) {
      // Somebody else may have taken the port between our look and the server's.
      if (tries < portTries && env.PORT === undefined && /is in use/.test(output.stderr)) continue;
      await rm(dataDir, { recursive: true, force: true });
      throw error;
    }
  }

  const end = async (signal: NodeJS.Signals): Promise<Exit> => {
    if (!child) throw new Error('The server does not run.');
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
    kill: () => end('SIGKILL'),
    async startAgain(more = {}) {
      if (child) throw new Error('The server still runs.');
      settings = { ...settings, ...more };
      await start();
    },
    async discard() {
      if (child) await end('SIGKILL');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Runs the server to its end and resolves with what it printed: for starts that are meant to fail. */
export async function runServerProcess(env: Record<string, string>): Promise<Exit & Output> {
  const output = { stdout: '', stderr: '' };
  const exit = await exitOf(spawnServer({ LOG_LEVEL: 'warn', ...env }, output));
  return { ...exit, ...output };
}

function spawnServer(env: Record<string, string>, output: Output): ChildProcess {
  const child = spawn(process.execPath, ['--import', followParent, entry], {
    // Nothing of the shell that runs the tests reaches the server.
    env: { NODE_COMPILE_CACHE: compileCache, ...env },
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

/** How a process ended, with all its output read. One that does not end in time is killed, and that is an error. */
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

/** A port of this machine that was free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
