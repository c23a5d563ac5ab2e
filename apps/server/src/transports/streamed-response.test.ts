import http, { type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Hono } from 'hono';
import { expect, onTestFinished, test } from 'vitest';
import { createNodeServer } from './node-server.ts';
import { type Output, streamResponse } from './streamed-response.ts';

/** An app with one streamed path, over a real port. Resolves to the port. */
async function serve(produce: (output: Output) => Promise<void>): Promise<number> {
  const app = new Hono()
    .use(async (c, next) => {
      await next();
      c.res.headers.set('X-Later', 'set after the handler');
      c.res.headers.append('Set-Cookie', 'a=1');
      c.res.headers.append('Set-Cookie', 'b=2');
      if (c.req.path === '/refused') throw new Error('refused after the handler');
    })
    .onError((error, c) => c.text(error.message, 500))
    .all('*', (c) => {
      c.header('Content-Type', 'text/event-stream');
      return streamResponse(c, produce);
    });
  const server = createNodeServer(app.fetch);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

const get = (port: number, path = '/') =>
  new Promise<IncomingMessage>((resolve) => http.get({ port, path, agent: false }, resolve));

async function textOf(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of response.setEncoding('utf8')) text += part;
  return text;
}

test('a streamed response has the headers of the handler and of the middleware, cookies included, and its text in order', async () => {
  const port = await serve(async ({ write }) => {
    for (const text of ['Grüße, ', 'in ', 'pieces 🌊']) {
      await write(text);
      await new Promise((resolve) => setImmediate(resolve));
    }
  });
  const response = await get(port);
  expect(response.statusCode).toBe(200);
  expect(response.headers).toMatchObject({
    'content-type': 'text/event-stream',
    'x-later': 'set after the handler',
    'set-cookie': ['a=1', 'b=2'],
  });
  expect(response.headers).not.toHaveProperty('x-noek-streamed');
  expect(await textOf(response)).toBe('Grüße, in pieces 🌊');
});

test('the head and the first text leave together, and so do the last text and the end', async () => {
  const { promise: arrived, resolve: onArrival } = Promise.withResolvers<void>();
  const port = await serve(async ({ write }) => {
    write('first');
    await arrived;
    write('last');
  });
  const socket = connect(port, '127.0.0.1');
  const parts: string[] = [];
  socket.on('data', (part) => {
    parts.push(part.toString());
    onArrival();
  });
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  await new Promise((resolve) => socket.once('close', resolve));
  expect(parts).toHaveLength(2);
  expect(parts[0]).toMatch(/^HTTP\/1\.1 200 OK\r\n.*5\r\nfirst\r\n$/s);
  expect(parts[1]).toBe('4\r\nlast\r\n0\r\n\r\n');
});

test('a reader that is slow makes the producer wait, and one that leaves ends it', async () => {
  const piece = 'x'.repeat(64 * 1024);
  const { promise: stuck, resolve: onStuck } = Promise.withResolvers<number>();
  const { promise: ended, resolve: onEnd } = Promise.withResolvers<boolean>();
  const port = await serve(async ({ gone, write }) => {
    let written = 0;
    while (!gone.aborted) {
      const slow = write(piece);
      written += 1;
      if (!slow) continue;
      onStuck(written);
      await slow;
    }
    onEnd(true);
  });
  const response = await get(port);
  // The buffers of the two sockets hold a few megabytes. An endless loop would never get here.
  expect(await stuck).toBeLessThan(1_000);
  response.destroy();
  expect(await ended).toBe(true);
});

test('two writers that wait for the same slow reader both go on when it reads', async () => {
  const piece = 'x'.repeat(1024 * 1024);
  const port = await serve(async ({ write }) => {
    const waits: Promise<void>[] = [];
    for (let n = 0; n < 32; n++) waits.push(write(piece) ?? Promise.resolve());
    await Promise.all(waits);
  });
  expect(await textOf(await get(port))).toHaveLength(32 * piece.length);
});

test('a response that became an error is sent as the error, without its stream', async () => {
  let started = false;
  const port = await serve(async ({ write }) => {
    started = true;
    write('never');
  });
  const response = await get(port, '/refused');
  expect([response.statusCode, await textOf(response), started]).toEqual([500, 'refused after the handler', false]);
  expect(response.headers).not.toHaveProperty('x-noek-streamed');
});

test('a caller that left before the head was sent is noticed', async () => {
  const { promise: left, resolve: onLeft } = Promise.withResolvers<void>();
  const { promise: seen, resolve: onSeen } = Promise.withResolvers<boolean>();
  const app = new Hono().get('*', async (c) => {
    onRequest();
    await left;
    return streamResponse(c, async ({ gone, write }) => {
      write('nobody reads this');
      onSeen(gone.aborted);
    });
  });
  const { promise: requested, resolve: onRequest } = Promise.withResolvers<void>();
  const server = createNodeServer(app.fetch);
  server.on('connection', (socket) => socket.once('close', () => setImmediate(onLeft)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await requested;
  socket.destroy();
  expect(await seen).toBe(true);
});
