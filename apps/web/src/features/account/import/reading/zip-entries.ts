import { UnreadableExport } from '@noek/importers/importer';
import { BlobReader, type FileEntry, ZipReader } from '@zip.js/zip.js/lib/zip-core-native.js';
import { readingTexts } from './texts.ts';

/** The list of a ZIP's files is held in memory as a whole. */
const maxEntries = 200_000;

/** The files that a ZIP lists. Only the list is read. Throws UnreadableExport. */
export async function zipEntries(name: string, zip: Blob): Promise<FileEntry[]> {
  // Nothing is written under these names, so none of them can do harm.
  const reader = new ZipReader(new BlobReader(zip), { useWebWorkers: false, filenameValidation: 'tolerant' });
  const entries: FileEntry[] = [];
  try {
    for await (const entry of reader.getEntriesGenerator()) {
      if (entry.directory) continue;
      if (entry.encrypted) throw new UnreadableExport(readingTexts.encrypted(name));
      if (entries.length === maxEntries) throw new UnreadableExport(readingTexts.tooMany(name));
      entries.push(entry);
    }
  } catch (error) {
    throw error instanceof UnreadableExport || isFileGone(error)
      ? error
      : new UnreadableExport(readingTexts.notZip(name), { cause: error });
  }
  return entries;
}

/** Whether the browser could not read a chosen file: it was moved, changed, or its medium was removed. */
export const isFileGone = (error: unknown): boolean =>
  error instanceof DOMException && (error.name === 'NotReadableError' || error.name === 'NotFoundError');

/** The unpacked bytes of a file. Throws UnreadableExport if they are damaged, or more than the ZIP says. */
export async function* entryBytes(zipName: string, entry: FileEntry): AsyncGenerator<Uint8Array> {
  let fail = (_: unknown) => {};
  const passage = new TransformStream<Uint8Array, Uint8Array>({
    start(controller) {
      fail = (error) => controller.error(error);
    },
  });
  entry.getData(passage.writable, { useWebWorkers: false }).catch((error) => fail(error));
  let size = 0;
  try {
    for await (const piece of streamPieces(passage.readable)) {
      size += piece.length;
      if (size > entry.uncompressedSize) throw new Error('It is longer than the ZIP says.');
      yield piece;
    }
  } catch (error) {
    throw isFileGone(error) ? error : new UnreadableExport(readingTexts.notZip(zipName), { cause: error });
  }
}

/** The bytes of a file that is not packed. */
export const blobBytes = (blob: Blob): AsyncGenerator<Uint8Array> => streamPieces(blob.stream());

/** Not all browsers can iterate over a stream. */
async function* streamPieces(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
