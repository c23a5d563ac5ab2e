import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createClientMetadata } from './create-client-metadata.ts';

/** A server on loopback, and how a description of it is read. */
async function serve(listener: (origin: string, ...args: Parameters<RequestListener>) => void) {
  const server = createServer((...args) => listener(origin, ...args));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const clients = createClientMetadata({ allowPrivate: true }, { readMs: 500 });
  return { id: `${origin}/client.json`, origin, clients };
}

const json = { 'Content-Type': 'application/json' };
const document = (origin: string, given: object = {}) =>
  JSON.stringify({
    client_id: `${origin}/client.json`,
    client_name: 'Notes',
    redirect_uris: ['http://127.0.0.1/callback'],
    ...given,
  });

test('reads a description once, and then remembers it', async () => {
  let asked = 0;
  const { clients, id } = await serve((origin, { headers }, response) => {
    asked++;
    expect(headers).toMatchObject({ accept: 'application/json' });
    expect(headers.cookie).toBeUndefined();
    response.writeHead(200, json).end(document(origin));
  });
  const read = { name: 'Notes', redirectUris: ['http://127.0.0.1/callback'] };
  expect(await clients.read(id)).toEqual(read);
  expect(await clients.read(id)).toEqual(read);
  expect(asked).toBe(1);
});

test('a name is cut, in one line, and cannot reorder the text around it; without one, it is the host', async () => {
  const names: unknown[] = [`No\u202etes\n\u200b ${'x'.repeat(100)}`, '  ', undefined];
  const { clients, id, origin } = await serve((at, { url }, response) => {
    const [, number = '0'] = /(\d)$/.exec(url ?? '') ?? [];
    response.writeHead(200, json).end(document(at, { client_id: `${at}${url}`, client_name: names[Number(number)] }));
  });
  expect((await clients.read(`${id}?0`)).name).toBe(`No tes ${'x'.repeat(53)}`);
  for (const number of [1, 2]) expect((await clients.read(`${id}?${number}`)).name).toBe(new URL(origin).host);
});

const refusals: [string, RegExp, (origin: string, ...args: Parameters<RequestListener>) => void][] = [
  [
    'describes another app',
    /another app/,
    (origin, _, r) => r.writeHead(200, json).end(document(origin, { client_id: `${origin}/other.json` })),
  ],
  ['redirects', /status 302/, (_, __, r) => r.writeHead(302, { Location: '/elsewhere.json' }).end()],
  ['is not there', /status 404/, (_, __, r) => r.writeHead(404, json).end('{}')],
  ['is a page', /not JSON/, (origin, _, r) => r.writeHead(200, { 'Content-Type': 'text/html' }).end(document(origin))],
  ['is no JSON', /not JSON/, (_, __, r) => r.writeHead(200, json).end('{')],
  ['is a list', /missing or wrong/, (_, __, r) => r.writeHead(200, json).end('[]')],
  [
    'has no address to return to',
    /missing or wrong/,
    (origin, _, r) => r.writeHead(200, json).end(document(origin, { redirect_uris: [] })),
  ],
  [
    'wants a secret',
    /kind of sign-in/,
    (origin, _, r) =>
      r.writeHead(200, json).end(document(origin, { token_endpoint_auth_method: 'client_secret_basic' })),
  ],
  [
    'wants to prove itself with a key',
    /kind of sign-in/,
    (origin, _, r) => r.writeHead(200, json).end(document(origin, { token_endpoint_auth_method: 'private_key_jwt' })),
  ],
  [
    'is huge',
    /too large/,
    (origin, _, r) => r.writeHead(200, json).end(document(origin, { more: 'x'.repeat(70_000) })),
  ],
  [
    'is compressed',
    /not JSON/,
    (_, __, r) => r.writeHead(200, { ...json, 'Content-Encoding': 'gzip' }).end(Buffer.from('1f8b', 'hex')),
  ],
  [
    'never ends',
    /too large/,
    (_, __, r) => {
      r.writeHead(200, json);
      const more = () => !r.destroyed && r.write('x'.repeat(1_000), () => setImmediate(more));
      more();
    },
  ],
  [
    'is slow',
    /too long/,
    (_, __, r) => {
      r.writeHead(200, json);
      r.write('{');
    },
  ],
  ['does not answer', /too long/, () => {}],
  ['breaks off', /cannot be reached/, (_, request) => request.destroy()],
];

test.each(refusals)('a description that %s is refused, and read again', async (_, message, listener) => {
  let asked = 0;
  const { clients, id } = await serve((origin, request, response) => {
    asked++;
    listener(origin, request, response);
  });
  for (let round = 0; round < 2; round++) await expect(clients.read(id)).rejects.toThrow(message);
  expect(asked).toBe(2);
});

test('private addresses are refused before and after the name is resolved', async () => {
  const asked: string[] = [];
  const clients = createClientMetadata(
    { allowPrivate: false },
    {
      resolve: async (host) => {
        asked.push(host);
        return [{ address: '127.0.0.1', family: 4 }];
      },
    },
  );
  for (const wrong of [
    'https://127.0.0.1/client.json',
    'https://[::1]/client.json',
    'https://169.254.169.254/latest/meta-data',
    'https://2130706433/client.json',
    'https://notes.example:8443/client.json',
    'http://notes.example/client.json',
    'https://notes.example/',
    'https://notes.example',
    'https://notes.example/a/../client.json',
    'https://notes.example/client.json#x',
    'https://user@notes.example/client.json',
    'https://NOTES.example/client.json',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'noek',
  ])
    await expect(clients.read(wrong), wrong).rejects.toThrow();
  expect(asked).toEqual([]);
  await expect(clients.read('https://notes.example/client.json')).rejects.toThrow('This host is not public.');
  expect(asked).toEqual(['notes.example']);
});
