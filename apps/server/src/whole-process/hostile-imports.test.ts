import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import http from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Import } from '@noek/contract/archive/imports';
import type { Database } from '@noek/db/database';
import { openDatabase } from '@noek/db/open';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { residentMb } from '../../../../scripts/bench/processes.ts';
import {
  goodJson,
  isPlain,
  nestedLists,
  renamed,
  withSize,
  zipWith,
} from '../features/archive/import/testing/hostile-zips.ts';
import { type RemoteCaller, remoteCaller } from '../testing/remote-caller.ts';
import { type ServerProcess, startServerProcess } from '../testing/server-process.ts';

const MB = 1024 * 1024;
const mostMemoryMb = 450;
const name = 'conversations.json';
const endMs = 60_000;

let server: ServerProcess;
let db: Database;
let person: RemoteCaller;
/** The conversations that the person has before a test. */
let before: number[];
let memory: { before: number; most: number };
let sampling: NodeJS.Timeout;
/** Only Linux says how much memory another process has. */
const canMeasure = existsSync('/proc/self/status');

beforeAll(async () => {
  server = await startServerProcess();
  db = await openDatabase(`file:${join(server.dataDir, 'noek.db')}`);
  person = remoteCaller(server.address);
  await person.json('/api/auth/test-login', { method: 'POST' });
  await resultOf(await send(formOf([goodJson.replaceAll('c-1', 'c-0')])));
  memory = { before: canMeasure ? residentMb(server.pid) : 0, most: 0 };
  if (!canMeasure) return;
  sampling = setInterval(() => {
    memory.most = Math.max(memory.most, residentMb(server.pid));
  }, 20);
});
beforeEach(async () => {
  // A person gets ten imports at once.
  await db.write((orm) => orm.delete(db.tables.rateLimits));
  before = await conversations();
});
afterEach(async () => {
  expect(memory.most - memory.before).toBeLessThan(mostMemoryMb);
  await expect.poll(left).toEqual([]);
  expect((await person.call('/api/auth/user')).status).toBe(200);
});
afterAll(async () => {
  clearInterval(sampling);
  await db.close();
  await server.discard();
});

type Piece = string | Uint8Array;

const partHead = (field: string, file: string) =>
  `--b\r\nContent-Disposition: form-data; name="${field}"; filename="${file}"\r\n\r\n`;
const formEnd = '--b--\r\n';

/** A form with these files, each in the given field. */
async function* formOf(
  files: readonly (Piece | AsyncIterable<Piece>)[],
  field = 'file',
  end = formEnd,
): AsyncGenerator<Uint8Array> {
  for (const [i, file] of files.entries()) {
    yield Buffer.from(partHead(field, `export-${i}.zip`));
    if (typeof file === 'string' || file instanceof Uint8Array) yield Buffer.from(file as string);
    else for await (const piece of file) yield Buffer.from(piece as string);
    yield Buffer.from('\r\n');
  }
  yield Buffer.from(end);
}

const headersOf = ({ cookies }: RemoteCaller) => ({
  Cookie: [...cookies].map(([key, value]) => `${key}=${value}`).join('; '),
  'Content-Type': 'multipart/form-data; boundary=b',
});

/** Sends a form as it is made. */
const send = (form: AsyncIterable<Uint8Array>): Promise<Response> =>
  fetch(`${server.address}/api/account/import`, {
    method: 'POST',
    headers: headersOf(person),
    body: Readable.toWeb(Readable.from(form)) as ReadableStream<Uint8Array>,
    duplex: 'half',
  } as RequestInit);

/** How an upload was refused, or how its import ended. */
async function resultOf(response: Response): Promise<{ status: number; message: string; job: Import | null }> {
  const { status } = response;
  const { id, message = '' } = (await response.json()) as { id?: string; message?: string };
  if (id === undefined) return { status, message, job: null };
  const deadline = Date.now() + endMs;
  while (Date.now() < deadline) {
    const job = (await person.json<Import>(`/api/account/import/${id}`)).body;
    if (job.endedAt !== null) return { status, message: job.message ?? '', job };
    await sleep(50);
  }
  throw new Error('The import did not end.');
}

/** Refused, or failed afterwards, with a sentence that people understand; nothing was added. */
async function expectRefusal(response: Response, sentence: RegExp): Promise<void> {
  const { status, message, job } = await resultOf(response);
  if (job) expect([status, job.state]).toEqual([202, 'failed']);
  else expect([status >= 400 && status < 500, status]).toEqual([true, status]);
  expect(message).toMatch(sentence);
  expect([message, isPlain(message)]).toEqual([message, true]);
  expect(await conversations()).toEqual(before);
}

