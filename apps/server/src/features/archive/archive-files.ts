import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../settings/config.ts';

type FileConfig = Pick<Config, 'dataDir'>;

/** What an export writes until it is done, the archive that people download, and an archive that was uploaded. */
type FileKind = 'part' | 'zip' | 'upload';

const rootOf = ({ dataDir }: FileConfig) => join(dataDir, 'archives');

/** Named by a hash, so that no name below DATA_DIR contains the id of a person. */
const folderOf = (config: FileConfig, userId: string) =>
  join(rootOf(config), createHash('sha256').update(userId).digest('hex').slice(0, 32));

/** Where a file of a job is, in the folder of its person. `by` separates several of a kind: the parts of processes, the uploads of an import. */
export function archivePath(
  config: FileConfig,
  userId: string,
  name: { id: string; kind: FileKind; by?: string },
): string {
  const part = name.by === undefined ? '' : `.${name.by}`;
  return join(folderOf(config, userId), `${name.id}${part}.${name.kind}`);
}

/** Creates the folder of a person's archives, which only the server's own user can read. */
export async function makeArchiveFolder(config: FileConfig, userId: string): Promise<void> {
  await mkdir(folderOf(config, userId), { recursive: true, mode: 0o700 });
}

/** How often the folder of a person is created again, because its last file was removed meanwhile. */
const maxTries = 5;

/** Creates a file for an upload in the folder of its person, which only the server's own user can read. */
export async function createUpload(config: FileConfig, userId: string, path: string): Promise<FileHandle> {
  for (let tries = 1; ; tries++) {
    await makeArchiveFolder(config, userId);
    try {
      return await open(path, 'wx', 0o600);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || tries === maxTries) throw error;
    }
  }
}

/** Removes a file, and the folder of its person if it was the last one. */
export async function removeArchiveFile(path: string): Promise<void> {
  await rm(path, { force: true });
  await rmdir(join(path, '..')).catch(() => {});
}

/** Removes the parts of a job that processes left when they died. */
export async function removeParts(config: FileConfig, userId: string, id: string): Promise<void> {
  for (const name of await namesIn(folderOf(config, userId)))
    if (name.startsWith(`${id}.`) && name.endsWith('.part'))
      await rm(join(folderOf(config, userId), name), { force: true });
}

/** The paths of the files that were uploaded for an import, in their order. */
export async function uploadsOf(config: FileConfig, userId: string, id: string): Promise<string[]> {
  const folder = folderOf(config, userId);
  const numberOf = (name: string) => Number(name.split('.')[1]);
  return (await namesIn(folder))
    .filter((name) => name.startsWith(`${id}.`) && name.endsWith('.upload'))
    .sort((a, b) => numberOf(a) - numberOf(b))
    .map((name) => join(folder, name));
}

/** Removes what was uploaded for an import. */
export async function removeUploads(config: FileConfig, userId: string, id: string): Promise<void> {
  for (const path of await uploadsOf(config, userId, id)) await removeArchiveFile(path);
}

/** The bytes of all uploads of a person. */
export async function uploadedBytes(config: FileConfig, userId: string): Promise<number> {
  const folder = folderOf(config, userId);
  const uploads = (await namesIn(folder)).filter((name) => name.endsWith('.upload'));
  const sizes = await Promise.all(
    uploads.map((name) =>
      stat(join(folder, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Removes all archives of a person. */
export async function removeArchives(config: FileConfig, userId: string): Promise<void> {
  await rm(folderOf(config, userId), { recursive: true, force: true });
}

/** Every file of archives: its path, the id of its job, and when it was last written. */
export async function* archiveFiles(config: FileConfig): AsyncGenerator<{ path: string; id: string; writtenAt: Date }> {
  for (const folder of await namesIn(rootOf(config)))
    for (const name of await namesIn(join(rootOf(config), folder))) {
      const path = join(rootOf(config), folder, name);
      const found = await stat(path).catch(() => null);
      if (found) yield { path, id: name.split('.')[0] ?? '', writtenAt: found.mtime };
    }
}

const namesIn = (folder: string) => readdir(folder).catch(() => []);
