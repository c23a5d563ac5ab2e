import { gzipSync } from 'node:zlib';
import { expect, type Page } from '@playwright/test';
import { signIn } from './support/accounts.ts';
import { answerDone, chat, openChatSignedIn, say } from './support/chat.ts';
import { test } from './support/test.ts';

type Loaded = { url: string; type: string; bytes: number };

/** The bytes that a page may load: as sent, and with gzip at its default level for browsers and proxies without Brotli. */
type Limits = { brotliBytes: number; gzipBytes: number; requests: number };

/** Everything that a page loads while `open` runs and until the page is four seconds old, with the size of its body as sent. */
async function loadedBy(page: Page, open: () => Promise<void>): Promise<Loaded[]> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  const requests = new Map<string, Loaded>();
  cdp.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    requests.set(requestId, { url: request.url, type: type ?? '', bytes: 0 });
  });
  cdp.on('Network.responseReceived', ({ requestId, response }) => {
    const request = requests.get(requestId);
    // Only the headers have arrived.
    if (request) request.bytes = -response.encodedDataLength;
  });
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = requests.get(requestId);
    if (request) request.bytes += encodedDataLength;
  });
  await page.clock.install();
  const opened = Date.now();
  await open();
  // Files that load later on purpose must not count on a slow machine either.
  await page.clock.fastForward(Math.max(0, 4_000 - (Date.now() - opened)));
  // Requests of the page's timers were made before this one.
  await page.evaluate(() => fetch('/healthz'));
  return [...requests.values()].filter(({ url }) => !url.startsWith('data:') && !url.endsWith('/healthz'));
}

/** `address`: where the server listens. */
async function expectAtMost(all: readonly Loaded[], address: string, limits: Limits): Promise<void> {
  const scripts = all.filter(({ type, url }) => type === 'Script' || url.endsWith('.js'));
  const contents = await Promise.all(
    scripts.map(async ({ url }) => (await fetch(new URL(new URL(url).pathname, address))).text()),
  );
  const gzipBytes = contents.map((content) => gzipSync(content).length);
  const sum = (bytes: readonly number[]) => bytes.reduce((total, one) => total + one, 0);
  const listed = all.map(({ url, bytes }) => {
    const gzip = gzipBytes[scripts.findIndex((script) => script.url === url)];
    return `${new URL(url).pathname} ${bytes}${gzip === undefined ? '' : ` (gzip ${gzip})`}`;
  });
  expect(scripts.length).toBeGreaterThan(2);
  expect(sum(scripts.map(({ bytes }) => bytes)), listed.join('\n')).toBeLessThanOrEqual(limits.brotliBytes);
  expect(sum(gzipBytes), listed.join('\n')).toBeLessThanOrEqual(limits.gzipBytes);
  expect(all.length, listed.join('\n')).toBeLessThanOrEqual(limits.requests);
}

test("a guest's first page: at most 140 kB of script, 162 kB with gzip, and 12 requests, none to another host", async ({
  page,
  server,
}) => {
  const all = await loadedBy(page, async () => {
    await page.goto(server.url, { waitUntil: 'networkidle' });
    await expect(chat.welcome(page)).toBeVisible();
    await expect(page.getByText('10 messages left')).toBeVisible();
  });
  await expectAtMost(all, server.address, { brotliBytes: 140_000, gzipBytes: 162_000, requests: 12 });
  expect(all.filter(({ url }) => new URL(url).origin !== server.url)).toEqual([]);
  expect(
    all.filter(({ url }) => /markdown|company|sidebar|dialog|schemas|zod|live|delivery|answers/.test(url)),
  ).toEqual([]);
});

for (const path of ['/login', '/signup'])
  test(`the first page of ${path}: at most 135 kB of script, 155 kB with gzip, and 12 requests, without the code that checks the form`, async ({
    page,
    server,
  }) => {
    const all = await loadedBy(page, async () => {
      await page.goto(`${server.origins.auth}${path}`, { waitUntil: 'networkidle' });
      await expect(page.getByLabel('Email')).toBeVisible();
    });
    await expectAtMost(all, server.address, { brotliBytes: 135_000, gzipBytes: 155_000, requests: 12 });
    expect(all.filter(({ url }) => /schemas|zod|thread|markdown|first-/.test(url))).toEqual([]);
  });

test('hashed files are compressed and cached for a year, pages are revalidated', async ({ page, server }) => {
  const answers = new Map<string, Record<string, string>>();
  page.on('response', (response) => answers.set(new URL(response.url()).pathname, response.headers()));
  await page.goto(server.url, { waitUntil: 'networkidle' });
  const assets = [...answers].filter(([path]) => path.startsWith('/assets/'));
  expect(assets.length).toBeGreaterThan(3);
  for (const [path, headers] of assets) {
    expect([path, headers['cache-control']]).toEqual([path, 'public, max-age=31536000, immutable']);
    if (/\.(js|css)$/.test(path) && Number(headers['content-length']) > 2_000)
      expect([path, headers['content-encoding']]).toEqual([path, expect.stringMatching(/^(br|gzip)$/)]);
  }
  expect(answers.get('/')?.['cache-control']).toBe('no-cache');
});

