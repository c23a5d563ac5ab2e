import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openFixture } from '../testing/documented-calls/documented-call.ts';
import { createNodeServer } from '../transports/node-server.ts';

/** Calls the app over one keep-alive connection to a real port. Resolves to the statuses, or to the error. */
async function overOneConnection() {
  const { app } = await openFixture();
  const server = createNodeServer(app.fetch);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => {
    agent.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return (bytes: number, headers: Record<string, string | number>) =>
    new Promise<number | string>((resolve) => {
      const request = http.request(
        { agent, port, method: 'POST', path: '/api/memories', headers: { Host: 'localhost:5000', ...headers } },
        (response) => response.resume().once('end', () => resolve(response.statusCode ?? 0)),
      );
      request.once('error', ({ message }) => resolve(message));
      request.end('x'.repeat(bytes));
    });
}

const limit = 256 * 1024;

test.each([
  ['of declared length', (bytes: number) => ({ 'Content-Length': bytes })],
  ['in pieces of unknown length', () => ({ 'Transfer-Encoding': 'chunked' })],
])('a body %s that is too large is refused, and the next call over the connection is answered', async (_, headers) => {
  const post = await overOneConnection();
  const answers: (number | string)[] = [];
  for (const bytes of [10, limit + 1, 10, 2_000_000, 10, limit, 10]) answers.push(await post(bytes, headers(bytes)));
  expect(answers).toEqual([401, 413, 401, 413, 401, 401, 401]);
});

test('an endless body is not read forever', async () => {
  const post = await overOneConnection();
  expect([413, 'write EPIPE', 'read ECONNRESET', 'socket hang up']).toContain(
    await post(64 * 1024 * 1024, { 'Transfer-Encoding': 'chunked' }),
  );
  expect(await post(10, { 'Content-Length': 10 })).toBe(401);
});
