import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { maxFileBytes } from '@noek/contract/files/limits';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import type { Config } from '../../../settings/config.ts';
import { spaceSize } from '../../../text/space-size.ts';
import { noSpaceFor, type Person, spaceLeft } from './file-space.ts';
import type { Uploads } from './uploads.ts';

type FileConfig = { config: Pick<Config, 'dataDir'> };
type ReceivingDeps = FileConfig & Pick<Deps, 'db'> & { uploads: Uploads };

const folderOf = ({ config }: FileConfig) => join(config.dataDir, 'uploads');

export type Received = {
  /** The bytes. They are read from the disk, so that slow uploads take no memory. */
  read(): Promise<Uint8Array>;
  /** Its bytes no longer count as arriving: they are about to count as stored. */
  uncount(): void;
  /** Removes the file from the disk. */
  remove(): Promise<void>;
};

/**
 * Writes the body of an upload to disk as it arrives. `person` is null for a guest. Throws PAYLOAD_TOO_LARGE for more bytes than the caller's
 * files may have, and CONFLICT as soon as all that arrives of a person needs more space than is left.
 */
export async function receiveFile(
  deps: ReceivingDeps,
  body: ReadableStream<Uint8Array>,
  person: Person,
): Promise<Received> {
  const left = person ? await spaceLeft(deps, person) : 0;
  if (person && left <= 0) throw noSpaceFor(person);
  const maxBytes = maxFileBytes[person ? 'person' : 'guest'];
  const folder = folderOf(deps);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const counted = person && deps.uploads.count(person.id, left);
  let size = 0;
  const path = join(folder, randomUUID());
  const uncount = () => counted?.end();
  const remove = async () => {
    uncount();
    await rm(path, { force: true });
  };
  try {
    await pipeline(
      Readable.fromWeb(body as NodeStream),
      counting((bytes) => {
        size += bytes;
        if (size > maxBytes) throw tooLarge(maxBytes);
        if (counted && !counted.add(bytes)) throw noSpaceFor(person);
      }),
      createWriteStream(path, { flags: 'wx', mode: 0o600 }),
    );
  } catch (error) {
    await remove();
    throw error;
  }
  return { read: () => readFile(path), uncount, remove };
}

/** Passes the bytes on. `count` is called for each piece and may throw. */
function counting(count: (bytes: number) => void): Transform {
  return new Transform({
    transform(piece: Uint8Array, _, done) {
      try {
        count(piece.length);
      } catch (error) {
        return done(error as Error);
      }
      done(null, piece);
    },
  });
}

const tooLarge = (maxBytes: number) =>
  new AppError('PAYLOAD_TOO_LARGE', `This file is too large: it can have up to ${spaceSize(maxBytes)}.`);

/** The SHA-256 of bytes, in hexadecimal. */
export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Longer than any upload takes, in milliseconds. */
export const abandonedMs = 60 * 60_000;

/** Removes the uploads that a process left when it died. */
export async function removeAbandonedUploads(deps: FileConfig): Promise<void> {
  const folder = folderOf(deps);
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found && Date.now() - found.mtimeMs > abandonedMs) await rm(path, { force: true });
  }
}
