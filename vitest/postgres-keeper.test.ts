import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const keeper = fileURLToPath(new URL('postgres-keeper.ts', import.meta.url));
let folder: string;
let child: ChildProcess;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'noek-keeper-'));
  chmodSync(folder, 0o755);
});
afterEach(() => {
  child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

async function start(args: string[]): Promise<number> {
  child = spawn(process.execPath, args, {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, TMPDIR: folder },
  });
  const [line] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
  return Number(new URL((JSON.parse(line.toString()) as { url: string }).url).port);
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
}

const patience = { timeout: 20_000, interval: 50 };

describe.skipIf(process.env.NOEK_TEST_ENGINES === 'sqlite')('the PostgreSQL of the tests', () => {
  test('serves until its input is closed, and leaves no files', async () => {
    const port = await start([keeper]);
    expect(await answers(port)).toBe(true);
    child.stdin?.end();
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(await answers(port)).toBe(false);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('ends when the test run that started it is killed', async () => {
    const run = `require('node:child_process').spawn(process.execPath, [process.argv[1]], { stdio: ['pipe', 'inherit', 'inherit'] })`;
    const port = await start(['-e', run, keeper]);
    expect(await answers(port)).toBe(true);
    child.kill('SIGKILL');
    await vi.waitFor(async () => expect(await answers(port)).toBe(false), patience);
    await vi.waitFor(() => expect(readdirSync(folder)).toEqual([]), patience);
  });
});
