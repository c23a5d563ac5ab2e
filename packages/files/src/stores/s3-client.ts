import { AwsClient } from 'aws4fetch';
import { eachElement } from '../reading/xml.ts';
import { type ByteRange, ByteStoreFailure } from './byte-store.ts';

/** An S3 service and a bucket in it. */
export type S3Settings = {
  /** The address of the service, without the bucket: "https://s3.eu-central-1.amazonaws.com". */
  url: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** How long an answer may take to begin, in milliseconds. */
  timeoutMs?: number;
};

const defaultTimeoutMs = 30_000;
/** How often a request is sent again that the service answered with 429 or 5xx. */
const retries = 2;
/** More pages of a list than any bucket should have: a thousand objects each. */
const mostListPages = 100_000;

/** An object in a bucket. */
export type S3Object = { key: string; size: number; storedAt: Date };

/** Requests to one bucket. All functions throw ByteStoreFailure. */
export type S3Client = {
  /** The address of an object, or with '' that of the bucket. */
  urlOf(key: string): string;
  /** Sends a request. Throws unless the answer is a success or has one of the statuses in `expected`. */
  send(url: string, init: RequestInit, expected?: readonly number[]): Promise<Response>;
  /** A part of an object, or all of it, and the size of the whole; null if it is not there. Throws RangeError if `start` is behind the end. */
  get(key: string, range?: ByteRange): Promise<{ size: number; stream: ReadableStream<Uint8Array> } | null>;
  /** Removes an object. */
  delete(key: string): Promise<void>;
  /** Every object whose key begins with the prefix. */
  list(prefix: string): AsyncGenerator<S3Object>;
};

/** Requests are signed with their bytes, so that the service refuses what arrives broken. Objects are addressed by path. */
export function createS3Client(settings: S3Settings): S3Client {
  const { accessKeyId, secretAccessKey, region, timeoutMs = defaultTimeoutMs } = settings;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries });
  const bucket = `${settings.url.replace(/\/+$/, '')}/${encodeURIComponent(settings.bucket)}`;
  const urlOf = (key: string) => (key === '' ? bucket : `${bucket}/${key}`);

  async function send(url: string, init: RequestInit, expected: readonly number[] = []): Promise<Response> {
    const over = new AbortController();
    const timer = setTimeout(() => over.abort(), timeoutMs);
    const method = init.method ?? 'GET';
    let response: Response;
    try {
      // Following a redirection would send the bytes to wherever it leads.
      response = await client.fetch(url, { ...init, signal: over.signal, redirect: 'manual' });
    } catch (error) {
      const why = over.signal.aborted ? `no answer within ${timeoutMs} ms` : networkCode(error);
      throw new ByteStoreFailure('unavailable', `${method} to the S3 service failed: ${why}.`);
    } finally {
      clearTimeout(timer);
    }
    if (response.ok || expected.includes(response.status)) return response;
    throw await failureOf(method, response);
  }

  return {
    urlOf,
    send,

    async get(key, range) {
      const headers = new Headers(range && { range: `bytes=${range.start}-${range.end}` });
      const response = await send(urlOf(key), { headers }, [404, 416]);
      if (response.status === 404 || response.status === 416) {
        await drained(response);
        if (response.status === 416) throw new RangeError('No such bytes.');
        return null;
      }
      const [, whole] = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '') ?? [];
      const size = Number(whole ?? response.headers.get('content-length'));
      return { size, stream: response.body ?? new Blob([]).stream() };
    },

    async delete(key) {
      await drained(await send(urlOf(key), { method: 'DELETE' }, [404]));
    },

    async *list(prefix) {
      let token = '';
      for (let page = 0; page < mostListPages; page++) {
        const query = new URLSearchParams({
          'list-type': '2',
          ...(prefix && { prefix }),
          ...(token && { 'continuation-token': token }),
        });
        const { found, values } = readList(await (await send(`${bucket}?${query}`, {})).text(), 'Contents');
        for (const { Key = '', Size, LastModified = '' } of found)
          yield { key: Key, size: Number(Size), storedAt: new Date(LastModified) };
        if (values.IsTruncated !== 'true') return;
        const { NextContinuationToken: next = '' } = values;
        if (next === token) break;
        token = next;
      }
      throw new ByteStoreFailure('unavailable', 'The list of the S3 service does not end.');
    },
  };
}

/** Reads an answer that is not needed, so that its connection can be used again. */
export const drained = async (response: Response): Promise<void> => {
  await response.arrayBuffer().catch(() => {});
};

type Values = Record<string, string>;

/** The elements with this name in an answer, and the values beside them. */
export function readList(xml: string, name: string): { found: Values[]; values: Values } {
  const found: Values[] = [];
  const values: Values = {};
  let entry: Values | null = null;
  let text = '';
  try {
    eachElement(xml, {
      open(opened) {
        text = '';
        if (opened === name) entry = {};
      },
      text(part) {
        text += part;
      },
      close(closed) {
        if (closed === name) {
          if (entry) found.push(entry);
          entry = null;
        } else (entry ?? values)[closed] = text;
      },
    });
  } catch {
    throw new ByteStoreFailure('unavailable', 'The answer of the S3 service cannot be read.');
  }
  return { found, values };
}

/** The code alone: what S3 writes about a wrong signature repeats the key's name and what was signed. */
async function failureOf(method: string, response: Response): Promise<ByteStoreFailure> {
  const text = (await response.text().catch(() => '')).slice(0, 10_000);
  const [, code = ''] = /<Code>(\w{1,64})<\/Code>/.exec(text) ?? [];
  const isBusy = response.status >= 500 || response.status === 429;
  const isFull = /^(QuotaExceeded|XMinioStorageFull|InsufficientStorage)/.test(code) || response.status === 507;
  const said = [response.status, code].filter((part) => part !== '').join(' ');
  return new ByteStoreFailure(
    isFull ? 'space' : isBusy ? 'unavailable' : 'refused',
    `${method} to the S3 service failed: ${said}.`,
  );
}

/** Such as ECONNREFUSED. The message of the error may name the address with a password in it. */
const networkCode = (error: unknown): string => {
  const cause = error instanceof Error ? error.cause : null;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'no connection';
};
