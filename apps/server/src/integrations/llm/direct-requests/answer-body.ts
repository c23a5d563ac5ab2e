import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import zlib from 'node:zlib';

/** A response and the bytes of its body, decompressed if a server or proxy compressed it unasked. */
export type AnswerBody = { bytes: Readable; incoming: IncomingMessage };

// Output is flushed as soon as input arrives. A stream without its last bytes is still accepted.
const zip = { flush: zlib.constants.Z_SYNC_FLUSH, finishFlush: zlib.constants.Z_SYNC_FLUSH };
const brotli = {
  flush: zlib.constants.BROTLI_OPERATION_FLUSH,
  finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH,
};
const zstd = { flush: zlib.constants.ZSTD_e_flush, finishFlush: zlib.constants.ZSTD_e_flush };

const decompressors: Record<string, () => zlib.Gunzip | zlib.Inflate | zlib.BrotliDecompress | zlib.ZstdDecompress> = {
  gzip: () => zlib.createGunzip(zip),
  'x-gzip': () => zlib.createGunzip(zip),
  deflate: () => zlib.createInflate(zip),
  br: () => zlib.createBrotliDecompress(brotli),
  zstd: () => zlib.createZstdDecompress(zstd),
};

/** The decompressed body of a response; null when its compression is not supported. */
export function answerBody(incoming: IncomingMessage): AnswerBody | null {
  const encoding = (incoming.headers['content-encoding'] ?? '').trim().toLowerCase();
  if (encoding === '' || encoding === 'identity') return { bytes: incoming, incoming };
  const decompressor = Object.hasOwn(decompressors, encoding) ? decompressors[encoding]?.() : undefined;
  if (!decompressor) return null;
  // The reader handles errors, which are events of the decompressor.
  return { bytes: pipeline(incoming, decompressor, () => {}), incoming };
}
