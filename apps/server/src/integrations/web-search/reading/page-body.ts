import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { PageError } from '../web-search.ts';

/** The encodings that are requested, best first. */
export const acceptedEncodings = 'gzip, deflate, br';
const mostBytes = 2 * 1024 * 1024;
const sniffedBytes = 2_048;

/**
 * The text of a response, decompressed and decoded by the charset of its header, its byte order mark or its meta element, UTF-8
 * otherwise. After 2 MB the rest is not read. Throws PageError for an unknown compression.
 */
export async function readBody(response: IncomingMessage): Promise<string> {
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
  // The reader of the result is told of every error.
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
