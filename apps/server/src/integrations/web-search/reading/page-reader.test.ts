import http, { type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { PublicWebError } from '../../public-web/address-guard.ts';
import { PageError } from '../web-search.ts';
import { createPageReader } from './page-reader.ts';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(ends.splice(0).map((end) => end()));
});

async function serve(listener: RequestListener): Promise<string> {
  const server = http.createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

function reader({ allowPrivate = true, readMs = 20_000, parseMs = 20_000 } = {}) {
  const created = createPageReader({ allowPrivate }, { readMs, parseMs });
  ends.push(() => created.close());
  return (url: string, signal = new AbortController().signal) => created.read(url, signal);
}

/** Most tests share this reader, because loading the parser takes half a second. */
const shared = createPageReader({ allowPrivate: true }, { readMs: 20_000, parseMs: 20_000 });
afterAll(() => shared.close());
const read = (url: string) => shared.read(url, new AbortController().signal);

const html =
  (body: string | Buffer, type = 'text/html; charset=utf-8', headers = {}): RequestListener =>
  (_, response) => {
    response.writeHead(200, { 'Content-Type': type, ...headers }).end(body);
  };
const article = `<!doctype html><html><head><title>Walnut &amp; cake</title></head><body><nav><a href="/">Home</a></nav><article>
  <h2>History</h2>${'<p>A walnut cake is <a href="/x">a cake</a> with *walnuts*, which many people like.</p>'.repeat(9)}
  <img src="x" alt="A picture"><script>steal()</script></article><footer>Imprint</footer></body></html>`;

describe('reads', () => {
  test('an article without navigation, scripts, images and links', async () => {
    const page = await read(`${await serve(html(article))}#part`);
    expect(page).toMatchObject({ title: 'Walnut & cake', site: expect.stringMatching(/^127\.0\.0\.1:\d+$/) });
    expect(page.url).not.toContain('#');
    expect(page.text).toContain('A walnut cake is a cake with *walnuts*, which many people like.');
    expect(page.text).not.toMatch(/Home|steal|Imprint|picture|\]\(/);
  });

  test('a short page and plain text', async () => {
    const short = await read(await serve(html('<title>Short</title><p>Only this.')));
    expect(short).toMatchObject({ title: 'Short', text: 'Only this.' });
    const plain = await read(await serve(html('Plain <b>text</b>.', 'text/plain')));
    expect(plain.text).toBe('Plain <b>text</b>.');
  });

  test.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ])('%s', async (encoding, compress) => {
    const url = await serve((_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html', 'Content-Encoding': encoding }).end(compress(article));
    });
    expect((await read(url)).title).toBe('Walnut & cake');
  });

  test('the charset of the header, the meta element or the byte order mark', async () => {
    const latin = Buffer.from('<title>Café</title><meta charset="iso-8859-1"><p>Crème brûlée.', 'latin1');
    const utf16 = Buffer.from('\ufeff<title>Café</title><p>Crème brûlée.', 'utf16le');
    for (const [body, type] of [
      [latin, 'text/html'],
      [latin, 'text/html; charset="windows-1252"'],
      [utf16, 'text/html'],
      [Buffer.from('<title>Café</title><p>Crème brûlée.'), 'text/html; charset=no-such-charset'],
    ] as const) {
      const url = await serve((_, response) => response.writeHead(200, { 'Content-Type': type }).end(body));
      expect(await read(url)).toMatchObject({ title: 'Café', text: 'Crème brûlée.' });
    }
  });
});

describe('does not read', () => {
  test('anything of this machine without WEB_FETCH_PRIVATE: no request is made', async () => {
    let asked = 0;
    const url = await serve((_, response) => {
      asked++;
      response.end();
    });
    await expect(reader({ allowPrivate: false })(url)).rejects.toThrow(PublicWebError);
    expect(asked).toBe(0);
  });

  test('other types', async () => {
    for (const type of ['application/pdf', 'image/svg+xml', 'application/json'])
      await expect(read(await serve(html('x', type)))).rejects.toThrow('not a text');
  });

  test('an empty page', async () => {
    await expect(read(await serve(html('<title>x</title><script>1</script>')))).rejects.toThrow('no readable text');
  });

  test('a file that is called a text and is none', async () => {
    const bytes = Buffer.alloc(20_000, 'PK\x03\x04\xc8\xff\x00\x11', 'latin1');
    for (const type of ['text/html', 'text/plain'])
      await expect(read(await serve(html(bytes, type)))).rejects.toThrow('no readable text');
    // A few wrong bytes do not make a page unreadable.
    expect((await read(await serve(html(Buffer.from('<p>Cr\xe8me de la creme.', 'latin1'))))).text).toBe(
      'Cr\ufffdme de la creme.',
    );
  });

  test('a page that does not answer in time', async () => {
    await expect(reader({ readMs: 50 })(await serve(() => {}))).rejects.toThrow('too long');
  });

  test('a page that is broken off, or whose compression is broken or unknown', async () => {
    const broken = await serve((_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html', 'Content-Length': 500 }).write('<p>');
      response.destroy();
    });
    await expect(read(broken)).rejects.toThrow(PageError);
    await expect(read(await serve(html('x', 'text/html', { 'Content-Encoding': 'gzip' })))).rejects.toThrow(PageError);
    await expect(read(await serve(html('x', 'text/html', { 'Content-Encoding': 'zstd' })))).rejects.toThrow('zstd');
  });

  test('more than 2 MB of an endless page, packed ones included', async () => {
    const start = '<title>Endless</title><p>The start.</p><!--';
    const endless = await serve((_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' }).write(start);
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      };
      response.on('drain', more);
      more();
    });
    expect((await read(endless)).text).toBe('The start.');
    const bomb = gzipSync(start + 'x'.repeat(16 * 1024 * 1024));
    const packed = await serve((_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html', 'Content-Encoding': 'gzip' }).end(bomb);
    });
    expect((await read(packed)).text).toBe('The start.');
  });
});

test('a page that keeps its parser busy does not hold up the server, and the next page is read', {
  timeout: 60_000,
}, async () => {
  const read = reader({ parseMs: 1_000 });
  const hostile = await serve(html(`<p>${'<div>'.repeat(50_000)}x`));
  let turns = 0;
  const turning = setInterval(() => turns++, 1);
  const failed = await read(hostile).catch((error: unknown) => error);
  clearInterval(turning);
  expect(failed).toBeInstanceOf(PageError);
  // The parser runs for a second. In this thread, no timer would have fired in between.
  expect(turns).toBeGreaterThan(3);
  // On a busy machine, the next worker may need longer than this reader allows.
  const next = await serve(html(article));
  await vi.waitFor(async () => expect((await read(next)).title).toBe('Walnut & cake'), 30_000);
});