test('the content security policy refuses inline scripts, inline styles and other hosts', async ({ page, server }) => {
  const { headers } = await fetch(server.address);
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toContain("script-src 'self'");
  const html = await (await fetch(server.address)).text();
  expect(html.match(/<script(?![^>]*(src=|type="application\/json"))[^>]*>/g)).toBeNull();
  expect(html.match(/<style|\son\w+=|style="/g)).toBeNull();
  await page.goto(server.url);
  await expect(chat.welcome(page)).toBeVisible();
  expect(await page.locator('[style]').count()).toBe(0);
});

test('code that loads later stays within the content security policy: a dialog, the checks of a form', async ({
  page,
  context,
  server,
}) => {
  const violations: string[] = [];
  await page.exposeFunction('violated', (what: string) => violations.push(what));
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      (window as unknown as { violated(what: string): void }).violated(`${violatedDirective} ${blockedURI}`),
    ),
  );
  await page.goto(`${server.origins.auth}/login`);
  await page.getByLabel('Email').fill('no address');
  await page.getByLabel('Password', { exact: true }).fill('x');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
  await signIn(context, server);
  await openChatSignedIn(page, server);
  await chat.input(page).press('ControlOrMeta+k');
  await expect(page.getByRole('dialog', { name: 'Search your conversations' })).toBeVisible();
  await page.keyboard.press('Escape');
  // This one keeps the page behind it from scrolling, with styles.
  await page.keyboard.press('ControlOrMeta+/');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expect(page.locator('body')).toHaveAttribute('data-scroll-locked');
  expect(violations).toEqual([]);
});

test('[2.53] a slow script leaves the shell on screen, a script that does not load leaves a message, and neither moves the page that follows', async ({
  page,
  server,
}) => {
  await page.addInitScript(() => localStorage.setItem('noek_theme', 'dark'));
  const loads = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await loads.promise;
    await route.continue();
  });
  await page.goto(server.url, { waitUntil: 'commit' });
  const box = page.locator('.shell-box');
  await expect(box).toBeInViewport({ ratio: 1 });
  await expect(page.locator('.shell-start')).toBeVisible();
  await expect(page.locator('.shell')).toHaveCSS('color-scheme', 'dark');
  await expect(page.getByText('Something went wrong')).toBeHidden();
  const before = await box.boundingBox();
  loads.resolve();
  await expect(chat.welcome(page)).toBeVisible();
  await expect(page.locator('.shell')).toHaveCount(0);
  const after = await page.locator('form').boundingBox();
  for (const side of ['x', 'y', 'width', 'height'] as const)
    expect(Math.abs((before?.[side] ?? 0) - (after?.[side] ?? 1_000)), side).toBeLessThanOrEqual(1);

  await page.unroute('**/assets/*.js');
  await page.route('**/assets/first-*.js', (route) => route.abort());
  for (const url of [server.url, `${server.url}/account`]) {
    await page.goto(url);
    await expect(page.getByRole('alert')).toContainText('Something went wrong');
    await expect(page.getByText('Please refresh the page to continue.')).toBeVisible();
  }
  await page.goto(server.url);
  await page.unroute('**/assets/first-*.js');
  await page.getByRole('button', { name: 'Refresh Page' }).click();
  await expect(chat.welcome(page)).toBeVisible();
});

test('what is sent before the code that delivers has loaded stays on screen, and is sent when it has loaded', async ({
  page,
  server,
}) => {
  const delivery = '**/assets/delivery-*.js';
  await page.route(delivery, (route) => route.abort());
  await page.goto(server.url);
  await say(page, 'Hello, are you there?');
  await expect(chat.questions(page)).toHaveText(/Hello, are you there\?/);
  await expect(chat.input(page)).toHaveValue('');
  await expect(page.getByText('Waiting for connection')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Waiting for connection')).toBeVisible();
  await page.unroute(delivery);
  await answerDone(page);
  await expect(page.getByText('Waiting for connection')).toHaveCount(0);
  await expect(chat.questions(page)).toHaveText(/Hello, are you there\?/);
});

test("a guest's console shows no failed request, on any of the three hosts", async ({ page, server }) => {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`);
  });
  for (const origin of Object.values(server.origins)) {
    await page.goto(origin, { waitUntil: 'networkidle' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  expect(errors).toEqual([]);
});
