import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { childEnvironment, root } from './environment.mjs';
import { Refusal } from './refusal.mjs';

/** @typedef {'SIGINT' | 'SIGTERM' | 'SIGHUP'} EndSignal */
/**
 * @typedef {object} RunOptions
 * @property {string} [cwd] below the repository
 * @property {Record<string, string | undefined>} [env] added to the child environment
 * @property {NodeJS.ProcessEnv} [wholeEnv] replaces the child environment
 * @property {boolean} [tree] signal the whole process group, for programs that do not end their children
 * @property {boolean} [follow] a Node.js program that gets a SIGTERM even if we are killed
 * @property {(text: string) => void} [onOutput] receives the output, which is then not shown
 * @property {number} [timeoutMs] it is killed after this time
 */

/** @type {EndSignal[]} */
const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** The server needs at most 10 seconds to shut down. */
const patienceMs = 20_000;
const followParent = new URL('follow-parent.mjs', import.meta.url).href;

/** @type {Map<import('node:child_process').ChildProcess, boolean>} */
const running = new Map();
/** @type {EndSignal | undefined} */
let endedBy;
let listening = false;

/**
 * Runs a program in the foreground and resolves to its exit code (128 + n after signal n). Signals that end us are forwarded to it.
 * It has its own process group, so that Ctrl-C reaches it only once, through us.
 * @param {string} command
 * @param {string[]} args
 * @param {RunOptions} options
 * @returns {Promise<number>}
 */
export function run(command, args, options = {}) {
  if (endedBy) return Promise.resolve(128 + constants.signals[endedBy]);
  listen();
  const { cwd = '', env = {}, wholeEnv, tree = false, follow = false, onOutput, timeoutMs } = options;
  const output = onOutput ? 'pipe' : 'inherit';
  const child = spawn(command, follow ? ['--import', followParent, ...args] : args, {
    cwd: join(root, cwd),
    env: wholeEnv ?? childEnvironment(env),
    stdio: follow ? ['ignore', output, output, 'ipc'] : ['ignore', output, output],
    detached: true,
  });
  running.set(child, tree);
  for (const stream of [child.stdout, child.stderr]) if (onOutput) stream?.setEncoding('utf8').on('data', onOutput);
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => kill(child, 'SIGKILL', true), timeoutMs);
  return new Promise((resolve, reject) => {
    child.once('error', (error) => {
      running.delete(child);
      clearTimeout(timer);
      reject(new Refusal(`${command} could not be started: ${error.message}.`));
    });
    child.once('exit', () => {
      running.delete(child);
      clearTimeout(timer);
      if (tree) kill(child, 'SIGTERM', true);
    });
    // After "close" nothing more is printed.
    child.once(onOutput ? 'close' : 'exit', (code, signal) => {
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0));
    });
  });
}

/**
 * Runs a program without showing what it prints. A program that is not there ends with code 127.
 * @param {string} command
 * @param {string[]} args
 * @param {Pick<RunOptions, 'env' | 'wholeEnv' | 'timeoutMs'>} options
 * @returns {Promise<{ code: number, output: string }>}
 */
export async function runQuietly(command, args, options = {}) {
  let output = '';
  const onOutput = (/** @type {string} */ text) => {
    output += text;
  };
  try {
    return { code: await run(command, args, { ...options, tree: true, onOutput }), output };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { code: 127, output: error.message };
  }
}

/**
 * Runs programs in parallel until the first one ends, then ends the others. Resolves to the exit code of the first.
 * @param {({ command: string, args: string[] } & RunOptions)[]} programs
 * @returns {Promise<number>}
 */
export async function runTogether(programs) {
  const all = programs.map(({ command, args, ...options }) => run(command, args, options));
  try {
    return await Promise.race(all);
  } finally {
    for (const [child, tree] of running) kill(child, 'SIGTERM', tree);
    await Promise.allSettled(all);
  }
}

/** The signal that is ending this command, if any. */
export function endSignal() {
  return endedBy;
}

/** If npm is killed without forwarding a signal, its commands end as if they got a SIGTERM. */
export function followNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const npm = process.ppid;
  setInterval(() => {
    if (process.ppid !== npm && endedBy === undefined) end('SIGTERM');
  }, 500).unref();
}

function listen() {
  if (listening) return;
  listening = true;
  for (const signal of endSignals) process.on(signal, () => end(signal));
}

/** @param {EndSignal} signal */
function end(signal) {
  endedBy ??= signal;
  for (const [child, tree] of running) {
    kill(child, signal, tree);
    setTimeout(() => {
      if (running.has(child)) kill(child, 'SIGKILL', true);
    }, patienceMs).unref();
  }
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} signal
 * @param {boolean} tree
 */
function kill(child, signal, tree) {
  if (child.pid === undefined) return;
  try {
    process.kill(tree ? -child.pid : child.pid, signal);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH') throw error;
  }
}
