import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { File, FilePage } from '@noek/contract/files/schemas';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type RemoteCaller, remoteCaller } from '../testing/remote-caller.ts';
import { type ServerProcess, startServerProcess } from '../testing/server-process.ts';

const MB = 1024 * 1024;
let server: ServerProcess;

beforeAll(async () => {
  server = await startServerProcess();
});
afterAll(() => server.discard());

async function newPerson(): Promise<RemoteCaller> {
  const person = remoteCaller(server.address);
  await person.json('/api/auth/test-login', { method: 'POST' });
  return person;
}

const cookieOf = ({ cookies }: RemoteCaller) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

async function upload(
  caller: RemoteCaller,
  body: string | Uint8Array<ArrayBuffer>,
  name = 'notes.txt',
  address = server.address,
) {
  const response = await fetch(`${address}/api/files?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/octet-stream', Cookie: cookieOf(caller) },
    body,
  });
  return { status: response.status, file: (await response.json()) as File };
}

async function newGuest(): Promise<RemoteCaller> {
  const guest = remoteCaller(server.address);
  await guest.mutate('chat.send', { conversationId: null, content: 'Hello' });
  return guest;
}

const listOf = async (caller: RemoteCaller) => (await caller.json<FilePage>('/api/files')).body;
const folder = () => join(server.dataDir, 'uploads');
const unfinished = async () => (existsSync(folder()) ? readdir(folder()) : []);
const bytes = (length: number) => Buffer.alloc(length, 'a') as Uint8Array<ArrayBuffer>;

/** An upload that says it has 1 MB, sends 64 kB and ends. */
async function breakOff(caller: RemoteCaller, type: string, start: string): Promise<void> {
  const request = http.request(`${server.address}/api/files?name=a.txt`, {
    method: 'POST',
    headers: { Cookie: cookieOf(caller), 'Content-Type': type, 'Content-Length': MB },
  });
  const ended = new Promise<void>((resolve) => request.once('close', resolve));
  request.on('error', () => {});
  request.write(start + 'x'.repeat(64 * 1024));
  await expect.poll(unfinished).toHaveLength(1);
  request.destroy();
  await ended;
}

/** A proxy that only pipes, and answers with 502 if it cannot send everything. */
async function startProxy(): Promise<string> {
  // It passes on that the server keeps connections for 75 seconds, so it keeps them as long: a busy machine takes more than the usual five
  // to begin with the next large file.
  const proxy = http.createServer({ keepAliveTimeout: 75_000 }, (incoming, outgoing) => {
    const { url, method, headers } = incoming;
    const forward = http.request(`${server.address}${url}`, { method: method ?? 'GET', headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    forward.on('error', () => {
      if (!outgoing.headersSent) outgoing.writeHead(502).end('{}');
    });
    incoming.pipe(forward);
  });
  onTestFinished(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

test('a refusal reaches people through a proxy that is still sending the file', async () => {
  const proxy = await startProxy();
  const guest = await newGuest();
  const statuses = new Set<number>();
  for (let i = 0; i < 3; i++)
    for (const size of [20 * MB, 60 * MB]) statuses.add((await upload(guest, bytes(size), 'notes.txt', proxy)).status);
  expect([...statuses]).toEqual([413]);
});

test('a file over 25 MB, of a guest over 10 MB, and an empty one are refused and leave nothing', async () => {
  const [person, guest] = [await newPerson(), await newGuest()];
  const before = await listOf(person);
  expect((await upload(person, bytes(25 * MB + 1))).status).toBe(413);
  expect((await upload(guest, bytes(10 * MB + 1))).status).toBe(413);
  expect((await upload(person, '')).status).toBe(400);
  expect(await unfinished()).toEqual([]);
  expect(await listOf(person)).toEqual(before);
  expect(await listOf(guest)).toMatchObject({ files: [], bytesUsed: 0 });
  expect((await upload(person, bytes(25 * MB))).status).toBe(201);
  expect((await upload(guest, bytes(10 * MB))).status).toBe(201);
});

test('of ten uploads at once, a guest gets five', async () => {
  const guest = await newGuest();
  const results = await Promise.all(Array.from({ length: 10 }, (_, n) => upload(guest, `File ${n}`)));
  expect(results.map(({ status }) => status).sort()).toEqual([...Array(5).fill(201), ...Array(5).fill(429)]);
  expect((await listOf(guest)).files).toHaveLength(5);
});

test.each([
  ['of bytes', 'application/octet-stream', ''],
  [
    'of a form',
    'multipart/form-data; boundary=b',
    '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n',
  ],
])('an upload %s that breaks off leaves nothing', async (_, type, start) => {
  const person = await newPerson();
  const names = async () => (await listOf(person)).files.map(({ name }) => name);
  const before = await names();
  await breakOff(person, type, start);
  await expect.poll(unfinished).toEqual([]);
  expect(await names()).toEqual(before);
});

test('names are cleaned', async () => {
  const person = await newPerson();
  const nameOf = async (name: string) => (await upload(person, 'Words.', name)).file.name;
  expect(await nameOf('../../etc/pass\0wd.txt')).toBe('passwd.txt');
  expect(await nameOf('report\u202efdp.txt')).toBe('reportfdp.txt');
  const long = await nameOf(`${'n'.repeat(300)}.txt`);
  expect([long.length, long.endsWith('.txt')]).toEqual([200, true]);
});

test('bodies over 256 kB stay refused on every other call', async () => {
  const person = await newPerson();
  const large = { content: 'x'.repeat(256 * 1024) };
  for (const path of ['/api/memories', '/api/chat/send', '/api/trpc/chat.send', '/api/trpc/files.remove'])
    expect([path, (await person.call(path, { method: 'POST', body: large })).status]).toEqual([path, 413]);
});
