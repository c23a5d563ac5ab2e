import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { type Guard, PublicWebError } from '../../public-web/address-guard.ts';
import { createWorkerPool } from '../../worker-pool.ts';
import { userAgent } from '../services/ask-json.ts';
import { PageError, siteName, type WebPage } from '../web-search.ts';
import { requestPage } from './guarded-request.ts';
import type { RawPage, ReadableText } from './readable-text.ts';

/** The share of a text that may be characters that no text has, such as a few bytes of another charset. */
const mostUnreadable = 0.1;
const worker = fileURLToPath(new URL('readable-text.ts', import.meta.url));

export type PageReader = {
  /** Starts what reading needs, so that the first page does not wait for it. */
  prepare(): void;
  read(url: string, signal: AbortSignal): Promise<WebPage>;
  close(): Promise<void>;
};

type PageReaderTimes = { readMs: number; parseMs?: number };

/**
 * Opens pages: HTML and plain text, from allowed addresses only, at most `readMs` milliseconds and 2 MB each. HTML is parsed in a
 * worker thread, which is ended when a page takes longer than `parseMs` or 192 MB, so that no page can hold up the server.
 */
export function createPageReader(guard: Guard, { readMs, parseMs = 4_000 }: PageReaderTimes): PageReader {
  const pool = createWorkerPool<RawPage, ReadableText>(worker);
  const parse = (page: RawPage, signal: AbortSignal): Promise<ReadableText> =>
    pool.run(page, AbortSignal.any([signal, AbortSignal.timeout(parseMs)]));

  async function open(address: string, signal: AbortSignal): Promise<WebPage> {
    const headers = {
      Accept: 'text/html, application/xhtml+xml, text/plain;q=0.9',
      'Accept-Encoding': acceptedEncodings,
      'User-Agent': userAgent,
    };
    const { url, response } = await requestPage(address, guard, headers, signal);
    const type = (response.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase();
    if (type !== 'text/html' && type !== 'application/xhtml+xml' && type !== 'text/plain') {
      response.destroy();
      throw new PageError(`It is of the type ${type || 'unknown'}, not a text.`);
    }
    const body = await readBody(response);
    const site = siteName(url.href);
    const { title, text } =
      type === 'text/plain' ? { title: '', text: body } : await parse({ html: body, url: url.href }, signal);
    if (!isReadable(text)) throw new PageError('It has no readable text.');
    return { url: url.href, title: title || site, site, text };
  }

  return {
    prepare: () => void parse({ html: '', url: '' }, new AbortController().signal).catch(() => {}),
    async read(address, given) {
      const signal = AbortSignal.any([given, AbortSignal.timeout(readMs)]);
      try {
        return await open(address, signal);
      } catch (error) {
        if (error instanceof PublicWebError) throw error;
        const reason = signal.aborted ? 'It took too long, or the answer was stopped.' : String(error);
        throw new PageError(reason, { cause: error });
      }
    },
    close: pool.close,
  };
}

/** Whether it is a text. Some servers call a picture or an archive a page. */
function isReadable(text: string): boolean {
  const unreadable = text.match(/[\ufffd[\p{Cc}--[\t\n\r\f]]]/gv)?.length ?? 0;
  return text.trim() !== '' && unreadable <= text.length * mostUnreadable;
}

/** The encodings that are requested, best first. */
const acceptedEncodings = 'gzip, deflate, br';
const mostBytes = 2 * 1024 * 1024;
const sniffedBytes = 2_048;

/**
 * The text of a response, decompressed and decoded by the charset of its header, its byte order mark or its meta element, UTF-8
 * otherwise. After 2 MB the rest is not read. Throws PageError for an unknown compression.
 */
async function readBody(response: IncomingMessage): Promise<string> {
  const bytes = await readBytes(response);
  const label = charsetOf(response.headers['content-type'], bytes);
  return decoder(label).decode(bytes);
}

async function readBytes(response: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of decompressed(response) as AsyncIterable<Buffer>) {
      parts.push(part);
      length += part.length;
      if (length >= mostBytes) break;
    }
  } finally {
    response.destroy();
  }
  return Buffer.concat(parts).subarray(0, mostBytes);
}

function decompressed(response: IncomingMessage): Readable {
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity') return response;
  const decoders = {
    gzip: createGunzip,
    'x-gzip': createGunzip,
    deflate: createInflate,
    br: createBrotliDecompress,
  } as const;
  const create = Object.hasOwn(decoders, encoding) ? decoders[encoding as keyof typeof decoders] : undefined;
  if (!create) throw new PageError(`Its compression ${encoding} is unknown.`);
  // The reader of the result gets every error.
  return pipeline(response, create(), () => {});
}

function charsetOf(contentType: string | undefined, bytes: Buffer): string {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  const named = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType ?? '')?.[1];
  if (named) return named;
  const start = bytes.subarray(0, sniffedBytes).toString('latin1');
  return /<meta[^>]{1,200}?charset\s*=\s*["']?([\w:.-]+)/i.exec(start)?.[1] ?? 'utf-8';
}

function decoder(label: string): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
}
