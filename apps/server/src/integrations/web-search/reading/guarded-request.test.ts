import type { LookupAddress } from 'node:dns';
import { IncomingMessage } from 'node:http';
import { type LookupFunction, Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
import { guardedLookup } from '../../public-web/guarded-lookup.ts';
import { type Connect, requestPage } from './guarded-request.ts';

const publicOnly = { allowPrivate: false };
const signal = new AbortController().signal;

function responseOf(statusCode: number, location?: string): IncomingMessage {
  return Object.assign(new IncomingMessage(new Socket()), { statusCode, headers: location ? { location } : {} });
}

/** Resolves the host as a connection does and sends nothing. Hosts that `names` does not list have a public address. */
function spies(responses: Record<string, IncomingMessage>, names: Record<string, string[]> = {}) {
  const connected: string[] = [];
  const resolve = vi.fn(
    async (host: string): Promise<LookupAddress[]> =>
      (names[host] ?? ['93.184.215.14']).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  );
  const connect = vi.fn<Connect>(async (url, options) => {
    connected.push(`${url.href} at ${await lookUp(options.lookup, url.hostname)}`);
    const response = responses[url.href];
    if (!response) throw new Error(`Unexpected request: ${url.href}`);
    return response;
  });
  return { connected, resolve, connect };
}

function lookUp(lookup: LookupFunction, host: string, all = true): Promise<string> {
  return new Promise((done, fail) => {
    lookup(host, { all }, (error, address) => {
      if (error) fail(error);
      else done(typeof address === 'string' ? address : address.map((one) => one.address).join(' '));
    });
  });
}

const request = (url: string, spy: ReturnType<typeof spies>) => requestPage(url, publicOnly, {}, signal, spy);

test('connects to the addresses that were checked, which are resolved once', async () => {
  const spy = spies(
    { 'https://example.org/': responseOf(200) },
    { 'example.org': ['93.184.215.14', '2606:4700::1111'] },
  );
  expect((await request('https://example.org/#top', spy)).url.href).toBe('https://example.org/');
  expect(spy.connected).toEqual(['https://example.org/ at 93.184.215.14 2606:4700::1111']);
  expect(spy.resolve).toHaveBeenCalledTimes(1);
});

test('never connects to a literal, for which no lookup is called', async () => {
  const spy = spies({});
  for (const url of ['http://127.0.0.1/', 'http://0x7f.1/', 'http://[::ffff:7f00:1]/', 'http://169.254.169.254/'])
    await expect(request(url, spy), url).rejects.toThrow('not public');
  expect(spy.connect).not.toHaveBeenCalled();
});

test('refuses a host when any of its addresses is not public', async () => {
  const spy = spies(
    {},
    { 'inside.example': ['93.184.215.14', '127.0.0.1'], 'nowhere.example': [], 'six.example': ['::1'] },
  );
  for (const host of ['inside.example', 'nowhere.example', 'six.example'])
    await expect(request(`http://${host}/`, spy), host).rejects.toThrow('not public');
  expect(spy.connected).toEqual([]);
});

test('a name server that changes its answer leads nowhere else: every connection checks what it uses', async () => {
  const answers = [['93.184.215.14'], ['127.0.0.1']];
  const lookup = guardedLookup(publicOnly, async () =>
    (answers.shift() ?? []).map((address) => ({ address, family: 4 })),
  );
  expect(await lookUp(lookup, 'rebinding.example', false)).toBe('93.184.215.14');
  await expect(lookUp(lookup, 'rebinding.example', false)).rejects.toThrow('not public');
});

test('checks every redirect: literals, names, schemes, ports', async () => {
  for (const to of [
    'http://127.0.0.1/',
    'http://inside.example/',
    'file:///etc/passwd',
    'http://example.org:22/',
    'http://[',
  ]) {
    const spy = spies({ 'https://example.org/': responseOf(302, to) }, { 'inside.example': ['10.0.0.1'] });
    await expect(request('https://example.org/', spy), to).rejects.toThrow();
    expect(spy.connected, to).toEqual(['https://example.org/ at 93.184.215.14']);
  }
});

test('follows a redirect to another public page, relative ones too, but not forever', async () => {
  const there = spies({
    'https://example.org/a': responseOf(301, '/b?c'),
    'https://example.org/b?c': responseOf(307, 'https://www.example.net/d'),
    'https://www.example.net/d': responseOf(200),
  });
  expect((await request('https://example.org/a', there)).url.href).toBe('https://www.example.net/d');
  const circle = spies({ 'https://example.org/a': responseOf(302, '/a') });
  await expect(request('https://example.org/a', circle)).rejects.toThrow('too often');
  expect(circle.connect).toHaveBeenCalledTimes(6);
});

test('other statuses are not pages', async () => {
  for (const status of [304, 404, 500])
    await expect(
      request('https://example.org/', spies({ 'https://example.org/': responseOf(status) })),
    ).rejects.toThrow(`status ${status}`);
});
