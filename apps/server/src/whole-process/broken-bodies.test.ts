import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { operations } from '@noek/contract/operations';
import { expect, inject, onTestFinished, test } from 'vitest';
import { appRouter } from '../api/router.ts';
import { randomFrom } from '../testing/random-from.ts';
import { type RemoteCaller, remoteCaller } from '../testing/remote-caller.ts';
import { startServerProcess } from '../testing/server-process.ts';

/** A request as it goes over the connection: `rest` is everything after the headers that all of them have. */
type Broken = { method?: string; rest: Buffer };
type Random = () => number;

const doors = [
  ...operations
    .filter(({ method }) => method !== 'get')
    .map(({ method, path }) => [method.toUpperCase(), path.replace(/\{\w+\}/g, '1')] as const),
  ...Object.keys(appRouter._def.procedures).map((name) => ['POST', `/api/trpc/${name}`] as const),
  ...[
    '/v1/chat/completions',
    '/mcp',
    '/oauth/token',
    '/oauth/revoke',
    '/unsubscribe',
    '/unsubscribe/x',
    '/nowhere',
    '/',
  ].map((path) => ['POST', path] as const),
];
const fileDoors = ['/api/files', '/api/account/import'].map((path) => ['POST', path] as const);
const streams = Object.entries(appRouter._def.procedures)
  .filter(([, procedure]) => (procedure as unknown as { _def: { type: string } })._def.type === 'subscription')
  .map(([name]) => ['GET', `/api/trpc/${name}`] as const);

const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;

/** Bytes with up to three faults: cut, a changed byte, a piece left out or repeated. */
function damaged(random: Random, bytes: Buffer): Buffer {
  let damage = bytes;
  for (let faults = Math.floor(random() * 4); faults > 0; faults--) {
    const at = Math.floor(random() * (damage.length + 1));
    const to = Math.min(damage.length, at + 1 + Math.floor(random() * 20));
    const fault = random();
    if (fault < 0.4) damage = damage.subarray(0, at);
    else if (fault < 0.6)
      damage = Buffer.concat([damage.subarray(0, at), Buffer.from([random() * 256]), damage.subarray(at + 1)]);
    else if (fault < 0.8) damage = Buffer.concat([damage.subarray(0, at), damage.subarray(to)]);
    else damage = Buffer.concat([damage.subarray(0, to), damage.subarray(at)]);
  }
  return damage;
}

/** A body with a length that is right, too large or too small, or in pieces. */
function framed(random: Random, type: string, body: Buffer, more = ''): Buffer {
  const how = random();
  const head = `Content-Type: ${type}\r\n${more}`;
  if (how < 0.3)
    return Buffer.concat([
      Buffer.from(`${head}Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n`),
      body,
      Buffer.from(how < 0.2 ? '\r\n0\r\n\r\n' : '\r\n'),
    ]);
  const length = how < 0.8 ? body.length : Math.max(0, body.length + Math.floor(random() * 40) - 20);
  return Buffer.concat([Buffer.from(`${head}Content-Length: ${length}\r\n\r\n`), body]);
}

const parts = [
  'Content-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nhello',
  'Content-Disposition: form-data; name="x"; filename="a"\r\n\r\nhello',
  'Content-Disposition: form-data; name="x"\r\n\r\n1',
  'Content-Disposition: form-data\r\n\r\n',
  'Content-Disposition: form-data; name="file"; filename*=UTF-8\'\'%ff%zz\r\nContent-Transfer-Encoding: base64\r\n\r\n====',
];
/** A form of one to three parts. Half of them have no end. */
const form = (random: Random) =>
  `${Array.from({ length: 1 + Math.floor(random() * 3) }, () => `--x\r\n${pick(random, parts)}`).join('\r\n')}${pick(random, ['\r\n--x--\r\n', ''])}`;
const formTypes = [
  'multipart/form-data; boundary=x',
  'multipart/form-data; boundary="x"',
  'Multipart/Form-Data;boundary=x',
];
const texts = [
  '{"message":"hello","conversationId":null}',
  '{"content":"hello","clientMessageId":"a","model":"noek","messages":[{"role":"user","content":"hi"}]}',
  '[[[[{"__proto__":{"a":1}}]]]]',
  '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}',
  '"\ud83d\ude00\u0000"',
];

