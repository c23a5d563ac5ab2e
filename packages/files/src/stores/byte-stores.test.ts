import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type S3StandIn, startS3StandIn } from '../testing/s3-stand-in.ts';
import type { ByteStore } from './byte-store.ts';
import { createFolderStore } from './folder-store.ts';
import { createS3Store } from './s3-store.ts';

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const hello = Buffer.from('Hello, bytes!');
const hash = hashOf(hello);
const absent = hashOf(Buffer.from('absent'));

let service: S3StandIn;
beforeAll(async () => {
  service = await startS3StandIn();
});
afterAll(() => service.close());
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'noek-files-'));
  service.objects.clear();
  service.requests.length = 0;
  service.answers.length = 0;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function bytesOf(store: ByteStore, sha256: string, range?: { start: number; end: number }) {
  const found = await store.get(sha256, range);
  return found && { size: found.size, text: (await buffer(found.stream)).toString() };
}
async function all(store: ByteStore): Promise<string[]> {
  const found: string[] = [];
  for await (const { sha256 } of store.list()) found.push(sha256);
  return found.sort();
}

describe.each([
  ['folder', () => createFolderStore(join(folder, 'files'))],
  ['S3', () => createS3Store(service.settings)],
])('%s', (_, create) => {
  test('bytes are there after they were put, and gone after they were deleted', async () => {
    const store = create();
    expect(await store.has(hash)).toBe(false);
    expect(await store.get(hash)).toBeNull();
    await store.put(hash, hello);
    await store.put(hash, hello);
    expect(await store.has(hash)).toBe(true);
    expect(await bytesOf(store, hash)).toEqual({ size: 13, text: 'Hello, bytes!' });
    expect(await all(store)).toEqual([hash]);
    await store.delete(hash);
    await store.delete(hash);
    expect(await store.has(hash)).toBe(false);
    expect(await all(store)).toEqual([]);
  });

  test('a part of the bytes', async () => {
    const store = create();
    await store.put(hash, hello);
    expect(await bytesOf(store, hash, { start: 7, end: 11 })).toEqual({ size: 13, text: 'bytes' });
    expect(await bytesOf(store, hash, { start: 7, end: 100 })).toEqual({ size: 13, text: 'bytes!' });
    await expect(store.get(hash, { start: 13, end: 20 })).rejects.toThrow(RangeError);
    expect(await store.get(absent, { start: 0, end: 1 })).toBeNull();
  });

  test('a stream is stored like bytes', async () => {
    const store = create();
    const parts = [randomBytes(100_000), randomBytes(1_500_000)];
    const whole = Buffer.concat(parts);
    await store.put(
      hashOf(whole),
      (async function* () {
        yield* parts;
      })(),
    );
    const found = await store.get(hashOf(whole));
    expect(found?.size).toBe(whole.length);
    expect(hashOf(await buffer(found?.stream ?? new Blob([]).stream()))).toBe(hashOf(whole));
  });

  test('bytes with another hash, and a stream that breaks off, leave nothing', async () => {
    const store = create();
    await expect(store.put(absent, hello)).rejects.toMatchObject({ reason: 'mismatch' });
    const broken = (async function* () {
      yield hello;
      throw new Error('The connection broke.');
    })();
    await expect(store.put(hash, broken)).rejects.toThrow('The connection broke.');
    expect(await all(store)).toEqual([]);
    expect(await store.removeUnfinished(new Date(Date.now() + 1000))).toBe(0);
  });

  test('what is no hash is never a path', async () => {
    const store = create();
    for (const name of ['../../etc/passwd', '', hash.toUpperCase(), `${hash}/..`, `/${hash}`]) {
      await expect(store.put(name, hello)).rejects.toThrow(TypeError);
      await expect(store.get(name)).rejects.toThrow(TypeError);
      await expect(store.has(name)).rejects.toThrow(TypeError);
      await expect(store.delete(name)).rejects.toThrow(TypeError);
    }
  });

  test('everything is listed once, with size and time', async () => {
    const store = create();
    const before = Date.now() - 2000;
    const many = Array.from({ length: 7 }, (_, at) => Buffer.from(`File ${at}`));
    for (const bytes of many) await store.put(hashOf(bytes), bytes);
    expect(await all(store)).toEqual(many.map(hashOf).sort());
    for await (const { size, storedAt } of store.list()) {
      expect(size).toBe(6);
      expect(storedAt.getTime()).toBeGreaterThan(before);
    }
  });
});

