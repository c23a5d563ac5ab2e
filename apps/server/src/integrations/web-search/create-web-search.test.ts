import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { delay, HttpResponse, http, passthrough } from 'msw';
import { setupServer } from 'msw/node';
import { type Logger, pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../settings/config.ts';
import { createWebSearch, defaultTuning, type WebSearchTuning } from './create-web-search.ts';
import { braveHandlers } from './services/brave.msw.ts';
import { searxngHandlers, searxngUrl } from './services/searxng.msw.ts';
import { tavilyHandlers } from './services/tavily.msw.ts';
import { askedWikipedia, wikipediaHandlers } from './services/wikipedia.msw.ts';
import { type WebSearch, WebSearchError } from './web-search.ts';

const server = setupServer(...searxngHandlers, ...braveHandlers, ...tavilyHandlers, ...wikipediaHandlers);
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterEach(async () => {
  server.resetHandlers();
  await Promise.all(created.splice(0).map((one) => one.close()));
});
afterAll(() => server.close());

const created: WebSearch[] = [];
const silent = pino({ level: 'silent' });
const signal = new AbortController().signal;

/** A port on this machine where nothing listens. */
async function closedPort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  listener.close();
  await once(listener, 'close');
  return port;
}

type Options = Partial<WebSearchTuning> & { isDemo?: boolean; log?: Logger };

function webSearch(env: Record<string, string>, { isDemo = false, log = silent, ...tuning }: Options = {}) {
  const config = readConfig({ NODE_ENV: 'test', APP_SECRET: 'only-for-tests-0123456789', ...env });
  const search = createWebSearch(config, { log, isDemo: () => isDemo }, { ...defaultTuning, ...tuning });
  created.push(search);
  return search;
}

describe('services', () => {
  test('SearXNG', async () => {
    expect(await webSearch({ WEB_SEARCH_URL: `${searxngUrl}/` }).search('a & b', signal)).toEqual([
      { url: 'https://example.org/1', title: 'a & b 1' },
      { url: 'https://example.org/2', title: 'a & b 2' },
    ]);
  });

  test('Brave: titles without markup, and none found', async () => {
    const brave = webSearch({ BRAVE_API_KEY: 'brave-key' });
    const found = await brave.search('rock', signal);
    expect(found).toHaveLength(8);
    expect(found[0]).toEqual({ url: 'https://example.org/brave', title: 'Rock & roll' });
    expect(await brave.search('nothing', signal)).toEqual([]);
  });

  test('Tavily', async () => {
    const found = await webSearch({ TAVILY_API_KEY: 'tavily-key' }).search('walnut cake', signal);
    expect(found[0]).toEqual({ url: 'https://example.org/0', title: 'walnut cake' });
  });

  test('Wikipedia, without a key: is asked in the language of the question, says who asks, drops words that say nothing, and then takes pages with any word', async () => {
    askedWikipedia.length = 0;
    const wikipedia = webSearch({});
    expect(wikipedia.describe()).toBe('Wikipedia');
    expect(await wikipedia.search('What is a walnut?', signal)).toEqual([
      { url: 'https://en.wikipedia.org/wiki/Walnut', title: 'Walnut' },
      { url: 'https://en.wikipedia.org/wiki/Walnut_and_coffee_cake', title: 'Walnut and coffee cake' },
    ]);
    expect(await wikipedia.search('Who invented walnut cake?', signal)).toHaveLength(2);
    expect(askedWikipedia.map(({ words }) => words)).toEqual([
      'walnut',
      'invented walnut cake',
      'invented OR walnut OR cake',
    ]);
    expect(await wikipedia.search('Wo ist der Walnut?', signal)).toMatchObject([
      { url: 'https://de.wikipedia.org/wiki/Walnut' },
      { url: 'https://de.wikipedia.org/wiki/Walnut_and_coffee_cake' },
    ]);
    expect(askedWikipedia.every(({ agent }) => agent?.startsWith('Noek/'))).toBe(true);
  });
});

