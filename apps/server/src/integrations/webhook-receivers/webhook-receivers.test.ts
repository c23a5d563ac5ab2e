import { createServer, IncomingMessage, type RequestListener } from 'node:http';
import { type AddressInfo, type LookupFunction, Socket } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createWebhookReceivers, type Post } from './create-webhook-receivers.ts';
import { resolveReceiver } from './resolve-receiver.ts';

const secret = `whsec_${Buffer.from('x'.repeat(32)).toString('base64')}`;
const event = { secret, id: 'event_webhook', at: new Date(), body: '{"type":"webhook.test"}' };
const publicOnly = { allowPrivate: false };
const withPrivate = { allowPrivate: true };

/** Receivers whose connections resolve their host and send nothing. */
function spied(names: Record<string, string[] | string[][]> = {}) {
  const connected: string[] = [];
  const resolve = vi.fn(async (host: string) => {
    const known = names[host] ?? ['93.184.215.14'];
    const addresses = (Array.isArray(known[0]) ? ((known as string[][]).shift() ?? []) : known) as string[];
    return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  });
  const post = vi.fn<Post>(async (url, { lookup }) => {
    connected.push(`${url.href} at ${await lookUp(lookup, url.hostname)}`);
    const response = Object.assign(new IncomingMessage(new Socket()), { statusCode: 204 });
    response.push(null);
    return response;
  });
  return { connected, resolve, post, receivers: createWebhookReceivers(publicOnly, 'Noek/1', { post, resolve }) };
}

const lookUp = (lookup: LookupFunction, host: string): Promise<string> =>
  new Promise((done, fail) => {
    lookup(host, { all: true }, (error, addresses) =>
      error ? fail(error) : done((addresses as { address: string }[]).map(({ address }) => address).join(' ')),
    );
  });

/** A receiver on loopback. */
async function listening(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?key=1`;
}

test.each([
  ['http://127.0.0.1/', 'private network'],
  ['http://0x7f.1/', 'private network'],
  ['http://2130706433/', 'private network'],
  ['http://[::1]/', 'private network'],
  ['http://[::ffff:10.0.0.1]/', 'private network'],
  ['http://[64:ff9b::a9fe:a9fe]/', 'private network'],
  ['http://169.254.169.254/latest/meta-data/', 'private network'],
  ['http://localhost/', 'private network'],
  ['http://noek.localhost./', 'private network'],
  ['http://user:password@example.org/', 'user name'],
  ['https://example.org:8443/', 'usual port'],
  ['ftp://example.org/', 'https:// or http://'],
  ['javascript:alert(1)', 'https:// or http://'],
  ['example.org/hook', 'whole address'],
])('refuses %s, when it is saved and when it is sent', async (url, reason) => {
  const { receivers, post } = spied();
  expect(() => receivers.checkAddress(url)).toThrow(reason);
  if (!url.includes('localhost')) await expect(receivers.send({ ...event, url })).rejects.toThrow(reason);
  if (!url.includes('localhost')) expect(post).not.toHaveBeenCalled();
});

test('takes a public address, without its fragment', () => {
  expect(spied().receivers.checkAddress('https://hooks.example.org/a?b=c#d')).toBe('https://hooks.example.org/a?b=c');
});

test('WEBHOOKS_PRIVATE opens loopback on any port, but not the metadata of a cloud', () => {
  const { checkAddress } = createWebhookReceivers(withPrivate, 'Noek/1');
  expect(checkAddress('http://localhost:8080/hook')).toBe('http://localhost:8080/hook');
  expect(checkAddress('http://10.0.0.1:8080/hook')).toBe('http://10.0.0.1:8080/hook');
  expect(() => checkAddress('http://169.254.169.254/')).toThrow('private network');
});

test('connects only to what was resolved, and to nothing if any address of a name is private', async () => {
  const { receivers, connected } = spied({
    'inside.example': ['10.0.0.1'],
    'half.example': ['93.184.215.14', '127.0.0.1'],
    'mapped.example': ['::ffff:127.0.0.1'],
    'nowhere.example': [],
  });
  expect(await receivers.send({ ...event, url: 'https://hooks.example.org/' })).toBe(204);
  for (const host of ['inside.example', 'half.example', 'mapped.example', 'nowhere.example'])
    await expect(receivers.send({ ...event, url: `https://${host}/` }), host).rejects.toThrow('private network');
  expect(connected).toEqual(['https://hooks.example.org/ at 93.184.215.14']);
});

