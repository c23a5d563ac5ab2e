import { createReadStream, createWriteStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { takenExports } from '@noek/contract/archive/import-sources';
import type { ImportProblem } from '@noek/contract/archive/imports';
import { findImporter } from '@noek/importers/find-importer';
import type { SourceFile } from '@noek/importers/importer';
import { isNoteOfMac } from '@noek/importers/reading/json-files';
import { ArchiveProblem } from '../../zip/archive-problem.ts';
import { openZip, type ZipReader, zipLimits } from '../../zip/read-zip.ts';
import { isNoekArchive } from './archive-content.ts';
import { foreignSource, type Reading } from './foreign-source.ts';
import type { UploadedSource } from './import-source.ts';
import { noekSource } from './noek-source.ts';

/** How deep a ZIP may be in another one, and how many of them there may be. */
const maxNesting = 2;
const maxNested = 200;

/**
 * `problems`: ZIPs inside of ZIPs that could not be opened. One may be a file that was sent in a chat, so the rest is read. And files that
 * contained nothing to import.
 */
export type OpenUpload = { sources: UploadedSource[]; problems: ImportProblem[]; close(): void };

/**
 * Opens the files of an upload and finds out what they are: archives of Noek, or an export of another product. A ZIP inside a ZIP is unpacked
 * to a file that `partPath` names. Throws ArchiveProblem, also if nothing is recognized.
 */
export async function openUpload(paths: readonly string[], partPath: (name: string) => string): Promise<OpenUpload> {
  const zips: ZipReader[] = [];
  const sources: UploadedSource[] = [];
  const files: SourceFile[] = [];
  const problems: ImportProblem[] = [];
  const reading: Reading = { bytes: 0, async onRead() {} };
  let nested = 0;
  let unpacked = 0;
  const counted = (read: () => AsyncIterable<Uint8Array>) =>
    async function* () {
      for await (const piece of read()) {
        reading.bytes += piece.length;
        await reading.onRead();
        yield piece;
      }
    };

  async function addZip(path: string, depth: number, chosen: string, archive?: string): Promise<void> {
    const zip = await openZip(path);
    zips.push(zip);
    if (await isNoekArchive(zip)) {
      sources.push(await noekSource(zip));
      return;
    }
    for (const [name, { uncompressedSize }] of zip.entries) {
      if (name.endsWith('/') || isNoteOfMac(name)) continue;
      unpacked += uncompressedSize;
      if (unpacked > zipLimits.unpackedBytes)
        throw new ArchiveProblem('These files are too large when they are unpacked.');
      if (!/\.zip$/i.test(name))
        files.push({
          ...{ path: name, chosen, size: uncompressedSize, read: counted(() => readOf(zip, name)) },
          ...(archive !== undefined && { archive }),
        });
      else await addNested(zip, name, depth + 1, chosen);
    }
  }

  async function addNested(zip: ZipReader, name: string, depth: number, chosen: string): Promise<void> {
    try {
      if (depth > maxNesting || ++nested > maxNested) throw new ArchiveProblem(tooNested);
      const part = partPath(String(nested));
      await pipeline(readOf(zip, name), createWriteStream(part, { mode: 0o600 }));
      await addZip(part, depth, chosen, name);
    } catch (error) {
      if (!(error instanceof ArchiveProblem)) throw error;
      problems.push({ title: basename(name), reason: error.message });
    }
  }

  try {
    for (const [i, path] of paths.entries()) {
      // An upload keeps no names.
      const chosen = `File ${i + 1}`;
      if (await isZip(path)) await addZip(path, 0, chosen);
      else {
        const { size } = await stat(path);
        files.push({ path: `${chosen}.json`, chosen, size, read: counted(() => createReadStream(path)) });
      }
    }
    const { importer, unread, damaged } = await findImporter(files);
    if (importer) sources.push(foreignSource(importer, files, reading));
    problems.push(...unread);
    if (sources.length === 0) throw new ArchiveProblem(damaged ?? notRecognized);
  } catch (error) {
    for (const zip of zips) zip.close();
    throw error;
  }
  return {
    sources,
    problems,
    close() {
      for (const zip of zips) zip.close();
    },
  };
}

const tooNested = 'There are too many ZIP files inside each other. Please unpack them, and choose what is inside.';

const notRecognized = `This upload has no conversations that Noek can read. ${takenExports}`;

async function* readOf(zip: ZipReader, name: string): AsyncGenerator<Uint8Array> {
  yield* (await zip.read(name)) as AsyncIterable<Buffer>;
}

/** Whether a file begins like a ZIP. */
export async function isZip(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return buffer.toString('latin1') === 'PK';
  } finally {
    await file.close();
  }
}
