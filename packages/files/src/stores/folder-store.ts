import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { type ByteStore, ByteStoreFailure, hashInPath, mismatch, storedPath } from './byte-store.ts';

/** Where files are until they are complete. On the same file system, so that they can be moved in one step. */
const unfinished = 'unfinished';

/**
 * Keeps bytes in a folder, one file each: `ab/cdef…`. The folder's parent must exist. Bytes are complete on the disk before they have their
 * name, so that a crash leaves all of them or none.
 */
export function createFolderStore(root: string): ByteStore {
  const pathOf = (sha256: string) => join(root, storedPath(sha256));

  return {
    put: (sha256, bytes) =>
      failing(async () => {
        const path = pathOf(sha256);
        const fresh = join(root, unfinished, randomUUID());
        await makeFolder(root);
        await makeFolder(dirname(fresh));
        try {
          if ((await write(fresh, bytes)) !== sha256) throw mismatch();
          if (await makeFolder(dirname(path))) await sync(root);
          await rename(fresh, path);
        } catch (error) {
          await rm(fresh, { force: true });
          throw error;
        }
        // The name is a part of the folder, which is written separately.
        await sync(dirname(path));
      }),

    get: (sha256, range) =>
      failing(async () => {
        const file = await orNull(open(pathOf(sha256)));
        if (!file) return null;
        try {
          const { size } = await file.stat();
          if (range && (range.start >= size || range.end < range.start)) throw new RangeError('No such bytes.');
          // It closes the file at its end, and when it is cancelled.
          const stream = Readable.toWeb(file.createReadStream(range)) as ReadableStream<Uint8Array>;
          return { size, stream };
        } catch (error) {
          await file.close();
          throw error;
        }
      }),

    has: (sha256) => failing(async () => (await orNull(stat(pathOf(sha256)))) !== null),

    delete: (sha256) =>
      failing(async () => {
        const path = pathOf(sha256);
        await rm(path, { force: true });
        await orNull(sync(dirname(path)));
      }),

    async *list() {
      for await (const folder of namesIn(root)) {
        if (!/^[\da-f]{2}$/.test(folder)) continue;
        for await (const name of namesIn(join(root, folder))) {
          const sha256 = hashInPath(`${folder}/${name}`);
          const found = sha256 === null ? null : await failing(() => orNull(stat(join(root, folder, name))));
          if (sha256 !== null && found) yield { sha256, size: found.size, storedAt: found.mtime };
        }
      }
    },

    async removeUnfinished(before) {
      let removed = 0;
      for await (const name of namesIn(join(root, unfinished))) {
        const path = join(root, unfinished, name);
        const found = await failing(() => orNull(stat(path)));
        if (!found || found.mtime >= before) continue;
        await failing(() => rm(path, { force: true }));
        removed++;
      }
      return removed;
    },
  };
}

/** Writes a new file, until it is on the disk. Resolves to its SHA-256. */
async function write(path: string, bytes: Uint8Array | AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of bytes instanceof Uint8Array ? slices(bytes) : bytes) {
      hash.update(chunk);
      await file.writeFile(chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return hash.digest('hex');
}

/** The bytes in parts, because hashing 25 MB at once would hold up everything else for 15 ms. */
function* slices(bytes: Uint8Array, length = 1024 * 1024): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

/** Creates a folder that only this user can read. Resolves to whether it was missing. */
async function makeFolder(path: string): Promise<boolean> {
  try {
    await mkdir(path, { mode: 0o700 });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

async function sync(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The names in a folder; none if it does not exist. */
async function* namesIn(folder: string): AsyncGenerator<string> {
  const opened = await failing(() => orNull(opendir(folder)));
  // Closes the folder at its end.
  if (opened) for await (const { name } of opened) yield name;
}

/** Null instead of a failure where there is no file. */
async function orNull<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;
const withoutSpace = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Turns failures of the file system into those of a store. */
async function failing<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const code = codeOf(error);
    if (typeof code !== 'string' || error instanceof TypeError || error instanceof RangeError) throw error;
    throw new ByteStoreFailure(
      withoutSpace.has(code) ? 'space' : 'unavailable',
      `The folder of files failed: ${code}.`,
      {
        cause: error,
      },
    );
  }
}
