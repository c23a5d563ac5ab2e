import type { IncomingMessage } from 'node:http';
import { isStreamedBody, keyOf } from '@noek/contract/calls/operation';
import { operations } from '@noek/contract/operations';
import type { Context, MiddlewareHandler } from 'hono';
import { AppError } from '../errors.ts';
import { maxBodyText } from '../text/space-size.ts';

/** How many bytes of a refused body are still read. A caller that cannot finish sending never sees the response. */
const drainedBytes = 8 * 1024 * 1024;
/** The same for a file, how long it is read at most, and how long nothing may arrive, in milliseconds. */
const drainedFileBytes = 64 * 1024 * 1024;
const drainedWithinMs = 2 * 60_000;
const silentMs = 10_000;

/**
 * Refuses bodies over `maxBytes` with 413 and keeps the connection usable for the next call. A refused body of declared length is not read
 * here: the adapter discards it after the response, but only if reading has not begun. Bodies for which `isStreamed` is true pass, because
 * their reader limits them.
 */
export function bodyLimit(maxBytes: number, isStreamed: (c: Context) => boolean = () => false): MiddlewareHandler {
  return async (c, next) => {
    if (isStreamed(c)) return next();
    const { raw } = c.req;
    const declared = raw.headers.has('transfer-encoding') ? null : raw.headers.get('content-length');
    if (declared !== null) {
      if (Number(declared) > maxBytes) throw tooLarge(maxBytes);
    } else if (raw.body) {
      c.req.raw = new Request(raw, { body: await readUpTo(raw.body, maxBytes) });
    }
    await next();
  };
}

/**
 * The body as a stream that fails with the 413 when it turns out to be larger than `maxBytes`. Throws it at once for a body whose
 * declared length is larger. Call `discardRest` before the refusal is sent.
 */
export function streamUpTo(c: Context, maxBytes: number): ReadableStream<Uint8Array> {
  const { headers, body } = c.req.raw;
  const refusal = () =>
    new AppError('PAYLOAD_TOO_LARGE', `This file is too large: it can have up to ${maxBodyText(maxBytes)}.`);
  if (Number(headers.get('content-length') ?? 0) > maxBytes) throw refusal();
  let size = 0;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      size += piece.length;
      if (size > maxBytes) throw refusal();
      controller.enqueue(piece);
    },
  });
  return (body ?? new Blob([]).stream()).pipeThrough(limit);
}

/**
 * Reads and drops what a caller is still sending of a refused file: up to 64 MB, for two minutes, and until nothing has arrived for 10 seconds.
 * A proxy that cannot send the rest answers with an error of its own, and other callers see a broken connection: the adapter waits only
 * half a second after the response.
 */
export async function discardRest({ env }: Context): Promise<void> {
  const { incoming } = (env ?? {}) as { incoming?: IncomingMessage };
  if (!incoming || incoming.readableEnded || incoming.destroyed) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  let bytes = 0;
  const onData = (piece: Buffer) => {
    bytes += piece.length;
    silence.refresh();
    if (bytes > drainedFileBytes) resolve();
  };
  const timer = setTimeout(resolve, drainedWithinMs);
  const silence = setTimeout(resolve, silentMs);
  // Whatever was reading it has stopped, and would keep the rest in memory and pause it.
  incoming.removeAllListeners('data');
  incoming.on('data', onData).once('end', resolve).once('close', resolve).resume();
  await promise;
  clearTimeout(timer);
  clearTimeout(silence);
  incoming.off('data', onData).off('end', resolve).off('close', resolve);
}

/** What is logged about it. */
export const cutOff = 'a caller disconnected before its request was complete';

/** Whether reading a body failed because the caller disconnected. That is not an error, and the response is not received. */
export function isCutOff(error: unknown): boolean {
  const { code, message } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  return code === 'ECONNRESET' && message === 'aborted';
}

const requestSize = (bytes: number): string => (bytes < 1024 * 1024 ? `${bytes / 1024} kB` : maxBodyText(bytes));

const tooLarge = (maxBytes: number, headers: Record<string, string> = {}) =>
  new AppError('PAYLOAD_TOO_LARGE', `This is too large: requests are at most ${requestSize(maxBytes)}.`, { headers });

/** Reads a body of unknown length. Throws the 413 for a body over the limit after the caller has sent the rest of it. */
async function readUpTo(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  const pieces: Uint8Array[] = [];
  let size = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    size += read.value.length;
    if (size > maxBytes + drainedBytes) throw tooLarge(maxBytes, { Connection: 'close' });
    if (size <= maxBytes) pieces.push(read.value);
    else pieces.length = 0;
  }
  if (size > maxBytes) throw tooLarge(maxBytes);
  return Buffer.concat(pieces);
}

const streamedCalls: ReadonlySet<string> = new Set(
  operations.filter(({ body }) => body && isStreamedBody(body)).map(keyOf),
);

/** Whether a call, as "POST /api/files", takes a file: it reads its body as a stream, with a limit of its own. */
export const isStreamedCall = (call: string): boolean => streamedCalls.has(call);
