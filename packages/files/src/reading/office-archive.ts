import { posix } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { ReadingProblem } from './read-result.ts';
import type { ReadingLimits } from './reading-limits.ts';
import { eachElement } from './xml.ts';

/** What an archive unpacks to, compared with its own size, once that is more than a few megabytes. Documents have 20 to 50. */
const highestRatio = 200;
const smallBytes = 10 * 1024 * 1024;
const megabyte = 1024 * 1024;

/** The files of an office document, by their path. */
export type OfficeArchive = {
  has(path: string): boolean;
  /** The paths of all files. */
  paths(): string[];
  /** The text of a file, in UTF-8 or UTF-16. Throws ReadingProblem if it is missing. */
  text(path: string): Promise<string>;
  /** The same text in pieces, for what may be large. Throws ReadingProblem, with the first piece, if it is missing. */
  chunks(path: string): AsyncIterable<string>;
};

/**
 * Opens an office document and unpacks each of its files once, without keeping them, so that other readers can't unpack more than is
 * allowed. Throws ReadingProblem if it is damaged or encrypted, unpacks to too much, or declares a document type: entities are declared
 * there, and no office program writes one.
 */
export async function openOfficeArchive(bytes: Uint8Array, limits: ReadingLimits): Promise<OfficeArchive> {
  const archive = withoutBytesAfterIt(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  const zip = await fromBufferPromise(archive, { lazyEntries: true, strictFileNames: false }).catch((error) => {
    throw damaged(error);
  });
  const entries = await listed(zip, bytes.length, limits);
  for (const [path, entry] of entries) if (!(await isReadable(zip, entry))) entries.delete(path);
  const entryOf = pathFinder(entries);
  const opened = (path: string) => {
    const entry = entryOf(path);
    if (!entry) throw damaged(`${path} is missing.`);
    return zip.openReadStreamPromise(entry);
  };
  return {
    has: (path) => entryOf(path) !== undefined,
    paths: () => [...entries.keys()],
    text: async (path) => decoded(await buffer(await opened(path))),
    async *chunks(path) {
      let decoder: TextDecoder | undefined;
      for await (const chunk of (await opened(path)) as AsyncIterable<Uint8Array>) {
        decoder ??= decoderFor(chunk);
        yield decoder.decode(chunk, { stream: true });
      }
    },
  };
}

/** Paths in office documents do not depend on case (ECMA-376 part 2, 6.2.2.3), and some programs write them in another one. */
function pathFinder(entries: ReadonlyMap<string, Entry>): (path: string) => Entry | undefined {
  const byLowerCase = new Map([...entries].map(([path, entry]) => [path.replace(/^\//, '').toLowerCase(), entry]));
  return (path) => entries.get(path) ?? byLowerCase.get(path.toLowerCase());
}

const endOfArchive = Buffer.from('PK\u0005\u0006', 'latin1');
const endLength = 22;

/** The archive up to its end, which yauzl wants to be the end of the file (APPNOTE.TXT, 4.3.16). Downloads and mail programs add bytes. */
function withoutBytesAfterIt(archive: Buffer): Buffer {
  const end = archive.lastIndexOf(endOfArchive);
  if (end < 0 || end + endLength > archive.length) return archive;
  const length = end + endLength + archive.readUInt16LE(end + 20);
  return length < archive.length ? archive.subarray(0, length) : archive;
}

async function listed(zip: ZipFile, packed: number, limits: ReadingLimits): Promise<Map<string, Entry>> {
  if (zip.entryCount > limits.zipEntries)
    throw new ReadingProblem(
      `This file is an archive of more than ${limits.zipEntries.toLocaleString('en')} files, which is too much to read.`,
    );
  const entries = new Map<string, Entry>();
  let unpacked = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.isEncrypted()) throw new ReadingProblem('This file is protected by a password.');
      // Readers differ in which of two files with the same name they take.
      if (entries.has(entry.fileName) || !entry.canDecodeFileData()) throw damaged(entry.fileName);
      unpacked += entry.uncompressedSize;
      if (unpacked > limits.unpackedMegabytes * megabyte)
        throw new ReadingProblem(
          `This file unpacks to more than ${limits.unpackedMegabytes} MB, which is too much to read.`,
        );
      entries.set(entry.fileName, entry);
    }
  } catch (error) {
    throw error instanceof ReadingProblem ? error : damaged(error);
  }
  if (unpacked > smallBytes && unpacked > packed * highestRatio)
    throw new ReadingProblem(
      `This file unpacks to more than ${highestRatio} times its size, which documents do not. It was not read.`,
    );
  return entries;
}

const isXml = /\.(xml|rels)$/i;
const doctype = Buffer.from('<!DOCTYPE');
const wideDoctypes = [Buffer.from('<!DOCTYPE', 'utf16le'), Buffer.from('<!DOCTYPE', 'utf16le').swap16()];

/** Unpacks a file. yauzl fails if it is longer than the list says. Pictures and the like may be broken: they are as if they were missing. */
async function isReadable(zip: ZipFile, entry: Entry): Promise<boolean> {
  const forms = isXml.test(entry.fileName) ? [doctype, ...wideDoctypes] : [];
  let end = Buffer.alloc(0);
  try {
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      const part = Buffer.concat([end, chunk]);
      if (forms.some((form) => part.includes(form)))
        throw new ReadingProblem(
          'This file declares entities of its own, which office documents do not. It was not read.',
        );
      end = part.subarray(-32);
    }
    return true;
  } catch (error) {
    const isOnlyBroken = String((error as NodeJS.ErrnoException).code).startsWith('Z_');
    if (isOnlyBroken && !isXml.test(entry.fileName)) return false;
    throw error instanceof ReadingProblem ? error : damaged(error);
  }
}

const decoded = (bytes: Uint8Array): string => decoderFor(bytes).decode(bytes);

/** UTF-16 has a mark at its start; any other encoding is named in the first line, unless it is UTF-8 (XML 1.0, appendix F). */
function decoderFor(bytes: Uint8Array): TextDecoder {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le');
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be');
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const [, name = 'utf-8'] = /^(?:\u00ef\u00bb\u00bf)?<\?xml[^>]*\sencoding=["']([\w-]+)["']/.exec(start) ?? [];
  try {
    // What is not marked as UTF-16 is not in it, whatever it says.
    return new TextDecoder(/^utf-?16/i.test(name) ? 'utf-8' : name);
  } catch {
    return new TextDecoder();
  }
}

const damaged = (cause: unknown) => new ReadingProblem('This file is damaged or incomplete.', { cause });

/** What is read from a part of a document, or null if that part alone is damaged. */
export async function unlessDamaged<Read>(reading: Promise<Read>): Promise<Read | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof ReadingProblem) return null;
    throw error;
  }
}

