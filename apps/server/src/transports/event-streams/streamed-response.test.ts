import http, { type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { type Context, Hono } from 'hono';
import { expect, onTestFinished, test } from 'vitest';
import { createNodeServer } from '../node-server.ts';
import { streamedResponse } from './streamed-response.ts';

type Pieces = (gone: AbortSignal) => AsyncGenerator<string, void>;

function answer(c: Context, pieces: Pieces): Response {
  const gone = new AbortController();
  return streamedResponse(c, gone, pieces(gone.signal));
}

/** An app with one streamed path, over a real port. Resolves to the port. */
async function serve(pieces: Pieces): Promise<number> {
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
      return answer(c, pieces);
    });
  return listen(app);
}

async function listen(app: Hono): Promise<number> {
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
  const port = await serve(async function* () {
    for (const text of ['Grüße, ', 'in ', 'pieces 🌊']) {
      yield text;
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
  expect(await textOf(response)).toBe('Grüße, in pieces 🌊');
});

test('a slow reader is waited for, and ends the pieces when it leaves', async () => {
  const piece = 'x'.repeat(64 * 1024);
  const ended = Promise.withResolvers<boolean>();
  let given = 0;
  const port = await serve(async function* (gone) {
    try {
      for (;;) {
        given += 1;
        yield piece;
      }
    } finally {
      ended.resolve(gone.aborted);
    }
  });
  const response = await get(port);
  // The buffers of the two sockets hold a few megabytes. Once they are full, no piece is asked for.
  let before = -1;
  for (let turn = 0; before !== given && turn < 100; turn++) {
    before = given;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  expect(given).toBe(before);
  expect(given).toBeLessThan(1_000);
  response.destroy();
  expect(await ended.promise).toBe(true);
});

test('a reader that leaves while nothing happens aborts the signal', async () => {
  const ended = Promise.withResolvers<void>();
  const port = await serve(async function* (gone) {
    yield 'first';
    await new Promise((resolve) => gone.addEventListener('abort', resolve, { once: true }));
    ended.resolve();
  });
  const response = await get(port);
  await new Promise((resolve) => response.once('data', resolve));
  response.destroy();
  await ended.promise;
});

test('a response that became an error is sent as the error, without its stream', async () => {
  let started = false;
  const port = await serve(async function* () {
    started = true;
    yield 'never';
  });
  const response = await get(port, '/refused');
  expect([response.statusCode, await textOf(response), started]).toEqual([500, 'refused after the handler', false]);
});

test('a caller that left before the head was sent is noticed', async () => {
  const requested = Promise.withResolvers<void>();
  const left = Promise.withResolvers<void>();
  const gone = new AbortController();
  const seen = new Promise((resolve) => gone.signal.addEventListener('abort', resolve));
  async function* pieces() {
    yield 'this is not read';
  }
  const app = new Hono().get('*', async (c) => {
    requested.resolve();
    await left.promise;
    return streamedResponse(c, gone, pieces());
  });
  const port = await listen(app);
  const socket = connect(port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await requested.promise;
  socket.destroy();
  await new Promise((resolve) => setTimeout(resolve, 50));
  left.resolve();
  await seen;
});