describe('folder', () => {
  const root = () => join(folder, 'files');

  test('files are private, and other files are no part of it', async () => {
    const store = createFolderStore(root());
    await store.put(hash, hello);
    const path = join(root(), hash.slice(0, 2), hash.slice(2));
    expect(readFileSync(path)).toEqual(hello);
    expect(statSync(path).mode & 0o077).toBe(0);
    expect(statSync(root()).mode & 0o077).toBe(0);
    writeFileSync(join(root(), hash.slice(0, 2), 'notes.txt'), '');
    writeFileSync(join(root(), 'README'), '');
    expect(await all(store)).toEqual([hash]);
  });

  test('what a crash left half-written is removed when it is old enough', async () => {
    const store = createFolderStore(root());
    await store.put(hash, hello);
    const left = join(root(), 'unfinished', 'half');
    writeFileSync(left, 'Hel');
    expect(await all(store)).toEqual([hash]);
    expect(await store.removeUnfinished(new Date(Date.now() - 60_000))).toBe(0);
    utimesSync(left, 0, 0);
    expect(await store.removeUnfinished(new Date(Date.now() - 60_000))).toBe(1);
    expect(readdirSync(join(root(), 'unfinished'))).toEqual([]);
  });

  test('bytes that are being read are read to the end after they were deleted', async () => {
    const store = createFolderStore(root());
    await store.put(hash, hello);
    const found = await store.get(hash);
    await store.delete(hash);
    expect((await buffer(found?.stream ?? new Blob([]).stream())).toString()).toBe('Hello, bytes!');
  });

  test('a path that is not a folder is unavailable', async () => {
    writeFileSync(root(), '');
    const store = createFolderStore(root());
    const failure = {
      name: 'ByteStoreFailure',
      reason: 'unavailable',
      message: 'The folder of files failed: ENOTDIR.',
    };
    await expect(store.put(hash, hello)).rejects.toMatchObject(failure);
    await expect(store.get(hash)).rejects.toMatchObject(failure);
    await expect(createFolderStore(join(folder, 'no', 'parent')).put(hash, hello)).rejects.toMatchObject({
      reason: 'unavailable',
    });
  });
});

describe('S3', () => {
  test('objects are addressed by path, and the service checks every signature and every byte', async () => {
    const store = createS3Store({ ...service.settings, url: `${service.settings.url}/` });
    await store.put(hash, hello);
    expect(service.requests).toEqual([`PUT /noek%20files/${hash.slice(0, 2)}/${hash.slice(2)}`]);
    await all(store);
    expect(service.requests.at(-1)).toBe('GET /noek%20files?list-type=2');
    // The stand-in refuses what is wrong.
    for (const wrong of [{ secretAccessKey: 'another' }, { region: 'eu-test-2' }, { accessKeyId: 'AKIDOTHER' }])
      await expect(createS3Store({ ...service.settings, ...wrong }).get(hash)).rejects.toMatchObject({
        reason: 'refused',
      });
  });

  test('objects of others in the bucket are not listed', async () => {
    const store = createS3Store(service.settings);
    await store.put(hash, hello);
    for (const key of ['0-notes.txt', 'zz/README', `backup/${hash}`])
      service.objects.set(key, { bytes: hello, storedAt: new Date() });
    expect(await all(store)).toEqual([hash]);
  });

  test('a failure names the code of the service, never keys and signatures', async () => {
    const store = createS3Store({ ...service.settings, secretAccessKey: 'hidden-secret' });
    const failure = await store.put(hash, hello).catch((error) => error);
    expect(failure.message).toBe('PUT to the S3 service failed: 403 SignatureDoesNotMatch.');
    const { inspect } = await import('node:util');
    expect(inspect(failure, { depth: 10 })).not.toMatch(/hidden-secret|AKIDSTANDIN|Signature=|Credential=/);
  });

  test('a busy service is asked again; one that stays busy is unavailable', async () => {
    const store = createS3Store(service.settings);
    const busy: S3StandIn['answers'][number] = (_, response) =>
      response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>');
    service.answers.push(busy, busy);
    await store.put(hash, hello);
    expect(await store.has(hash)).toBe(true);
    service.answers.push(busy, busy, busy);
    await expect(store.get(hash)).rejects.toMatchObject({
      reason: 'unavailable',
      message: 'GET to the S3 service failed: 503 SlowDown.',
    });
  });

  test('a full service, a redirection and a list without end have different reasons', async () => {
    const store = createS3Store(service.settings);
    service.answers.push((_, response) => response.writeHead(403).end('<Error><Code>QuotaExceeded</Code></Error>'));
    await expect(store.put(hash, hello)).rejects.toMatchObject({ reason: 'space' });
    service.answers.push((_, response) => response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end());
    await expect(store.put(hash, hello)).rejects.toMatchObject({ reason: 'refused' });
    const endless: S3StandIn['answers'][number] = (_, response) =>
      response.end(
        '<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>same</NextContinuationToken></ListBucketResult>',
      );
    service.answers.push(endless, endless);
    await expect(all(store)).rejects.toMatchObject({ reason: 'unavailable' });
    service.answers.push((_, response) => response.end('<ListBucketResult><Contents>'));
    await expect(all(store)).rejects.toMatchObject({ reason: 'unavailable' });
  });

  test('a service that does not answer in time, and one that is not there, are unavailable', async () => {
    const store = createS3Store({ ...service.settings, timeoutMs: 200 });
    service.answers.push(() => {});
    await expect(store.get(hash)).rejects.toMatchObject({
      reason: 'unavailable',
      message: 'GET to the S3 service failed: no answer within 200 ms.',
    });
    const gone = await startS3StandIn();
    await gone.close();
    await expect(createS3Store(gone.settings).put(hash, hello)).rejects.toMatchObject({
      reason: 'unavailable',
      message: 'PUT to the S3 service failed: ECONNREFUSED.',
    });
  });
});