test('a name whose address changes is checked at each connection', async () => {
  const { receivers, connected } = spied({ 'rebinding.example': [['93.184.215.14'], ['127.0.0.1']] });
  const url = 'http://rebinding.example/';
  expect(await receivers.send({ ...event, url })).toBe(204);
  await expect(receivers.send({ ...event, url })).rejects.toThrow('private network');
  expect(connected).toHaveLength(1);
});

test('the addresses of a name are those that name servers give, of both kinds', async () => {
  const none = async () => Promise.reject(Object.assign(new Error('no data'), { code: 'ENODATA' }));
  const four = async () => ['93.184.215.14'];
  const six = async () => ['2606:4700::1111'];
  const ofFour = { address: '93.184.215.14', family: 4 };
  const ofSix = { address: '2606:4700::1111', family: 6 };
  const named = (resolve4: unknown, resolve6: unknown) =>
    resolveReceiver({ resolve4, resolve6 } as Parameters<typeof resolveReceiver>[0])('hooks.example.org');
  expect(await named(four, six)).toEqual([ofFour, ofSix]);
  expect(await named(four, none)).toEqual([ofFour]);
  expect(await named(none, six)).toEqual([ofSix]);
  await expect(named(none, none)).rejects.toMatchObject({ code: 'ENODATA' });
});

test('a receiver gets the body, signed as Standard Webhooks has it', async () => {
  const got: { headers: Record<string, unknown>; body: string; method: string | undefined; url: string | undefined }[] =
    [];
  const url = await listening(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { headers, method, url: path } = request;
    got.push({ headers, method, url: path, body: Buffer.concat(chunks).toString() });
    response.writeHead(204).end();
  });
  expect(await createWebhookReceivers(withPrivate, 'Noek/1').send({ ...event, url })).toBe(204);
  const [{ headers, body, ...rest } = { headers: {}, body: '' }] = got;
  expect(rest).toEqual({ method: 'POST', url: '/hook?key=1' });
  expect(body).toBe(event.body);
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'Noek/1',
    'webhook-id': event.id,
    'webhook-timestamp': String(Math.floor(event.at.getTime() / 1000)),
    'webhook-signature': expect.stringMatching(/^v1,/),
  });
  const signed = headers as Record<string, string>;
  expect(new Webhook(secret).verify(body, signed)).toEqual({ type: 'webhook.test' });
  for (const library of [Webhook, SvixWebhook]) {
    expect(() => new library(secret).verify(body, signed)).not.toThrow();
    expect(() => new library(secret).verify(`${body} `, signed)).toThrow();
  }
});

test.each([200, 302, 410, 500])('status %i is returned, and a redirect leads nowhere', async (status) => {
  let requests = 0;
  const url = await listening((_, response) => {
    requests++;
    response.writeHead(status, { Location: '/other' }).end('x'.repeat(100_000));
  });
  expect(await createWebhookReceivers(withPrivate, 'Noek/1').send({ ...event, url })).toBe(status);
  expect(requests).toBe(1);
});

test('a body without end is not read to its end', async () => {
  let written = 0;
  const url = await listening((_, response) => {
    response.writeHead(200);
    const timer = setInterval(() => {
      written++;
      response.write('x'.repeat(8 * 1024));
    }, 1);
    response.once('close', () => clearInterval(timer));
  });
  expect(await createWebhookReceivers(withPrivate, 'Noek/1').send({ ...event, url })).toBe(200);
  expect(written).toBeLessThan(100);
});

test('a receiver that says nothing, or closes the line, or is not there, is given up with a plain sentence', async () => {
  const silent = await listening(() => {});
  const closing = await listening((request) => void request.socket.destroy());
  const receivers = createWebhookReceivers(withPrivate, 'Noek/1', { attemptMs: 200 });
  await expect(receivers.send({ ...event, url: silent })).rejects.toThrow('There was no answer within 0.2 seconds.');
  await expect(receivers.send({ ...event, url: closing })).rejects.toThrow('The connection failed');
  await expect(receivers.send({ ...event, url: 'http://127.0.0.1:9/' })).rejects.toThrow('Nothing answers');
  const lost = createWebhookReceivers(withPrivate, 'Noek/1', {
    resolve: async () => Promise.reject(Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' })),
  });
  await expect(lost.send({ ...event, url: 'http://nowhere.example/' })).rejects.toThrow('was not found');
});

test('a body that stops in the middle of it does not hold the attempt longer than it may take', async () => {
  const url = await listening((_, response) => {
    response.writeHead(200, { 'Content-Length': '1000' });
    response.write('x');
  });
  const receivers = createWebhookReceivers(withPrivate, 'Noek/1', { attemptMs: 200 });
  expect(await receivers.send({ ...event, url })).toBe(200);
});
