import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { pino } from 'pino';
import { afterEach, expect, test, vi } from 'vitest';
import { WebSocketServer } from 'ws';
import { readConfig } from '../settings/config.ts';
import { testSecret } from '../testing/create-test-ctx.ts';
import { randomFrom } from '../testing/random-from.ts';
import { linkProofs } from './link-proof.ts';
import { createLinks, type Link, type LinkMessage, type Links } from './links.ts';

/** What a process that is let in may send instead of a list of messages. */
const pieces = ['', '5', 'null', '{}', '"text"', '[5]', '[null]', '[[]]', '[{"n":', '{"length":1}', 'true', '\u0000'];

const opened: Links[] = [];
afterEach(async () => {
  for (const links of opened.splice(0)) await links.close();
});

/** A process that answers each message of its callers with the same message and its own id. */
async function process(id: string, env: Record<string, string> = {}) {
  const config = readConfig({ NODE_ENV: 'test', APP_SECRET: testSecret, ...env });
  const links = createLinks({ config, bootId: id, now: () => new Date(), log: pino({ level: 'silent' }) });
  opened.push(links);
  const called: Link[] = [];
  const heard: LinkMessage[] = [];
  let closed = 0;
  links.use({
    onCalling(link) {
      called.push(link);
      return { onMessage: (message) => heard.push(message), onClosed: () => closed++ };
    },
    onCalled: (link) => ({ onMessage: (message) => link.send({ ...message, by: id }), onClosed() {} }),
  });
  return { id, links, called, heard, closed: () => closed, address: await links.open() };
}

test('processes call each other, and messages arrive in their order', async () => {
  const [a, b] = [await process('a'), await process('b')];
  expect(a.links.reachAll).toBe(true);
  a.links.setOthers([b]);
  expect(a.links.hasOthers).toBe(true);
  expect(a.links.reachAll).toBe(false);
  b.links.setOthers([a]);
  await vi.waitFor(() => expect([a.links.reachAll, b.links.reachAll]).toEqual([true, true]));
  await vi.waitFor(() => expect(a.called).toHaveLength(1));
  const numbers = Array.from({ length: 1_000 }, (_, n) => n);
  for (const n of numbers) a.called[0]?.send({ n });
  await vi.waitFor(() => expect(a.heard).toEqual(numbers.map((n) => ({ n, by: 'b' }))));
});

test('a link that breaks is called again, also when the other process is back at its address', async () => {
  const a = await process('a');
  const b = await process('b');
  a.links.setOthers([b]);
  await vi.waitFor(() => expect(a.called).toHaveLength(1));
  await b.links.close();
  await vi.waitFor(() => expect(a.closed()).toBe(1));
  const [, port = ''] = b.address.split(':');
  const again = await process('b', { PROCESS_PORT: port });
  expect(again.address).toBe(b.address);
  await vi.waitFor(() => expect(a.called).toHaveLength(2), 10_000);
});

test('a process that is gone is not called any more', async () => {
  const [a, b] = [await process('a'), await process('b')];
  a.links.setOthers([b]);
  await vi.waitFor(() => expect(a.called).toHaveLength(1));
  a.links.setOthers([]);
  await vi.waitFor(() => expect(a.closed()).toBe(1));
  expect(a.links.hasOthers).toBe(false);
});

test.each([
  ['another secret', { APP_SECRET: 'the secret of another installation' }],
  ['another version', { APP_VERSION: '9.9.9' }],
])('a process with %s is refused', async (_, env) => {
  const a = await process('a');
  const b = await process('b', env);
  a.links.setOthers([b]);
  b.links.setOthers([a]);
  // Both have tried, and try again a second later.
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect([a.called, b.called, a.links.reachAll, b.links.reachAll]).toEqual([[], [], false, false]);
});

test('another process at the same address is refused, and a stranger gets nothing', async () => {
  const [a, b] = [await process('a'), await process('b')];
  a.links.setOthers([{ id: 'c', address: b.address }]);
  const [host = '', port = ''] = b.address.split(':');
  const stranger = connect(Number(port), host);
  stranger.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  const [answer] = await once(stranger, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 403 /);
  expect((await fetch(`http://${b.address}/`)).status).toBe(404);
  expect(a.called).toEqual([]);
});

test('broken calls and frames end only the connection that sent them', async () => {
  const a = await process('a');
  const [host = '', port = ''] = a.address.split(':');
  const random = randomFrom(7);
  const bytes = (most: number) =>
    Buffer.from(Array.from({ length: Math.floor(random() * most) }, () => random() * 256));
  const proofs = linkProofs(testSecret, () => new Date());
  const version = readConfig({ NODE_ENV: 'test' }).version;
  // Of every two connections, the first is let in: its frames and pieces are broken. The other one's call is.
  const broken = Array.from({ length: 2_000 }, (_, n) => {
    const isKnown = n % 2 === 0;
    const headers = isKnown ? proofs.headersOf({ caller: `c${n}`, called: 'a', version }) : { 'noek-proof': 'x' };
    const key = isKnown || random() < 0.5 ? bytes(20).toString('base64') : 'AAAAAAAAAAAAAAAAAAAAAA==';
    const head = {
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': isKnown ? 'AAAAAAAAAAAAAAAAAAAAAA==' : key,
      ...headers,
    };
    const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
    const piece = Buffer.from(pieces[n % pieces.length] as string);
    // A masked text frame with a mask of zeros.
    const frame = Buffer.concat([Buffer.from([0x81, 0x80 | piece.length, 0, 0, 0, 0]), piece]);
    const rest = random() < 0.5 ? frame : bytes(40);
    return Buffer.concat([Buffer.from(`GET / HTTP/1.1\r\nHost: x\r\n${lines.join('')}\r\n`), rest]);
  });
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      for (let next = broken.pop(); next; next = broken.pop()) {
        const socket = connect({ port: Number(port), host });
        socket.on('error', () => {}).on('data', () => socket.end());
        const closed = once(socket, 'close');
        socket.write(next);
        // Some calls are not answered, because they are not complete.
        socket.setTimeout(200, () => socket.destroy());
        await closed;
      }
    }),
  );
  const b = await process('b');
  b.links.setOthers([a]);
  await vi.waitFor(() => expect(b.called).toHaveLength(1));
});

test('a process that listens at the address and does not know the secret receives nothing', async () => {
  const http = createServer();
  const sockets = new WebSocketServer({ server: http });
  const heard: unknown[] = [];
  sockets.on('connection', (socket) => {
    socket.on('message', (data) => heard.push(String(data)));
    socket.send(JSON.stringify([{ proof: 'guessed' }]));
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const a = await process('a');
  const { port } = http.address() as AddressInfo;
  const closed = once(sockets, 'connection').then(([socket]) => once(socket, 'close'));
  a.links.setOthers([{ id: 'b', address: `127.0.0.1:${port}` }]);
  await closed;
  expect([a.called, heard]).toEqual([[], []]);
  sockets.close();
  http.close();
});
