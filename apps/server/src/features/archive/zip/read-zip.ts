import { Readable } from 'node:stream';
import { type Entry, openPromise } from 'yauzl';
import { ArchiveProblem, damaged } from './archive-problem.ts';

/** What a zip may contain at most. The list of its files is held in memory as a whole. */
export const zipLimits = {
  entries: 200_000,
  /** The sum of the declared sizes, which are also enforced while reading, so that small files cannot become large. */
  unpackedBytes: 2 * 1024 * 1024 * 1024,
  /** The sum of names, notes and extra fields: about twice what a list of the most files takes that an export writes. */
  listBytes: 64 * 1024 * 1024,
};

export type ZipReader = {
  /** The files by their path. */
  readonly entries: ReadonlyMap<string, Entry>;
  /** The content of a file. Fails with an ArchiveProblem if it is not in the archive, damaged, or of another length than it says. */
  read(path: string): Promise<Readable>;
  close(): void;
};

/**
 * Opens a zip file and reads the list of its files. Throws ArchiveProblem if it is not a zip, encrypted or too large, or if it has a name
 * twice or one that leads out of the archive.
 */
export async function openZip(path: string, limits = zipLimits): Promise<ZipReader> {
  const zip = await openPromise(path, { autoClose: false, lazyEntries: true, strictFileNames: true }).catch((error) => {
    throw new ArchiveProblem('This file is not a zip archive, or it is incomplete.', { cause: error });
  });
  const entries = new Map<string, Entry>();
  let unpacked = 0;
  let listed = 0;
  try {
    if (zip.entryCount > limits.entries) throw tooLarge();
    for await (const entry of zip.eachEntry()) {
      if (entries.has(entry.fileName) || entry.isEncrypted() || !entry.canDecodeFileData()) throw damaged();
      unpacked += entry.uncompressedSize;
      listed += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
      if (unpacked > limits.unpackedBytes || listed > limits.listBytes) throw tooLarge();
      entries.set(entry.fileName, entry);
    }
  } catch (error) {
    zip.close();
    throw error instanceof ArchiveProblem ? error : damaged(error);
  }
  return {
    entries,
    async read(name) {
      const entry = entries.get(name);
      if (!entry) throw damaged();
      const content = await zip.openReadStreamPromise(entry).catch((error) => {
        throw readProblem(error);
      });
      return Readable.from(piecesOf(content), { objectMode: false });
    },
    close: () => zip.close(),
  };
}

async function* piecesOf(content: Readable): AsyncGenerator<Buffer> {
  try {
    yield* content as AsyncIterable<Buffer>;
  } catch (error) {
    throw readProblem(error);
  }
}

/** A file that the disk cannot read is not damaged. */
const readProblem = (error: unknown) => (error instanceof Error && 'syscall' in error ? error : damaged(error));

const tooLarge = () => new ArchiveProblem('This archive is too large when it is unpacked.');
