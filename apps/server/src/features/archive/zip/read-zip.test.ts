import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { archiveFormat } from '@noek/contract/archive/schemas';
import { expect, onTestFinished, test } from 'vitest';
import { archiveOf } from '../../../testing/archives.ts';
import { readManifest } from '../import/sources/archive-content.ts';
import { openZip } from './read-zip.ts';

async function written(files: Record<string, unknown>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'noek-zip-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'a.zip');
  await writeFile(path, await archiveOf(files));
  return path;
}
const large = { entries: 1_000, unpackedBytes: 1_000_000, listBytes: 10_000 };

test.each([
  ['too many files', { ...large, entries: 2 }],
  ['files that become too large', { ...large, unpackedBytes: 1_000 }],
  ['names that are too long together', { ...large, listBytes: 500 }],
])('a zip with %s is refused before anything of it is read', async (_, limits) => {
  const path = await written({ 'a.json': 'x'.repeat(2_000), [`${'b'.repeat(600)}.json`]: '' });
  await expect(openZip(path, limits)).rejects.toThrow('This archive is too large when it is unpacked.');
  const zip = await openZip(path, large);
  expect(zip.entries.size).toBe(3);
  zip.close();
});

test('a manifest that lists more files than the archive has is refused at the first of them', async () => {
  const { name: format, version } = archiveFormat;
  const file = (path: string) => ({ path, bytes: 1, sha256: '0'.repeat(64) });
  const files = [file('a.json'), ...Array.from({ length: 500 }, (_, i) => file(`missing/${i}`))];
  const zip = await openZip(await written({ 'a.json': '', 'manifest.json': { format, version, files } }));
  await expect(readManifest(zip)).rejects.toThrow('This archive is damaged or was changed.');
  zip.close();
});
