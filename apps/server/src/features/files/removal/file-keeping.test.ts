import { existsSync } from 'node:fs';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openTestDatabase } from '@noek/db/testing/engines';
import { expect, test } from 'vitest';
import { createTestCtx } from '../../../testing/create-test-ctx.ts';
import { createFileKeeping } from './file-keeping.ts';

test('what a crash left of an upload is removed from both folders; uploads that are being received stay', async () => {
  const ctx = createTestCtx({ db: await openTestDatabase() });
  async function leave(path: string, minutesAgo: number): Promise<string> {
    const whole = join(ctx.config.dataDir, path);
    await mkdir(dirname(whole), { recursive: true });
    await writeFile(whole, 'A part of a file');
    const at = new Date(Date.now() - minutesAgo * 60_000);
    await utimes(whole, at, at);
    return whole;
  }
  const left = await Promise.all(['uploads/old', 'files/unfinished/old'].map((path) => leave(path, 61)));
  const fresh = await Promise.all(['uploads/new', 'files/unfinished/new'].map((path) => leave(path, 5)));
  const keeping = createFileKeeping(ctx);
  keeping.start();
  try {
    await expect.poll(() => left.filter((path) => existsSync(path))).toEqual([]);
    expect(fresh.filter((path) => !existsSync(path))).toEqual([]);
  } finally {
    await keeping.stop();
  }
});
