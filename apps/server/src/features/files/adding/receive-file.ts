import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { maxFileBytes } from '@noek/contract/files/limits';
import { AppError } from '../../../errors.ts';
import type { Config } from '../../../settings/config.ts';
import { spaceSize } from '../../../text/space-size.ts';

type FileConfig = { config: Pick<Config, 'dataDir'> };

const folderOf = ({ config }: FileConfig) => join(config.dataDir, 'uploads');

export type Received = {
  /** The bytes. They are read from the disk, so that slow uploads take no memory. */
  read(): Promise<Uint8Array>;
  /** Removes the file from the disk. */
  remove(): Promise<void>;
};

/** Writes the body of an upload to disk as it arrives. Throws PAYLOAD_TOO_LARGE for more bytes than the caller's files may have. */
export async function receiveFile(
  deps: FileConfig,
  body: ReadableStream<Uint8Array>,
  of: keyof typeof maxFileBytes,
): Promise<Received> {
  const folder = folderOf(deps);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  const remove = () => rm(path, { force: true });
  try {
    await pipeline(
      Readable.fromWeb(body as NodeStream),
      upTo(maxFileBytes[of]),
      createWriteStream(path, { flags: 'wx', mode: 0o600 }),
    );
  } catch (error) {
    await remove();
    throw error;
  }
  return { read: () => readFile(path), remove };
}

function upTo(maxBytes: number): Transform {
  let size = 0;
  return new Transform({
    transform(piece: Uint8Array, _, done) {
      size += piece.length;
      if (size <= maxBytes) return done(null, piece);
      done(new AppError('PAYLOAD_TOO_LARGE', `This file is too large: it can have up to ${spaceSize(maxBytes)}.`));
    },
  });
}

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
