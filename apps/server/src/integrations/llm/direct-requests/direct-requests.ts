import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import zlib from 'node:zlib';
import { APIConnectionError, APIError, type OpenAI } from 'openai';
import { isObject } from '../json.ts';
import { createKeptConnections } from './kept-connections.ts';

export type { AnswerBody };

type Path = '/chat/completions' | '/responses';
/** Error bodies are read up to this length. Only their first lines matter. */
const longestErrorBody = 64 * 1024;

/**
 * Requests a streamed answer. Null when its compression is not supported. Throws APIConnectionError, or the APIError of the response's
 * status.
 */
export type AskForAnswer = (body: Record<string, unknown>, signal: AbortSignal) => Promise<AnswerBody | null>;

/** `path`: where answers are asked for, by default /chat/completions. */
export type DirectRequests = { through(client: OpenAI, path?: Path): AskForAnswer };

/**
 * Requests for answers without the openai package's own way of making them, which costs a turn more than a tenth of its processor time
 * (decisions/004). The address, the headers and the errors are the package's. `connectMs`: the time-out for connecting.
 */
export function createDirectRequests(settings: { connectMs: number }): DirectRequests {
  const connections = createKeptConnections(settings);

  async function targetOf(client: OpenAI, path: Path) {
    const { url, req } = await client.buildRequest({ method: 'post', path, body: {}, stream: true });
    // A compressor would delay the text.
    const headers = { ...Object.fromEntries(req.headers), 'accept-encoding': 'identity' };
    return { target: connections.targetOf(url), headers };
  }

  return {
    through(client, path = '/chat/completions') {
      // The key of a provider does not change, so these are the same for every answer.
      let found: ReturnType<typeof targetOf> | undefined;
      return async (body, signal) => {
        found ??= targetOf(client, path);
        const { target, headers } = await found;
        const request = { headers, body: JSON.stringify(body), signal };
        const incoming = await connections.post(target, request).catch((cause: Error) => {
          throw new APIConnectionError({ cause });
        });
        const status = incoming.statusCode ?? 502;
        if (status < 200 || status >= 300) throw await errorOf(status, incoming);
        return answerBody(incoming);
      };
    },
  };
}

async function errorOf(status: number, incoming: IncomingMessage): Promise<APIError> {
  const headers = new Headers();
  for (const name of ['retry-after', 'retry-after-ms']) {
    const value = incoming.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  const text = await startOf(incoming);
  // A body that is not JSON is the error's message, as in the package.
  return APIError.generate(status, parsed(text), text, headers);
}

function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

async function startOf(incoming: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of (answerBody(incoming)?.bytes ?? []) as AsyncIterable<Buffer>) {
      parts.push(part);
      length += part.length;
      if (length >= longestErrorBody) break;
    }
  } catch {
    // The part of an error body that arrived is enough, together with the status.
  }
  return Buffer.concat(parts).toString('utf8');
}

/** A response and the bytes of its body, decompressed if a server or proxy compressed it unasked. */
type AnswerBody = { bytes: Readable; incoming: IncomingMessage };

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
function answerBody(incoming: IncomingMessage): AnswerBody | null {
  const encoding = (incoming.headers['content-encoding'] ?? '').trim().toLowerCase();
  if (encoding === '' || encoding === 'identity') return { bytes: incoming, incoming };
  const decompressor = Object.hasOwn(decompressors, encoding) ? decompressors[encoding]?.() : undefined;
  if (!decompressor) return null;
  // The reader handles errors, which are events of the decompressor.
  return { bytes: pipeline(incoming, decompressor, () => {}), incoming };
}