/** The title in the properties of an office document, if they can be read. */
export async function officeTitle(archive: OfficeArchive): Promise<string | null> {
  const path = 'docProps/core.xml';
  if (!archive.has(path)) return null;
  let isTitle = false;
  let title = '';
  eachElement(await archive.text(path), {
    open: (name) => {
      isTitle = name === 'title';
    },
    text: (text) => {
      if (isTitle) title += text;
    },
    close: () => {
      isTitle = false;
    },
  });
  return title;
}

/** A link from a part of an office document to another part, or to something outside of the document. */
export type Relationship = { id: string; type: string; target: string; isExternal: boolean };

/** The links in a file of relationships. `type` is the last step of the type's address, such as "slide". */
export async function relationshipsIn(archive: OfficeArchive, path: string): Promise<Relationship[]> {
  const found: Relationship[] = [];
  if (!archive.has(path)) return found;
  eachElement(await archive.text(path), {
    open: (name, attributes) => {
      if (name !== 'Relationship') return;
      const { Id = '', Type = '', Target = '', TargetMode } = attributes();
      found.push({
        id: Id,
        type: Type.slice(Type.lastIndexOf('/') + 1),
        target: Target,
        isExternal: TargetMode === 'External',
      });
    },
  });
  return found;
}

/** A link to another part of the document, with its path in the archive. */
export type PartLink = { id: string; type: string; path: string };

/** The links from a part to other parts that are in the archive. An empty path stands for the document as a whole. */
export async function partLinksOf(archive: OfficeArchive, part: string): Promise<PartLink[]> {
  const folder = posix.dirname(part);
  return (await relationshipsOf(archive, part)).flatMap(({ id, type, target, isExternal }) => {
    const path = isExternal ? undefined : pathsOf(folder, target).find((each) => archive.has(each));
    return path === undefined ? [] : [{ id, type, path }];
  });
}

/** All links of a part. */
export const relationshipsOf = (archive: OfficeArchive, part: string): Promise<Relationship[]> =>
  relationshipsIn(archive, posix.join(posix.dirname(part), '_rels', `${posix.basename(part)}.rels`));

/** Where a target may be: as it is written, or without the escapes of an address. */
function pathsOf(folder: string, target: string): string[] {
  const [bare = ''] = target.replaceAll('\\', '/').split('#', 1);
  const path = bare.startsWith('/') ? posix.normalize(bare).slice(1) : posix.join(folder, bare);
  try {
    return [path, decodeURIComponent(path), bare];
  } catch {
    return [path, bare];
  }
}

/** The path of the part that has the document itself, wherever the package says that it is, or else at its usual place. */
export async function mainPartOf(archive: OfficeArchive, usual: string): Promise<string> {
  const main = (await partLinksOf(archive, '')).find(({ type }) => type === 'officeDocument');
  return main?.path ?? usual;
}
