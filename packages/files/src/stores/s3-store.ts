import { buffer } from 'node:stream/consumers';
import { AwsClient } from 'aws4fetch';
import { eachElement } from '../reading/xml.ts';
import { type ByteStore, ByteStoreFailure, hashInPath, mismatch, type StoredBytes, storedPath } from './byte-store.ts';

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
/** More pages of a list than any bucket should have: a thousand files each. */
const mostListPages = 100_000;

/**
 * Keeps bytes in a bucket of S3 or of a service with the same interface, addressed by path (`https://service/bucket/ab/cdef…`). Requests are
 * signed with their bytes, so that the service refuses what arrives broken.
 */
export function createS3Store(settings: S3Settings): ByteStore {
  const { accessKeyId, secretAccessKey, region, timeoutMs = defaultTimeoutMs } = settings;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries });
  const bucket = `${settings.url.replace(/\/+$/, '')}/${encodeURIComponent(settings.bucket)}`;
  const urlOf = (sha256: string) => `${bucket}/${storedPath(sha256)}`;

  /** Sends a request. Throws unless the answer is a success or has one of the statuses in `expected`. */
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
    async put(sha256, bytes) {
      const url = urlOf(sha256);
      // S3 wants to know the length first.
      const body = bytes instanceof Uint8Array ? Uint8Array.from(bytes) : Uint8Array.from(await buffer(bytes));
      if ((await hashOf(body)) !== sha256) throw mismatch();
      const headers = { 'x-amz-content-sha256': sha256, 'content-type': 'application/octet-stream' };
      await drained(await send(url, { method: 'PUT', headers, body }));
    },

    async get(sha256, range) {
      const headers = new Headers(range && { range: `bytes=${range.start}-${range.end}` });
      const response = await send(urlOf(sha256), { headers }, [404, 416]);
      if (response.status === 404 || response.status === 416) {
        await drained(response);
        if (response.status === 416) throw new RangeError('No such bytes.');
        return null;
      }
      const [, whole] = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '') ?? [];
      const size = Number(whole ?? response.headers.get('content-length'));
      return { size, stream: response.body ?? new Blob([]).stream() };
    },

    async has(sha256) {
      const response = await send(urlOf(sha256), { method: 'HEAD' }, [404]);
      await drained(response);
      return response.ok;
    },

    async delete(sha256) {
      await drained(await send(urlOf(sha256), { method: 'DELETE' }, [404]));
    },

    async *list() {
      let token = '';
      for (let page = 0; page < mostListPages; page++) {
        const query = new URLSearchParams({ 'list-type': '2', ...(token && { 'continuation-token': token }) });
        const { stored, next } = listIn(await (await send(`${bucket}?${query}`, {})).text());
        yield* stored;
        if (next === null) return;
        if (next === token) break;
        token = next;
      }
      throw new ByteStoreFailure('unavailable', 'The list of the S3 service does not end.');
    },

    // An object appears when all of it has arrived.
    removeUnfinished: async () => 0,
  };
}

/** Computed by another thread: 25 MB take 15 ms or more. */
const hashOf = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex');

/** Reads an answer that is not needed, so that its connection can be used again. */
const drained = async (response: Response): Promise<void> => {
  await response.arrayBuffer().catch(() => {});
};

/** The files in one page of a list, and where the next one begins. Other objects in the bucket are left out. */
function listIn(xml: string): { stored: StoredBytes[]; next: string | null } {
  const stored: StoredBytes[] = [];
  let entry: Record<string, string> = {};
  let isTruncated = false;
  let next = '';
  let text = '';
  try {
    eachElement(xml, {
      open(name) {
        text = '';
        if (name === 'Contents') entry = {};
      },
      text(part) {
        text += part;
      },
      close(name) {
        if (name === 'IsTruncated') isTruncated = text === 'true';
        if (name === 'NextContinuationToken') next = text;
        if (name !== 'Contents') {
          entry[name] = text;
          return;
        }
        const sha256 = hashInPath(entry.Key ?? '');
        if (sha256 !== null)
          stored.push({ sha256, size: Number(entry.Size), storedAt: new Date(entry.LastModified ?? '') });
      },
    });
  } catch {
    throw new ByteStoreFailure('unavailable', 'The list of the S3 service cannot be read.');
  }
  return { stored, next: isTruncated ? next : null };
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
