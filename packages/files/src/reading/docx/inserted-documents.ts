import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';
import { type Block, textBlock } from './blocks.ts';
import { htmlBlocks } from './html-blocks.ts';
import type { LeftBehind } from './left-behind.ts';

/** Reads a Word document that is inserted in another one; null within such a one, where no further document is opened. */
export type InnerReader = (bytes: Uint8Array) => Promise<Block[]>;

/** Reads the bytes of a file in an archive that was opened and checked. */
export async function storedBytes(archive: Uint8Array, path: string): Promise<Uint8Array> {
  const zip = await fromBufferPromise(Buffer.from(archive.buffer, archive.byteOffset, archive.length), {
    lazyEntries: true,
    strictFileNames: false,
  });
  for await (const entry of zip.eachEntry())
    if (plain(entry.fileName) === plain(path)) return await buffer(await zip.openReadStreamPromise(entry));
  throw new Error(`${path} is missing.`);
}

/** Paths in office documents do not depend on case (ECMA-376 part 2, 6.2.2.3). */
const plain = (path: string) => path.replace(/^\//, '').toLowerCase();

/**
 * Reads a document of another kind that is in the text as a whole (ECMA-376, 17.17.2.1): a page in HTML, also as an archive of its own,
 * a text or a Word document. Others are counted in `left`.
 */
export async function insertedBlocks(
  bytes: Uint8Array,
  left: LeftBehind,
  readInner: InnerReader | null,
): Promise<Block[]> {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 4096)).replaceAll('\0', '');
  if (start.startsWith('{\\rtf')) return leave(left, 'RTF');
  if (start.startsWith('PK')) {
    if (!readInner) return leave(left, 'Word');
    try {
      return await readInner(bytes);
    } catch {
      return leave(left, 'Word');
    }
  }
  if (/^\s*[\w-]+:/.test(start) && /^(mime-version|content-type):/im.test(start)) {
    const page = pageInMime(bytes);
    return page ? htmlBlocks(textOf(page.bytes, page.charset)) : leave(left, 'web');
  }
  if (/<w:wordDocument|<pkg:package/.test(start)) return leave(left, 'XML');
  if (/<(!doctype html|html|head|body|p|div|table|span|h[1-6]|ul|ol|br)\b/i.test(start))
    return htmlBlocks(textOf(bytes));
  return textOf(bytes)
    .split(/\r?\n\s*\r?\n/)
    .filter((text) => text.trim() !== '')
    .map((text) => textBlock(text.trim()));
}

function leave(left: LeftBehind, kind: string): Block[] {
  left.addChunk(kind);
  return [];
}

/** The text in the encoding that it begins with, names or most likely has. */
function textOf(bytes: Uint8Array, named?: string): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 2048));
  const charset = named ?? /<meta[^>]*charset\s*=\s*["']?([\w-]+)/i.exec(start)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(/^utf-?16/i.test(charset) ? 'utf-8' : charset, { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

type Page = { bytes: Uint8Array; charset: string | undefined };

const deepest = 4;

/** The page in an archive of a web page (RFC 2557): its first part in HTML. */
function pageInMime(bytes: Uint8Array): Page | null {
  // Latin-1 keeps every byte.
  return pageIn(new TextDecoder('latin1').decode(bytes), 0);
}

function pageIn(part: string, depth: number): Page | null {
  const text = part.trimStart();
  const divider = /\r?\n\r?\n/.exec(text);
  const head = text.slice(0, divider?.index ?? 0);
  const body = divider ? text.slice(divider.index + divider[0].length) : '';
  const headers = head.replace(/\r?\n[ \t]+/g, ' ');
  const type = /^content-type:\s*([^\r\n]*)/im.exec(headers)?.[1] ?? '';
  const [, quoted, bare] = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(type) ?? [];
  const boundary = quoted ?? bare;
  if (boundary !== undefined && depth < deepest) {
    for (const inner of body.split(`--${boundary}`).slice(1)) {
      const page = pageIn(inner, depth + 1);
      if (page) return page;
    }
    return null;
  }
  if (!/^text\/html/i.test(type)) return null;
  const encoding = /^content-transfer-encoding:\s*(\S+)/im.exec(headers)?.[1]?.toLowerCase();
  return { bytes: decoded(body, encoding), charset: /charset="?([\w-]+)/i.exec(type)?.[1] };
}

function decoded(body: string, encoding: string | undefined): Uint8Array {
  if (encoding === 'base64') return Buffer.from(body, 'base64');
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1');
  const text = body
    .replace(/=[ \t]*\r?\n/g, '')
    .replace(/=([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(text, 'latin1');
}