const conversations = async () => {
  const { conversations: c } = db.tables;
  return (await db.orm.select({ id: c.id }).from(c).orderBy(c.id)).map(({ id }) => id);
};

/** The files of archives. */
async function left(): Promise<string[]> {
  const folder = join(server.dataDir, 'archives');
  return existsSync(folder) ? (await readdir(folder, { recursive: true })).filter((file) => file.includes('.')) : [];
}

/** A good conversation, and then a text of 1 GB, compressed while it is read. */
function* longJson(): Generator<Buffer> {
  yield Buffer.from(`${goodJson.slice(0, -1)},"`);
  const piece = Buffer.alloc(MB, 'a');
  for (let i = 0; i < 1024; i++) yield piece;
  yield Buffer.from('"]');
}
function longZip(): AsyncIterable<Uint8Array> {
  const zip = new ZipFile();
  zip.addReadStream(Readable.from(longJson(), { objectMode: false }), name, { compressionLevel: 1 });
  zip.end();
  return zip.outputStream as unknown as AsyncIterable<Uint8Array>;
}

test('a text of 1 GB in JSON, and ZIPs that become gigabytes, are refused', async () => {
  const made: Uint8Array[] = [];
  async function* kept() {
    for await (const piece of longZip()) {
      made.push(piece);
      yield piece;
    }
  }
  await expectRefusal(await send(formOf([kept()])), /has an item of more than 64 MB/);
  const long = Buffer.concat(made);
  expect(long.length).toBeLessThan(20 * MB);

  await expectRefusal(await send(formOf([withSize(long, name, 1_000)])), /damaged/);
  const inZip = await zipWith([name, goodJson], ['a.zip', await zipWith(['b.zip', long])]);
  await expectRefusal(await send(formOf([inZip])), /has an item of more than 64 MB/);
  const three = await zipWith(['a.zip', long], ['b.zip', long], ['c.zip', long]);
  await expectRefusal(await send(formOf([three])), /too large when they are unpacked/);
});

test.each<[string, () => Promise<Uint8Array> | string, RegExp]>([
  ['100,000 levels', () => `${goodJson.slice(0, -1)},${nestedLists(100_000)}]`, /more levels/],
  ['a name above its folder', async () => renamed(await zipWith([`aa/${name}`, goodJson]), 'aa/', '../'), /damaged/],
  ['an absolute name', async () => renamed(await zipWith([`aa/${name}`, goodJson]), 'aa/', '/a/'), /damaged/],
  ['the same name twice', () => zipWith([name, goodJson], [name, goodJson]), /damaged/],
  [
    'U+0000 in a name, and damaged',
    async () => renamed(await zipWith([name, goodJson], ['conversations_1.json', '[{"mapping":{}},']), '_1', '\x001'),
    /damaged/,
  ],
  ['a size that is wrong', async () => withSize(await zipWith([name, goodJson]), name, 1_000_000), /damaged/],
])('a file with %s is refused', async (_, file, sentence) => {
  await expectRefusal(await send(formOf([await file()])), sentence);
});

test.each<[string, () => AsyncIterable<Uint8Array>, RegExp]>([
  ['that ends in the middle of its file', () => formOf([goodJson], 'file', ''), /form is incomplete/],
  ['without a file', () => formOf([]), /“file”/],
  ['whose file has another name', () => formOf([goodJson], 'upload'), /“file”/],
  ['with an empty file', () => formOf(['']), /^Choose a file/],
  ['of more files than a form can have', () => formOf(Array(201).fill(goodJson)), /too many files/],
])('a form %s is refused', async (_, form, sentence) => {
  await expectRefusal(await send(form()), sentence);
});

test('30 files in a form are all imported', async () => {
  const files = Array.from({ length: 30 }, (_, i) => goodJson.replaceAll('c-1', `file-${i}`));
  const { job } = await resultOf(await send(formOf(files)));
  expect(job).toMatchObject({ state: 'done', conversations: { added: 30, unchanged: 0, failed: 0 } });
  expect(await conversations()).toHaveLength(before.length + 30);
});

test('an upload that breaks off leaves nothing', async () => {
  const request = http.request(`${server.address}/api/account/import`, {
    method: 'POST',
    headers: { ...headersOf(person), 'Content-Length': MB },
  });
  request.on('error', () => {});
  const ended = new Promise((resolve) => request.once('close', resolve));
  request.write(partHead('file', 'export.zip') + goodJson);
  await expect.poll(left).not.toEqual([]);
  request.destroy();
  await ended;
  await expect.poll(left).toEqual([]);
  expect(await conversations()).toEqual(before);
});
