import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { builtInPages, createBuiltInPages } from '../integrations/web-search/built-in-pages.ts';
import { readConfig } from '../settings/config.ts';
import { helpPages } from './help-pages.ts';

const { origins } = readConfig({ NODE_ENV: 'test', APP_SECRET: 'only-for-tests-0123456789' });
const app = new Hono().route('/help', helpPages({ origins }));
const textOf = async (path: string) => (await app.request(path)).text();

test('every page that a search can cite opens at its address, with its text', async () => {
  expect(builtInPages.size).toBeGreaterThan(4);
  const { read } = createBuiltInPages(origins.company);
  for (const { name, title } of builtInPages.values()) {
    const url = `${origins.company}/help/${name}`;
    const response = await app.request(url);
    expect([response.status, response.headers.get('content-type')], name).toEqual([200, 'text/html; charset=UTF-8']);
    const html = await response.text();
    expect(html).toContain(`<h1>${title}</h1>`);
    expect(html).toContain(`<link rel="canonical" href="${url}">`);
    expect(read(url)?.text).not.toContain('# ');
  }
});

test('a list links all of them, and unknown names are not pages', async () => {
  const list = await textOf('/help');
  for (const name of builtInPages.keys()) expect(list).toContain(`href="/help/${name}"`);
  for (const name of ['other', 'what-is-noek.md', '__proto__', '..%2fbuilt-in-pages.ts'])
    expect((await app.request(`/help/${name}`)).status, name).toBe(404);
  const { read } = createBuiltInPages(origins.company);
  for (const url of [`${origins.company}/help/other`, `${origins.company}/help/`, 'https://example.org/help/modes'])
    expect(read(url)).toBeNull();
});

test('the pages need nothing that the content security policy forbids', async () => {
  expect(await textOf('/help/what-is-noek')).not.toMatch(/<script(?! src="\/theme\.js"><\/script>)|<style|style=/);
  expect((await app.request('/help/style.css')).headers.get('content-type')).toContain('text/css');
});

test('the pages have the product’s header with ways back, and its theme', async () => {
  const html = await textOf('/help/what-is-noek');
  expect(html).toContain('<a class="brand" href="/">');
  expect(html).toContain(`<a class="way-back" href="${origins.chat}">Open Noek</a>`);
  expect(html).toContain('<script src="/theme.js"></script>');
});
