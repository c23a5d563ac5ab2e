import dns from 'node:dns';
import { createServer } from 'node:http';
import { afterEach, expect, test, vi } from 'vitest';
import { isBelowLocalhost, resolveLocalhost } from './localhost.ts';

const stop: (() => void)[] = [];
afterEach(() => {
  for (const end of stop.splice(0)) end();
});

test('a name below localhost reaches this machine, with its own Host header, whatever the system resolves', async () => {
  const server = createServer((request, response) => response.end(request.headers.host));
  stop.push(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  resolveLocalhost();
  const answer = await fetch(`http://chat.noek.localhost:${port}/`);
  expect(await answer.text()).toBe(`chat.noek.localhost:${port}`);
});

test('each form of lookup gives the addresses of this machine', async () => {
  resolveLocalhost();
  const ask = (options: object | number) =>
    new Promise((resolve) => {
      dns.lookup(
        'noek.localhost',
        options as never,
        ((error: unknown, ...found: unknown[]) => resolve(error ?? found)) as never,
      );
    });
  expect(await ask({ all: true })).toEqual([
    [
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ],
  ]);
  expect(await ask({})).toEqual(['127.0.0.1', 4]);
  expect(await ask({ family: 6 })).toEqual(['::1', 6]);
  expect(await ask(6)).toEqual(['::1', 6]);
  const bare = new Promise((resolve) => dns.lookup('noek.localhost', (_, address) => resolve(address)));
  expect(await bare).toBe('127.0.0.1');
});

test.each(['chat.noek.localhost', 'noek.localhost', 'NOEK.LOCALHOST', 'noek.localhost.'])(
  '%s is below localhost',
  (name) => {
    expect(isBelowLocalhost(name)).toBe(true);
  },
);

test.each(['localhost', '.localhost', 'localhost.evil.example', 'evillocalhost', 'a..localhost', '', undefined])(
  '%s is not below localhost, and is looked up as before',
  (name) => {
    expect(isBelowLocalhost(name)).toBe(false);
  },
);

test('without Node.js nothing changes', () => {
  vi.stubGlobal('process', undefined);
  expect(() => resolveLocalhost()).not.toThrow();
});
