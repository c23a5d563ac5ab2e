import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { buildPackage } from '../../../packages/client/pack/build-package.ts';
import { test } from './support/test.ts';

test('the packed client asks, streams and lists in a browser, with the cookies of the page', async ({
  page,
  server,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'noek-in-browser-'));
  const source = fileURLToPath(new URL('../../../packages/client', import.meta.url));
  await buildPackage(folder, source);
  const code = readFileSync(join(folder, 'dist/client.js'), 'utf8');
  rmSync(folder, { recursive: true, force: true });
  // A page of the chat's origin that loads nothing but the client.
  await page.route('**/own-page', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Own page</title>' }),
  );
  await page.route('**/own-page/client.js', (route) => route.fulfill({ contentType: 'text/javascript', body: code }));
  await page.goto(`${server.url}/own-page`);
  const seen = await page.evaluate(async () => {
    const address = '/own-page/client.js';
    const { createNoekClient, isRefusal } = (await import(address)) as typeof import('@noek/client');
    const noek = createNoekClient({ url: location.origin });
    const pieces: string[] = [];
    for await (const piece of noek.ask('What is 6 * 7?')) pieces.push(piece);
    const { messageCount } = await noek.api.chat.guestStatus.query();
    const refused = await noek.rest('GET /api/memories').catch((error: unknown) => error);
    await noek.api.auth.testLogin.mutate();
    const titles: string[] = [];
    for await (const { title } of noek.conversations()) titles.push(title);
    const leaving = new AbortController();
    let first = '';
    try {
      for await (const { type } of noek.live({ signal: leaving.signal })) {
        first = type;
        leaving.abort();
      }
    } catch {}
    return { text: pieces.join(''), messageCount, titles, first, isRefused: isRefusal(refused, 'UNAUTHORIZED') };
  });
  expect(seen).toMatchObject({ text: expect.stringContaining('42'), messageCount: 1, first: 'hello', isRefused: true });
  // The guest's conversation moved to the account that signed in.
  expect(seen.titles.length).toBeGreaterThan(0);
});
