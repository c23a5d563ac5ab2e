import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const children: ChildProcess[] = [];

/** Starts a program of Node.js that `endAll` ends. Returns its process id. */
export function start(args: readonly string[], env: Record<string, string> = {}): number {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...env },
  });
  children.push(child);
  return child.pid as number;
}

export function endAll(): void {
  for (const child of children) child.kill('SIGKILL');
}

/** Resolves when a server answers, 20 seconds at most. */
export async function untilAnswering(url: string): Promise<void> {
  for (let i = 0; i < 1000; i++) {
    if (
      await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
    await sleep(20);
  }
  throw new Error(`No server is running at ${url}.`);
}

/** The processor time of a process so far, user and kernel, in seconds. Linux counts hundredths of a second. */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return (user + system) / 100;
}

/** The memory of a process that is not swapped out, in MB. */
export function residentMb(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}