describe('failures', () => {
  test.each([
    ['status 403', () => new HttpResponse(null, { status: 403 })],
    ['no JSON', () => new HttpResponse('<html>')],
    ['another shape', () => HttpResponse.json({ results: [{ title: 'x' }] })],
    ['a redirect', () => new HttpResponse(null, { status: 302, headers: { Location: 'https://example.org/' } })],
    ['too much', () => new HttpResponse(`{"results":[],"x":"${'x'.repeat(3 * 1024 * 1024)}"}`)],
  ])('%s: the next service is asked', async (_, answer) => {
    server.use(http.get(`${searxngUrl}/search`, answer));
    const both = webSearch({ WEB_SEARCH_URL: searxngUrl, TAVILY_API_KEY: 'tavily-key' });
    expect(both.describe()).toBe('SearXNG, Tavily');
    expect(await both.search('walnut', signal)).toHaveLength(8);
    await expect(webSearch({ WEB_SEARCH_URL: searxngUrl }).search('walnut', signal)).rejects.toThrow(WebSearchError);
  });

  test('no connection: the next service is asked, and the log does not have the question', async () => {
    const closed = `http://127.0.0.1:${await closedPort()}`;
    server.use(http.get(`${closed}/search`, () => passthrough()));
    const lines: string[] = [];
    const log = pino({}, { write: (line) => void lines.push(line) });
    const both = webSearch({ WEB_SEARCH_URL: closed, TAVILY_API_KEY: 'tavily-key' }, { log });
    expect(await both.search('private question', signal)).toHaveLength(8);
    await expect(webSearch({ WEB_SEARCH_URL: closed }).search('walnut', signal)).rejects.toThrow(WebSearchError);
    expect(lines.join()).toContain('SearXNG');
    expect(lines.join()).not.toContain('private');
  });

  test('a service that does not answer in time', async () => {
    server.use(http.get(`${searxngUrl}/search`, () => delay('infinite')));
    await expect(webSearch({ WEB_SEARCH_URL: searxngUrl }, { searchMs: 30 }).search('walnut', signal)).rejects.toThrow(
      WebSearchError,
    );
  });

  test('a stopped answer asks no other service', async () => {
    const stop = new AbortController();
    server.use(
      http.get(`${searxngUrl}/search`, () => {
        stop.abort();
        return delay('infinite');
      }),
    );
    const both = webSearch({ WEB_SEARCH_URL: searxngUrl, TAVILY_API_KEY: 'tavily-key' });
    await expect(both.search('walnut', stop.signal)).rejects.toThrow('aborted');
  });

  test('the log says which service failed and why, without the key or the question', async () => {
    const lines: string[] = [];
    server.use(
      http.get('https://api.search.brave.com/res/v1/web/search', () => new HttpResponse(null, { status: 500 })),
    );
    const log = pino({}, { write: (line) => void lines.push(line) });
    const brave = webSearch({ BRAVE_API_KEY: 'secret-key' }, { log });
    await expect(brave.search('private question', signal)).rejects.toThrow(WebSearchError);
    expect(lines.join()).toContain('Brave Search');
    expect(lines.join()).not.toMatch(/secret-key|private/);
  });

  test('results that are not web pages are left out', async () => {
    const results = ['javascript:alert(1)', 'not an address', 'ftp://example.org/', 'https://example.org/'].map(
      (url) => ({
        url,
        title: null,
      }),
    );
    server.use(http.get(`${searxngUrl}/search`, () => HttpResponse.json({ results })));
    expect(await webSearch({ WEB_SEARCH_URL: searxngUrl }).search('x', signal)).toEqual([
      { url: 'https://example.org/', title: '' },
    ]);
  });
});

describe('without a model and a service', () => {
  test('the built-in pages are searched and read, and nothing is sent', async () => {
    const offline = webSearch({ COMPANY_ORIGIN: 'https://noek.example' }, { isDemo: true });
    expect(offline.describe()).toBe('built-in pages about Noek');
    const found = await offline.search('what is Noek?', signal);
    expect(found[0]).toEqual({ url: 'https://noek.example/help/what-is-noek', title: 'What Noek is' });
    expect(found.length).toBeGreaterThan(1);
    const page = await offline.read(found[0]?.url ?? '', signal);
    expect(page).toMatchObject({ title: 'What Noek is', site: 'noek.example' });
    expect(page.text).toMatch(/^Noek is an AI chat assistant\./);
    expect(await offline.search('who won yesterday?', signal)).toEqual([]);
  });

  test('a configured service comes first', async () => {
    const found = await webSearch({ WEB_SEARCH_URL: searxngUrl }, { isDemo: true }).search('what is Noek?', signal);
    expect(found[0]?.url).toBe('https://example.org/1');
  });
});
