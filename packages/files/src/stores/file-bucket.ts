import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { type ByteRange, ByteStoreFailure } from './byte-store.ts';
import { createS3Client, drained, readList, type S3Client, type S3Object, type S3Settings } from './s3-client.ts';

/** Called for each part of a large file, and can throw to give up. */
type OnPart = () => Promise<void>;

/** Keeps large files under a name: letters, digits, hyphens, dots and slashes. All functions throw ByteStoreFailure. */
export type FileBucket = {
  /** Stores a file of this machine, all of it or nothing. */
  put(name: string, path: string, onPart: OnPart): Promise<void>;
  /** Writes what is stored to a new file on this machine. Returns false if there is nothing. */
  fetch(name: string, path: string, onPart: OnPart): Promise<boolean>;
  /** How many bytes are stored; null if there is nothing. */
  size(name: string): Promise<number | null>;
  /** What is stored, or a part of it; null if there is nothing. */
  read(name: string, range?: ByteRange): Promise<ReadableStream<Uint8Array> | null>;
  delete(name: string): Promise<void>;
  /** Everything whose name begins with the prefix. */
  list(prefix: string): AsyncIterable<S3Object>;
  /** Removes the parts of files that were not stored completely, and began before this time. */
  removeUnfinished(prefix: string, before: Date): Promise<void>;
};

/** In memory while it is sent. S3 takes 10,000 parts. */
const defaultPartBytes = 16 * 1024 * 1024;

/** Keeps large files in a bucket of S3, in parts. */
export function createFileBucket(settings: S3Settings, partBytes = defaultPartBytes): FileBucket {
  const client = createS3Client(settings);

  return {
    async put(name, path, onPart) {
      const file = await open(path);
      try {
        const { size } = await file.stat();
        if (size > partBytes) await putInParts(client, name, partsOf(file, size, partBytes), onPart);
        else await drained(await client.send(client.urlOf(name), signed(await partOf(file, 0, size))));
      } finally {
        await file.close();
      }
    },

    async fetch(name, path, onPart) {
      const found = await client.get(name);
      if (!found) return false;
      async function* parts() {
        for await (const part of Readable.fromWeb(found?.stream as NodeStream<Uint8Array>)) {
          await onPart();
          yield part as Uint8Array;
        }
      }
      await pipeline(parts, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
      return true;
    },

    async size(name) {
      const response = await client.send(client.urlOf(name), { method: 'HEAD' }, [404]);
      await drained(response);
      return response.ok ? Number(response.headers.get('content-length')) : null;
    },

    read: async (name, range) => (await client.get(name, range))?.stream ?? null,
    delete: (name) => client.delete(name),
    list: (prefix) => client.list(prefix),

    async removeUnfinished(prefix, before) {
      const query = new URLSearchParams({ uploads: '', prefix });
      const answer = await client.send(`${client.urlOf('')}?${query}`, {});
      for (const { Key = '', UploadId = '', Initiated = '' } of readList(await answer.text(), 'Upload').found)
        if (new Date(Initiated) < before) await abort(client, Key, UploadId);
    },
  };
}

async function partOf(file: FileHandle, from: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; ) {
    const { bytesRead } = await file.read(bytes, at, length - at, from + at);
    if (bytesRead === 0) throw new Error('The file has become shorter while it was read.');
    at += bytesRead;
  }
  return bytes;
}

async function* partsOf(file: FileHandle, size: number, partBytes: number): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let from = 0; from < size; from += partBytes) yield partOf(file, from, Math.min(partBytes, size - from));
}

function signed(body: Uint8Array<ArrayBuffer>, method = 'PUT'): RequestInit {
  const sha256 = createHash('sha256').update(body).digest('hex');
  return {
    method,
    headers: { 'x-amz-content-sha256': sha256, 'content-type': 'application/octet-stream' },
    body,
  };
}

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/mpuoverview.html */
async function putInParts(
  client: S3Client,
  name: string,
  parts: AsyncIterable<Uint8Array<ArrayBuffer>>,
  onPart: OnPart,
): Promise<void> {
  const url = client.urlOf(name);
  const begun = await client.send(`${url}?uploads=`, { method: 'POST' });
  const { UploadId: id = '' } = readList(await begun.text(), '').values;
  try {
    const stored: string[] = [];
    for await (const part of parts) {
      await onPart();
      const query = new URLSearchParams({ partNumber: String(stored.length + 1), uploadId: id });
      const answer = await client.send(`${url}?${query}`, signed(part));
      await drained(answer);
      const tag = answer.headers.get('etag') ?? '';
      stored.push(`<Part><PartNumber>${stored.length + 1}</PartNumber><ETag>${tag}</ETag></Part>`);
    }
    const list = Buffer.from(`<CompleteMultipartUpload>${stored.join('')}</CompleteMultipartUpload>`);
    const query = new URLSearchParams({ uploadId: id });
    const answer = await (await client.send(`${url}?${query}`, signed(Uint8Array.from(list), 'POST'))).text();
    // A failure can come after the status 200 was sent.
    if (!answer.includes('<CompleteMultipartUploadResult'))
      throw new ByteStoreFailure('unavailable', 'The S3 service did not put the parts of a file together.');
  } catch (error) {
    await abort(client, name, id).catch(() => {});
    throw error;
  }
}

async function abort(client: S3Client, name: string, id: string): Promise<void> {
  const query = new URLSearchParams({ uploadId: id });
  await drained(await client.send(`${client.urlOf(name)}?${query}`, { method: 'DELETE' }, [404]));
}
