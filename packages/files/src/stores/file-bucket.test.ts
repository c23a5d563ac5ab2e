import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type S3StandIn, startS3StandIn } from '../testing/s3-stand-in.ts';
import { createFileBucket } from './file-bucket.ts';

let service: S3StandIn;
beforeAll(async () => {
  service = await startS3StandIn();
});
afterAll(() => service.close());
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'noek-bucket-'));
  service.objects.clear();
  service.uploads.clear();
  service.requests.length = 0;
  service.answers.length = 0;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const bucket = () => createFileBucket(service.settings, 1_000);
const noPart = async () => {};
const name = 'archives/abc/1.zip';

function fileOf(bytes: Buffer): string {
  const path = join(folder, 'file');
  writeFileSync(path, bytes);
  return path;
}

test.each([0, 999, 1_000, 1_001, 3_500])(
  'a file of %i bytes is the same after it was stored and fetched',
  async (length) => {
    const bytes = randomBytes(length);
    let parts = 0;
    await bucket().put(name, fileOf(bytes), async () => void parts++);
    expect(parts).toBe(length > 1_000 ? Math.ceil(length / 1_000) : 0);
    expect(await bucket().size(name)).toBe(length);
    const copy = join(folder, 'copy');
    expect(await bucket().fetch(name, copy, noPart)).toBe(true);
    expect(readFileSync(copy)).toEqual(bytes);
    expect(service.uploads.size).toBe(0);
  },
);

test('a part of a file is read', async () => {
  await bucket().put(name, fileOf(Buffer.from('Hello, bytes!')), noPart);
  const found = await bucket().read(name, { start: 7, end: 11 });
  expect(found && (await buffer(found)).toString()).toBe('bytes');
});

test('what is not there, or was deleted, is nothing', async () => {
  await bucket().put(name, fileOf(Buffer.from('Hello')), noPart);
  await bucket().delete(name);
  await bucket().delete(name);
  expect(await bucket().size(name)).toBeNull();
  expect(await bucket().read(name)).toBeNull();
  expect(await bucket().fetch(name, join(folder, 'copy'), noPart)).toBe(false);
});

test('files are listed by the beginning of their names, page after page', async () => {
  for (const one of ['archives/a/1', 'archives/a/2', 'archives/b/1', 'archives/a/3'])
    await bucket().put(one, fileOf(Buffer.from(one)), noPart);
  const keys: string[] = [];
  for await (const { key, size } of bucket().list('archives/a/')) keys.push(`${key} ${size}`);
  expect(keys).toEqual(['archives/a/1 12', 'archives/a/2 12', 'archives/a/3 12']);
});

test('a file that cannot be stored completely leaves no parts', async () => {
  const path = fileOf(randomBytes(3_000));
  let parts = 0;
  const givingUp = async () => {
    if (++parts === 2) throw new Error('The process stops.');
  };
  await expect(bucket().put(name, path, givingUp)).rejects.toThrow('The process stops.');
  expect([service.objects.size, service.uploads.size]).toEqual([0, 0]);

  const begun = { key: name, parts: new Map(), begunAt: new Date(Date.now() - 60_000) };
  service.uploads.set('of a process that died', begun);
  service.uploads.set('elsewhere', { ...begun, key: 'other' });
  service.uploads.set('new', { ...begun, begunAt: new Date() });
  await bucket().removeUnfinished('archives/', new Date(Date.now() - 30_000));
  expect([...service.uploads.keys()]).toEqual(['elsewhere', 'new']);
});

test('parts that the service cannot put together are a failure, although its answer begins well', async () => {
  const path = fileOf(randomBytes(2_000));
  // The first part arrives, as it says, but is not stored.
  const pass = service.answers;
  const real = bucket().put(name, path, async () => {
    if (service.requests.length === 1) pass.push((_, response) => response.writeHead(200, { ETag: '"lost"' }).end());
  });
  await expect(real).rejects.toMatchObject({ reason: 'unavailable' });
  expect([service.objects.size, service.uploads.size]).toEqual([0, 0]);
});