const kinds: Record<string, { to: readonly (readonly [string, string])[]; make(random: Random): Broken }> = {
  'forms, to the calls that take files': {
    to: fileDoors,
    make: (random) => ({ rest: framed(random, pick(random, formTypes), damaged(random, Buffer.from(form(random)))) }),
  },
  'forms, to every call': {
    to: doors,
    make: (random) => ({ rest: framed(random, pick(random, formTypes), damaged(random, Buffer.from(form(random)))) }),
  },
  JSON: {
    to: doors,
    make: (random) => ({
      rest: framed(random, 'application/json', damaged(random, Buffer.from(pick(random, texts)))),
    }),
  },
  'bodies in pieces': {
    to: [...doors, ...fileDoors],
    make: (random) => ({
      rest: Buffer.concat([
        Buffer.from('Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n'),
        damaged(random, Buffer.from('2\r\n{"\r\n3;x=y\r\na":\r\n2\r\n1}\r\n0\r\nTrailer: x\r\n\r\n')),
      ]),
    }),
  },
  'compressed bodies': {
    to: [...doors, ...fileDoors],
    make: (random) => ({
      rest: framed(
        random,
        'application/json',
        damaged(random, gzipSync(pick(random, texts))),
        `Content-Encoding: ${pick(random, ['gzip', 'deflate', 'br', 'gzip, gzip', 'x'])}\r\n`,
      ),
    }),
  },
  'event streams': {
    to: [...streams, ['POST', '/api/conversations/1/messages'], ['POST', '/mcp'], ['POST', '/v1/chat/completions']],
    make: (random) => ({
      rest: Buffer.concat([
        Buffer.from('Accept: text/event-stream\r\nLast-Event-ID: '),
        damaged(random, Buffer.from('12:34:{"a":1}')).filter((byte) => byte > 31 && byte < 127),
        Buffer.from('\r\n'),
        framed(random, 'application/json', damaged(random, Buffer.from(pick(random, texts)))),
      ]),
    }),
  },
};

/** Sends a request, closes the sending half, and resolves when the connection has ended, at the latest when `leave` milliseconds have passed. */
function send(port: number, head: string, rest: Buffer, leave: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  const timer = setTimeout(() => socket.destroy(), leave);
  socket
    .on('error', () => {})
    .on('data', () => {})
    .once('end', () => socket.destroy())
    .once('close', () => {
      clearTimeout(timer);
      resolve();
    });
  socket.end(Buffer.concat([Buffer.from(head), rest]));
  return promise;
}

const cookiesOf = ({ cookies }: RemoteCaller) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

test('no broken body ends the process or leaves it unusable', async () => {
  const server = await startServerProcess();
  onTestFinished(() => server.discard());
  const person = remoteCaller(server.address);
  await person.call('/api/auth/test-login', { method: 'POST' });
  const guest = remoteCaller(server.address);
  await guest.json('/api/guest/status');
  const { pid } = server;
  const each = inject('isThorough') ? 2_000 : 300;
  const random = randomFrom(49);

  for (const [kind, { to, make }] of Object.entries(kinds)) {
    const requests = Array.from({ length: each }, (_, n) => {
      const [method, path] = to[n % to.length] as readonly [string, string];
      const cookies = [cookiesOf(person), cookiesOf(guest), ''][n % 3];
      return {
        head: `${method} ${path} HTTP/1.1\r\nHost: localhost:${server.port}\r\nConnection: close\r\n${cookies ? `Cookie: ${cookies}\r\n` : ''}`,
        ...make(random),
      };
    });
    await Promise.all(
      Array.from({ length: 32 }, async () => {
        for (let next = requests.pop(); next; next = requests.pop())
          await send(server.port, next.head, next.rest, 1_000);
      }),
    );
    expect((await fetch(`${server.address}/readyz`)).status, kind).toBe(200);
  }
  expect(server.pid).toBe(pid);
  expect(() => process.kill(pid, 0)).not.toThrow();
  expect(server.output.stdout).not.toContain('was not handled');
  expect(server.output.stderr).toBe('');
  const failed = server.output.stdout.split('\n').filter((line) => line.includes('a request failed'));
  expect(failed).toEqual([]);
});
