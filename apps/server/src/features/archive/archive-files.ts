import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rm, rmdir, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import type { Deps } from '../../deps.ts';
import type { Config } from '../../settings/config.ts';

// Archives and uploads are files below DATA_DIR/archives. With a bucket, what other processes need is moved there under the same name.

type FileConfig = Pick<Config, 'dataDir'>;
export type ArchiveFileDeps = Pick<Deps, 'config' | 'archiveBucket'>;

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

/** Creates a file in the folder of its person, which only the server's own user can read. */
export async function createArchiveFile(config: FileConfig, userId: string, path: string): Promise<FileHandle> {
  for (let tries = 1; ; tries++) {
    try {
      // The folder can disappear while it is being created, too.
      await makeArchiveFolder(config, userId);
      return await open(path, 'wx', 0o600);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || tries === maxTries) throw error;
    }
  }
}

/** The name of a file in the bucket. */
export const nameInBucket = (config: FileConfig, path: string): string =>
  relative(config.dataDir, path).split(sep).join('/');

/** Moves a complete file to the bucket, if there is one. `onPart` is called while it is sent and can throw to give up. */
export async function moveToBucket(
  { config, archiveBucket }: ArchiveFileDeps,
  path: string,
  { as = path, onPart = async () => {} }: { as?: string; onPart?: () => Promise<void> } = {},
): Promise<void> {
  if (!archiveBucket) return;
  await archiveBucket.put(nameInBucket(config, as), path, onPart);
  await removeArchiveFile({ config, archiveBucket: null }, path);
}

/** Removes a file wherever it is, and the folder of its person if it was the last one. */
export async function removeArchiveFile({ config, archiveBucket }: ArchiveFileDeps, path: string): Promise<void> {
  await rm(path, { force: true });
  await rmdir(join(path, '..')).catch(() => {});
  await archiveBucket?.delete(nameInBucket(config, path));
}

/** Removes the parts of a job that processes left when they died. */
export async function removeParts(config: FileConfig, userId: string, id: string): Promise<void> {
  for (const name of await namesIn(folderOf(config, userId)))
    if (name.startsWith(`${id}.`) && name.endsWith('.part'))
      await rm(join(folderOf(config, userId), name), { force: true });
}

const isUploadOf = (id: string, name: string) => name.startsWith(`${id}.`) && name.endsWith('.upload');

/** The paths of the files on this machine that were uploaded for an import, in their order. */
export async function uploadsOf(config: FileConfig, userId: string, id: string): Promise<string[]> {
  const folder = folderOf(config, userId);
  const numberOf = (name: string) => Number(name.split('.')[1]);
  return (await namesIn(folder))
    .filter((name) => isUploadOf(id, name))
    .sort((a, b) => numberOf(a) - numberOf(b))
    .map((name) => join(folder, name));
}

/** Copies what was uploaded for an import from the bucket to this machine, where it is read. */
export async function fetchUploads(
  { config, archiveBucket }: ArchiveFileDeps,
  userId: string,
  id: string,
  onPart: () => Promise<void>,
): Promise<void> {
  if (!archiveBucket) return;
  await makeArchiveFolder(config, userId);
  for await (const { path, name } of inBucket({ config, archiveBucket }, userId)) {
    if (!isUploadOf(id, basename(path))) continue;
    await rm(path, { force: true });
    await archiveBucket.fetch(name, path, onPart);
  }
}

/** Removes what was uploaded for an import: first from this machine, because the bucket may be out of reach. */
export async function removeUploads({ config, archiveBucket }: ArchiveFileDeps, userId: string, id: string) {
  for (const path of await uploadsOf(config, userId, id))
    await removeArchiveFile({ config, archiveBucket: null }, path);
  for await (const { path, name } of inBucket({ config, archiveBucket }, userId))
    if (isUploadOf(id, basename(path))) await archiveBucket?.delete(name);
}

/** The bytes of all uploads of a person. */
export async function uploadedBytes(deps: ArchiveFileDeps, userId: string): Promise<number> {
  const folder = folderOf(deps.config, userId);
  const uploads = (await namesIn(folder)).filter((name) => name.endsWith('.upload'));
  const sizes = await Promise.all(
    uploads.map((name) =>
      stat(join(folder, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  let sum = sizes.reduce((all, size) => all + size, 0);
  for await (const { path, size } of inBucket(deps, userId)) if (path.endsWith('.upload')) sum += size;
  return sum;
}

/** Removes all archives of a person. */
export async function removeArchives(deps: ArchiveFileDeps, userId: string): Promise<void> {
  await rm(folderOf(deps.config, userId), { recursive: true, force: true });
  for await (const { name } of inBucket(deps, userId)) await deps.archiveBucket?.delete(name);
}

/** Removes what processes that died have sent to the bucket of files that are not complete. */
export const removeUnfinishedInBucket = async ({ config, archiveBucket }: ArchiveFileDeps, before: Date) =>
  archiveBucket?.removeUnfinished(`${nameInBucket(config, rootOf(config))}/`, before);

type ArchiveFile = { path: string; id: string; writtenAt: Date };

/** Every file of archives, on this machine and in the bucket: its path, the id of its job, and when it was last written. */
export async function* archiveFiles(deps: ArchiveFileDeps): AsyncGenerator<ArchiveFile> {
  const root = rootOf(deps.config);
  for (const folder of await namesIn(root))
    for (const name of await namesIn(join(root, folder))) {
      const path = join(root, folder, name);
      const found = await stat(path).catch(() => null);
      if (found) yield { path, id: jobOf(path), writtenAt: found.mtime };
    }
  for await (const { path, storedAt } of inBucket(deps)) yield { path, id: jobOf(path), writtenAt: storedAt };
}

const jobOf = (path: string) => basename(path).split('.')[0] ?? '';

/** What is in the bucket, of one person or of all. `path` is where it would be on this machine. */
async function* inBucket({ config, archiveBucket }: ArchiveFileDeps, userId?: string) {
  if (!archiveBucket) return;
  const folder = userId === undefined ? rootOf(config) : folderOf(config, userId);
  for await (const { key: name, size, storedAt } of archiveBucket.list(`${nameInBucket(config, folder)}/`)) {
    const path = join(rootOf(config), ...name.split('/').slice(1));
    yield { name, path, size, storedAt };
  }
}

const namesIn = (folder: string) => readdir(folder).catch(() => []);
