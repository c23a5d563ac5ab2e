import { mkdirSync, mkdtempSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createApp } from '../app.ts';
import { openFixture } from '../testing/documented-calls/documented-call.ts';

function build(): string {
  const root = mkdtempSync(join(tmpdir(), 'noek-preview-'));
  mkdirSync(join(root, 'preview'));
  for (const page of ['index.html', 'auth.html']) writeFileSync(join(root, page), '<!doctype html><title>Noek</title>');
  writeFileSync(join(root, 'preview/frame.html'), '<!doctype html><html data-python=""><script>1</script></html>');
  writeFileSync(join(root, 'preview/draw-1.js'), 'export const draw = 1;');
  return root;
}

/** The product with this build, asked at any host. */
async function served(env: Record<string, string> = {}) {
  const { ctx } = await openFixture({ env });
  const app = createApp(ctx, undefined, build());
  return (host: string, path: string, init: RequestInit = {}) =>
    app.request(`http://${host}${path}`, { ...init, headers: { ...init.headers, Host: host } });
}

const site = 'noek-preview.localhost:5000';
const production = {
  NODE_ENV: 'production',
  CHAT_ORIGIN: 'https://chat.example.com',
  AUTH_ORIGIN: 'https://auth.example.com',
  COMPANY_ORIGIN: 'https://example.com',
  SMTP_URL: 'smtp://127.0.0.1:1',
};

test.each([site, 'chat.noek.localhost:5000', 'localhost:5000'])('the frame has its policy at %s', async (host) => {
  const ask = await served();
  const { status, headers } = await ask(host, '/preview/frame', {
    headers: { Cookie: 'noek_session=x; noek_guest=y' },
  });
  const parents = 'http://chat.noek.localhost:5000 http://localhost:5000 http://127.0.0.1:5000';
  const policy =
    "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval' 'wasm-unsafe-eval' blob: " +
    `http://${host}/preview/; style-src 'unsafe-inline'; img-src data: blob:; font-src data:; media-src data: blob:; ` +
    `connect-src http://${host}/preview/; form-action 'none'; base-uri 'none'; frame-ancestors ${parents}; ` +
    "require-trusted-types-for 'script'; trusted-types default";
  expect(status).toBe(200);
  expect(headers.get('Content-Security-Policy')).toBe(policy);
  expect(headers.get('Cache-Control')).toBe('no-store');
  expect(headers.get('X-DNS-Prefetch-Control')).toBe('off');
  // It may be in a frame of another site.
  expect(headers.get('X-Frame-Options')).toBeNull();
  expect(headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin');
  expect(headers.get('Set-Cookie')).toBeNull();
});

test('a page that a device opens by the address of this machine may have frames of that address', async () => {
  const ask = await served();
  const policyAt = async (host: string) => (await ask(host, '/preview/frame')).headers.get('Content-Security-Policy');
  expect(await policyAt('192.168.1.20:5000')).toContain('http://127.0.0.1:5000 http://192.168.1.20:5000;');
  expect(await policyAt('[fd00::5]:5000')).toContain('http://127.0.0.1:5000 http://[fd00::5]:5000;');
});

test('in production, only the chat has it in a frame', async () => {
  const ask = await served({ ...production, PREVIEW_ORIGIN: 'https://noek-preview.example.net' });
  const { headers } = await ask('noek-preview.example.net', '/preview/frame');
  const policy = headers.get('Content-Security-Policy');
  expect(policy).toContain('frame-ancestors https://chat.example.com;');
  expect(policy).toContain('connect-src https://noek-preview.example.net/preview/;');
  const page = await ask('chat.example.com', '/');
  expect(page.headers.get('Content-Security-Policy')).toContain(
    'frame-src https://noek-preview.example.net/preview/frame https://chat.example.com/preview/frame;',
  );
});

test('its files come for any origin, are kept for a year, and are not pages', async () => {
  const ask = await served();
  for (const host of [site, 'localhost:5000']) {
    const { status, headers } = await ask(host, '/preview/draw-1.js', { headers: { Origin: 'null' } });
    expect(status).toBe(200);
    expect(headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin');
    expect(headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('Content-Type')).toMatch(/^text\/javascript/);
    expect(headers.get('Set-Cookie')).toBeNull();
  }
});

test.each([
  ['GET', '/'],
  ['GET', '/chat/5'],
  ['GET', '/api/version'],
  ['GET', '/index.html'],
  ['GET', '/healthz'],
  ['GET', '/metrics'],
  ['GET', '/preview/'],
  ['GET', '/preview/frame.html'],
  ['GET', '/preview/../index.html'],
  ['GET', '/preview/%2e%2e/index.html'],
  ['GET', '/preview/nothing.js'],
  ['POST', '/preview/frame'],
  ['POST', '/api/auth/logout'],
  ['OPTIONS', '/api/conversations'],
])('its site has nothing else: %s %s is 404', async (method, path) => {
  const ask = await served();
  const { status, headers } = await ask(site, path, { method });
  expect(status).toBe(404);
  expect(headers.get('Set-Cookie')).toBeNull();
});

test('there is no frame at the host for signing in', async () => {
  const ask = await served();
  const { status, headers } = await ask('auth.noek.localhost:5000', '/preview/frame');
  expect(status).toBe(404);
  expect(headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'");
});

test('a full copy of Python has an address that changes with it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'noek-python-'));
  writeFileSync(join(folder, 'pyodide-lock.json'), '{}');
  writeFileSync(join(folder, 'numpy.whl'), 'PK');
  const addressIn = async (ask: Awaited<ReturnType<typeof served>>) =>
    /data-python="([^"]+)"/.exec(await (await ask(site, '/preview/frame')).text())?.[1] ?? '';
  const ask = await served({ PYODIDE_DIR: folder });
  const address = await addressIn(ask);
  expect(address).toMatch(/^\/preview\/python-own-[\da-f]{16}\/$/);
  const wheel = await ask(site, `${address}numpy.whl`);
  expect([wheel.status, await wheel.text(), wheel.headers.get('Access-Control-Allow-Origin')]).toEqual([
    200,
    'PK',
    '*',
  ]);
  expect((await ask(site, `${address}../${folder.split('/').at(-1)}/numpy.whl`)).status).toBe(404);
  utimesSync(join(folder, 'pyodide-lock.json'), 1, 1);
  expect(await addressIn(await served({ PYODIDE_DIR: folder }))).not.toBe(address);
});
