import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import type { ManifestFile } from '@noek/contract/archive/schemas';
import { ZipFile } from 'yazl';

/** Only the owner may read what is unpacked. */
const mode = 0o100600;

type Pieces = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;
/** What is compressed already is best added as it is. */
type FileOptions = { compress?: boolean; about?: ManifestFile['about'] };

export type ZipWriter = {
  /** The files so far, in order. */
  readonly files: readonly ManifestFile[];
  /** Adds a file from pieces of text or bytes. Pieces are asked for as fast as the disk takes them. `about` is for the list of files. */
  add(path: string, pieces: Pieces, writtenAt: Date, options?: FileOptions): Promise<void>;
  /** Writes the end of the archive. Resolves to its size in bytes. */
  end(): Promise<number>;
  /** Gives up. Resolves when nothing more is written. */
  destroy(): Promise<void>;
};

/** Writes a zip file to a file that is empty and open, and closes it. One file is added after the other. */
export function createZip(file: FileHandle): ZipWriter {
  const zip = new ZipFile();
  const files: ManifestFile[] = [];
  const target = file.createWriteStream();
  // The errors of the files reach `failed`; the stream itself has none then.
  const failed = new Promise<never>((_, reject) => zip.once('error', reject));
  const written = pipeline(zip.outputStream, target);
  const broken = Promise.race([failed, written.then(() => new Promise<never>(() => {}))]);
  broken.catch(() => {});
  written.catch(() => {});

  return {
    files,
    async add(name, pieces, writtenAt, { compress = true, about } = {}) {
      const hash = createHash('sha256');
      let bytes = 0;
      const source = Readable.from(encoded(pieces), { objectMode: false });
      async function* encoded(texts: Pieces) {
        for await (const text of texts) {
          const piece = typeof text === 'string' ? Buffer.from(text) : text;
          hash.update(piece);
          bytes += piece.length;
          yield piece;
        }
      }
      zip.addReadStream(source, name, { mtime: writtenAt, mode, compress });
      await Promise.race([finished(source), broken]);
      files.push({ path: name, bytes, sha256: hash.digest('hex'), ...(about && { about }) });
    },
    async end() {
      zip.end();
      await Promise.race([written, failed]);
      return target.bytesWritten;
    },
    async destroy() {
      if (target.closed) return;
      const closed = once(target, 'close');
      target.destroy();
      await closed;
    },
  };
}
