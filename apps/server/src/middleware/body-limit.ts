import type { MiddlewareHandler } from 'hono';
import { AppError } from '../errors.ts';

/** Of a body that is refused so much is still taken in, in bytes: a caller that cannot finish sending hears no answer. */
const drainedBytes = 8 * 1024 * 1024;

/**
 * Refuses bodies over `maxBytes` with 413, and leaves the connection fit for the next call. A body of declared length is not
 * touched here: what is not read of it is taken in behind the answer by the adapter, which it cannot do once a reader has begun.
 */
export function bodyLimit(maxBytes: number): MiddlewareHandler {
  return async (c, next) => {
    const { raw } = c.req;
    const declared = raw.headers.has('transfer-encoding') ? null : raw.headers.get('content-length');
    if (declared !== null) {
      if (Number(declared) > maxBytes) throw tooLarge();
    } else if (raw.body) {
      c.req.raw = new Request(raw, { body: await readUpTo(raw.body, maxBytes) });
    }
    await next();
  };
}

/** Is this what reading a body ends with when its caller went away first? That is nobody's mistake, and nobody hears the answer. */
export function isCutOff(error: unknown): boolean {
  const { code, message } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  return code === 'ECONNRESET' && message === 'aborted';
}

const tooLarge = (headers: Record<string, string> = {}) =>
  new AppError('PAYLOAD_TOO_LARGE', 'This is too large: requests are at most 256 kB.', { headers });

/** A body of unknown length as a whole. Throws the 413 for one over the limit when the caller has sent the rest of it. */
async function readUpTo(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  const pieces: Uint8Array[] = [];
  let size = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    size += read.value.length;
    if (size > drainedBytes) throw tooLarge({ Connection: 'close' });
    if (size <= maxBytes) pieces.push(read.value);
    else pieces.length = 0;
  }
  if (size > maxBytes) throw tooLarge();
  return Buffer.concat(pieces);
}
