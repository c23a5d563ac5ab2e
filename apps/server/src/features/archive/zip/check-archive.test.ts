import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { archiveFormat } from '@noek/contract/archive/schemas';
import { expect, onTestFinished, test } from 'vitest';
import { archiveOf } from '../../../testing/archives.ts';
import { checkArchive } from './check-archive.ts';

async function written(files: Record<string, unknown>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'noek-archive-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'a.zip'), await archiveOf(files));
  return join(folder, 'a.zip');
}
const file = (path: string) => ({ path, bytes: 2, sha256: '0'.repeat(64) });
const { name: format, version } = archiveFormat;
const manifest = {
  format,
  version,
  createdAt: new Date(0).toISOString(),
  files: [file('b.json'), file('c.json')],
  counts: { conversations: 0, messages: 0, memories: 0 },
};

test('a whole archive has no problems', async () => {
  expect(await checkArchive(await written({ 'README.txt': 'Hello', 'a.json': [] }))).toMatchObject({ problems: [] });
});

test('a file that is missing, was changed or was added is named', async () => {
  const path = await written({ 'manifest.json': manifest, 'b.json': [], 'new.txt': 'x' });
  expect((await checkArchive(path)).problems).toEqual([
    'b.json was changed.',
    'c.json is missing.',
    'new.txt is not in the manifest.',
  ]);
});

test('bytes of files that have another hash than their name are named, also if the manifest has theirs', async () => {
  const right = createHash('sha256').update('Hello').digest('hex');
  const wrong = '1'.repeat(64);
  const path = await written({ [`files/${right}`]: 'Hello', [`files/${wrong}`]: 'Hello' });
  expect((await checkArchive(path)).problems).toEqual([`files/${wrong} was changed.`]);
});

test('another zip is refused with a sentence', async () => {
  const path = await written({ 'manifest.json': '{}' });
  await expect(checkArchive(path)).rejects.toThrow();
  await writeFile(path, 'not a zip');
  await expect(checkArchive(path)).rejects.toThrow('This file is not a zip archive, or it is incomplete.');
});
