import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../settings/config.ts';
import { archivePath, createArchiveFile, removeArchiveFile } from './archive-files.ts';

test('a file can be created while the last file of the same person is removed with the folder', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'noek-archive-files-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const config = readConfig({ DATA_DIR: dataDir });
  const createAndRemove = async (id: string) => {
    const path = archivePath(config, 'ada', { id, kind: 'upload', by: '0' });
    const file = await createArchiveFile(config, 'ada', path);
    await file.close();
    await removeArchiveFile({ config, archiveBucket: null }, path);
  };
  const worker = async (name: number) => {
    for (let round = 0; round < 200; round++) await createAndRemove(`${name}-${round}`);
  };
  await expect(Promise.all([1, 2, 3].map(worker))).resolves.toHaveLength(3);
});
