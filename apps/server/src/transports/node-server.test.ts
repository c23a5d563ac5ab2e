import { readdir } from 'node:fs/promises';
import http, { type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { type Fixture, openFixture } from '../testing/documented-calls/documented-call.ts';
import { tokenOf } from '../testing/sign-in.ts';
import { arrivingBodies, bodyTimes, createNodeServer } from './node-server.ts';

const host = 'Host: localhost:5000\r\n';

/** Listens on a free port of loopback until the test has ended. */
async function listening(server: http.Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** Sends a text and nothing more. `answer` resolves to all that comes until the server closes the connection. */
function unfinished(port: number, text: string): { socket: Socket; answer: Promise<string> } {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const answer = new Promise<string>((resolve) => {
    let received = '';
    socket.setEncoding('utf8').on('data', (piece: string) => {
      received += piece;
    });
    socket.on('error', () => {});
    socket.once('close', () => resolve(received));
  });
  socket.write(text);
  return { socket, answer };
}

const cookieOf = ({ me }: Fixture) => [...me.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
const json = 'Content-Type: application/json\r\n';
const form = 'Content-Type: multipart/form-data; boundary=x\r\n';
const part = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n';

/** Doors with what a request to them begins with, and whether a person or an API token makes it. */
const doors: [name: string, call: string, type: string, begin: string, by: 'person' | 'token' | 'stranger'][] = [
  ['a sign-in', 'POST /api/auth/login', json, '{"email":', 'stranger'],
  ['a typed call', 'POST /api/trpc/auth.login', json, '{"email":', 'stranger'],
  ['typed calls together', 'POST /api/trpc/auth.login,auth.login?batch=1', json, '{"0":', 'stranger'],
  ['a file of prompts', 'POST /api/trpc/prompts.import', json, '{"prompts":', 'person'],
  ["OpenAI's protocol", 'POST /v1/chat/completions', json, '{"model":', 'token'],
  ['MCP', 'POST /mcp', json, '{"jsonrpc":', 'token'],
  ['an app', 'POST /oauth/token', 'Content-Type: application/x-www-form-urlencoded\r\n', 'grant_type=', 'stranger'],
  ['an event of a payment service', 'POST /api/webhooks/stripe', json, '{"id":', 'stranger'],
  ['a file', 'POST /api/files?name=a.txt', '', 'The tide', 'person'],
  ['a file of a guest', 'POST /api/files?name=a.txt', '', 'The tide', 'stranger'],
  ['a form', 'POST /api/files', form, `${part}The tide`, 'person'],
  ['a form that says nothing', 'POST /api/files', form, '', 'person'],
  ['an import', 'POST /api/account/import', form, `${part}[{"title":`, 'person'],
];

test.each(doors)(
  '%s: a body that never ends is closed with 408, and leaves nothing',
  async (_, call, type, begin, by) => {
    const fixture = await openFixture();
    const token = await tokenOf(fixture.ctx, fixture.user.id, { scopes: ['all'] });
    const short = { slowMs: 50, mostMs: 60_000 };
    const server = createNodeServer(fixture.app.fetch, { ...bodyTimes, body: short, file: short, checkedEveryMs: 10 });
    const port = await listening(server);
    const [method, path] = call.split(' ');
    const who =
      by === 'person' ? `Cookie: ${cookieOf(fixture)}\r\n` : by === 'token' ? `Authorization: Bearer ${token}\r\n` : '';
    for (const length of ['Content-Length: 100\r\n', 'Transfer-Encoding: chunked\r\n']) {
      const start = length.startsWith('T') && begin !== '' ? `${begin.length.toString(16)}\r\n${begin}\r\n` : begin;
      const { answer } = unfinished(port, `${method} ${path} HTTP/1.1\r\n${host}${who}${type}${length}\r\n${start}`);
      const received = await answer;
      expect(received).toMatch(/^HTTP\/1\.1 408 /);
      expect(received).toMatch(/\r\nconnection: close\r\n/i);
      expect(received).toContain('took too long to arrive');
    }
    const { files, archiveJobs } = fixture.db.tables;
    expect(await fixture.db.orm.select().from(files)).toEqual([]);
    expect(await fixture.db.orm.select().from(archiveJobs)).toEqual([]);
    const left = await readdir(fixture.ctx.config.dataDir, { recursive: true, withFileTypes: true }).catch(() => []);
    expect(left.filter((entry) => entry.isFile())).toEqual([]);
  },
);

test('a body has time as long as enough of it arrives, a file more of it, and neither has for ever', async () => {
  const bodies = arrivingBodies(bodyTimes);
  const sent = new Map<string, IncomingMessage>();
  const ended: string[] = [];
  const server = http.createServer((incoming, outgoing) => {
    const name = String(incoming.headers['x-name']);
    sent.set(name, incoming);
    incoming.resume().once('error', () => ended.push(name));
    bodies.add(incoming, outgoing, 0);
  });
  const port = await listening(server);
  const begin = async (name: string, call = 'POST /api/auth/login') => {
    const { socket } = unfinished(
      port,
      `${call} HTTP/1.1\r\n${host}X-Name: ${name}\r\nContent-Length: 9000000\r\n\r\n{`,
    );
    await expect.poll(() => sent.has(name)).toBe(true);
    return socket;
  };
  /** Sends a thousand bytes and waits until they are there. */
  const send = async (name: string, socket: Socket, kilobytes: number) => {
    const before = sent.get(name)?.socket.bytesRead ?? 0;
    socket.write('x'.repeat(kilobytes * 1000));
    await expect.poll(() => sent.get(name)?.socket.bytesRead).toBe(before + kilobytes * 1000);
  };
  const silent = await begin('silent');
  const steady = await begin('steady');
  const slow = await begin('slow');
  await begin('file', 'POST /api/files?name=a.txt');
  const steadyFile = await begin('steady file', 'POST /api/files?name=b.txt');
  const { slowMs, mostMs } = bodyTimes.body;
  for (let now = 10_000; now < mostMs; now += 10_000) {
    await send('steady', steady, 41);
    await send('steady file', steadyFile, 41);
    // Half of what it takes.
    if (now < 2 * slowMs) await send('slow', slow, 20);
    bodies.check(now);
    const expected = [
      ...(now >= slowMs ? ['silent'] : []),
      ...(now >= 2 * slowMs ? ['slow'] : []),
      ...(now >= bodyTimes.file.slowMs ? ['file'] : []),
    ];
    expect(ended, `${now}`).toEqual(expected);
  }
  bodies.check(mostMs);
  expect(ended.slice(3)).toEqual(['steady']);
  await send('steady file', steadyFile, 9_000 - 41 * 29 - 1);
  bodies.check(mostMs);
  expect(ended).toHaveLength(4);
  silent.destroy();
});

test('a body that waits to be read has time, because its caller cannot send more', async () => {
  const bodies = arrivingBodies(bodyTimes);
  let incoming: IncomingMessage | undefined;
  const server = http.createServer((request, response) => {
    incoming = request.once('error', () => {});
    bodies.add(request, response, 0);
  });
  const port = await listening(server);
  const { answer } = unfinished(
    port,
    `POST /api/account/import HTTP/1.1\r\n${host}Content-Length: 90000000\r\n\r\n${'x'.repeat(10_000_000)}`,
  );
  await expect.poll(() => (incoming?.readableLength ?? 0) >= (incoming?.readableHighWaterMark ?? 1)).toBe(true);
  const { slowMs } = bodyTimes.file;
  let ended = false;
  incoming?.once('error', () => {
    ended = true;
  });
  for (const now of [slowMs, 2 * slowMs, 3 * slowMs]) bodies.check(now);
  expect(ended).toBe(false);
  incoming?.resume();
  await expect.poll(() => incoming?.readableLength).toBe(0);
  bodies.check(4 * slowMs);
  bodies.check(5 * slowMs);
  expect(ended).toBe(true);
  incoming?.socket.destroy();
  await answer;
});
