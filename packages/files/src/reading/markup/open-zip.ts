import { buffer } from 'node:stream/consumers';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { ReadingProblem } from '../read-result.ts';
import type { ReadingLimits } from '../reading-limits.ts';

const megabyte = 1024 * 1024;

/** The parts of an e-book or an OpenDocument file, by their paths. */
export type ZipParts = {
  has(path: string): boolean;
  paths(): string[];
  /** The text of a part, in UTF-8 or UTF-16. Throws ReadingProblem if it is missing or damaged. */
  text(path: string): Promise<string>;
};

/**
 * Opens an archive whose parts are unpacked one by one by this project alone. Unlike in Office files, parts may declare document types,
 * because old programs write them; their entities are never replaced. Throws ReadingProblem if the archive is damaged, protected or too large.
 */
export async function openZip(bytes: Uint8Array, limits: ReadingLimits): Promise<ZipParts> {
  const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), {
    lazyEntries: true,
    strictFileNames: false,
  }).catch((error) => {
    throw damaged(error);
  });
  if (zip.entryCount > limits.zipEntries)
    throw new ReadingProblem(
      `This file is an archive of more than ${limits.zipEntries.toLocaleString('en')} files, which is too much to read.`,
    );
  const entries = await entriesOf(zip);
  let left = limits.unpackedMegabytes * megabyte;
  return {
    has: (path) => entries.has(path),
    paths: () => [...entries.keys()],
    async text(path) {
      const entry = entries.get(path);
      if (!entry?.canDecodeFileData()) throw damaged(`${path} is missing.`);
      left -= entry.uncompressedSize;
      if (left < 0)
        throw new ReadingProblem(
          `This file unpacks to more than ${limits.unpackedMegabytes} MB, which is too much to read.`,
        );
      return decoded(await unpacked(zip, entry));
    },
  };
}

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.isEncrypted())
        throw new ReadingProblem('This file is protected by a password. Save it without one and add it again.');
      entries.set(entry.fileName, entry);
    }
  } catch (error) {
    throw error instanceof ReadingProblem ? error : damaged(error);
  }
  return entries;
}

/** yauzl fails if a part is longer than the list says. */
async function unpacked(zip: ZipFile, entry: Entry): Promise<Buffer> {
  try {
    return await buffer(await zip.openReadStreamPromise(entry));
  } catch (error) {
    throw damaged(error);
  }
}

function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return new TextDecoder().decode(bytes);
}

const damaged = (cause: unknown) => new ReadingProblem('This file is damaged or incomplete.', { cause });
