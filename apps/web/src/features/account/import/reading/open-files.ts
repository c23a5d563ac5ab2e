import type { ImportProblem } from '@noek/contract/archive/imports';
import { type SourceFile, UnreadableExport } from '@noek/importers/importer';
import { isNoteOfMac } from '@noek/importers/reading/json-files';
import type { FileEntry } from '@zip.js/zip.js/lib/zip-core-native.js';
import { collected } from './blob-collector.ts';
import { isNoekArchive } from './noek-archive.ts';
import { readingTexts } from './texts.ts';
import { blobBytes, entryBytes, zipEntries } from './zip-entries.ts';

/** How deep a ZIP may be in another one, how many of them there may be, and how large they may be together. */
const nesting = { levels: 2, zips: 200, bytes: 8 * 1024 ** 3 };

export type NamedBlob = { name: string; blob: Blob };

/**
 * The chosen files. `files` are those of ZIPs and those that are not in one; archives of Noek are not opened. `problems` are about ZIPs inside
 * of ZIPs that could not be opened: one may be a file that was sent in a chat, so the rest is read.
 */
export type OpenedFiles = { archives: NamedBlob[]; files: SourceFile[]; problems: ImportProblem[]; reading: Reading };

/** How many bytes of `files` were read. Set `onRead` to be called for each piece. */
export type Reading = { bytes: number; onRead(): void };

/** Opens the chosen files, also ZIPs inside of ZIPs. Throws UnreadableExport. */
export async function openFiles(chosen: readonly File[]): Promise<OpenedFiles> {
  const archives: NamedBlob[] = [];
  const files: SourceFile[] = [];
  const problems: ImportProblem[] = [];
  const reading: Reading = { bytes: 0, onRead() {} };
  let nested = 0;
  let nestedBytes = 0;

  const counted = (bytes: () => AsyncIterable<Uint8Array>) =>
    async function* () {
      for await (const piece of bytes()) {
        reading.bytes += piece.length;
        reading.onRead();
        yield piece;
      }
    };

  async function addZip(name: string, zip: Blob, level: number, chosen: string): Promise<void> {
    const entries = await zipEntries(name, zip);
    if (await isNoekArchive(name, entries)) {
      archives.push({ name, blob: zip });
      return;
    }
    for (const entry of entries) {
      const { filename: path, uncompressedSize: size } = entry;
      if (isNoteOfMac(path)) continue;
      if (/\.zip$/i.test(path)) await addNested(name, entry, level + 1, chosen);
      else files.push({ path, chosen, size, archive: name, read: counted(() => entryBytes(name, entry)) });
    }
  }

  async function addNested(outerName: string, entry: FileEntry, level: number, chosen: string): Promise<void> {
    const name = entry.filename.split('/').at(-1) ?? entry.filename;
    nested++;
    nestedBytes += entry.uncompressedSize;
    try {
      if (level > nesting.levels || nested > nesting.zips) throw new UnreadableExport(readingTexts.tooDeep(outerName));
      if (nestedBytes > nesting.bytes) throw new UnreadableExport(readingTexts.tooLarge(outerName));
      await addZip(name, await collected(entryBytes(outerName, entry)), level, chosen);
    } catch (error) {
      if (!(error instanceof UnreadableExport)) throw error;
      problems.push({ title: name, reason: error.message });
    }
  }

  for (const file of chosen)
    if (await isZip(file)) await addZip(file.name, file, 0, file.name);
    else {
      const path = /\.json$/i.test(file.name) ? file.name : `${file.name}.json`;
      files.push({ path, chosen: file.name, size: file.size, read: counted(() => blobBytes(file)) });
    }
  return { archives, files, problems, reading };
}

/** Whether a file begins like a ZIP. */
async function isZip(file: Blob): Promise<boolean> {
  const start = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  return start[0] === 0x50 && start[1] === 0x4b;
}
