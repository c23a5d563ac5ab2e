import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serveStatic } from '@hono/node-server/serve-static';
import { type Context, Hono } from 'hono';
import type { Config } from '../settings/config.ts';

/** What the build of the web app has for previews. */
const build = fileURLToPath(new URL('../../../web/dist/', import.meta.url));
const frameFile = 'preview/frame.html';
/** Where the page names the folder with Python, which operators may replace. */
const pythonMark = 'data-python=""';
/** The index of a copy of Pyodide, which names the versions of all its files. */
const lockFile = 'pyodide-lock.json';
/** Where a full copy of Pyodide is, below a name that changes with it. */
const ownPython = '/preview/python-own-';

/**
 * The page in which documents run, and its files, with no cookie and nothing of a person. The page's policy and the frame around it give it
 * an origin of its own, which reaches nothing but these files.
 */
export function previewPages(config: Config, root: string = build): Hono {
  const app = new Hono();
  const python = pythonFolder(config.preview.pyodideDir);
  let page: string | null = null;

  function frame(): string | null {
    const file = join(root, frameFile);
    if (page === null && existsSync(file)) {
      const html = readFileSync(file, 'utf8');
      page = python ? html.replace(pythonMark, `data-python="${python.path}"`) : html;
    }
    return page;
  }

  app.use(async (c, next) => {
    await next();
    c.header('X-Content-Type-Options', 'nosniff');
    c.header('Referrer-Policy', 'no-referrer');
    c.header('X-DNS-Prefetch-Control', 'off');
    c.header('X-Robots-Tag', 'noindex');
    c.header('Cross-Origin-Resource-Policy', 'cross-origin');
    if (config.origins.chat.startsWith('https:'))
      c.header('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
    if (!c.res.headers.has('Content-Security-Policy')) c.header('Content-Security-Policy', "default-src 'none'");
  });
  app.get('/preview/frame', (c) => {
    const html = frame();
    if (html === null) return missing(c);
    c.header('Content-Security-Policy', framePolicy(config, c.req.header('Host') ?? new URL(c.req.url).host));
    c.header('Permissions-Policy', refusedFeatures);
    c.header('Cache-Control', 'no-store');
    return c.html(html);
  });
  // The frame's origin is null, so its modules come from another origin. They are the same for all people.
  app.use('/preview/*', async (c, next) => {
    if (/\.html(\.|$)/.test(c.req.path)) return missing(c);
    await next();
    if (c.res.status !== 200) return;
    c.header('Access-Control-Allow-Origin', '*');
    c.header('Cache-Control', 'public, max-age=31536000, immutable');
  });
  if (python)
    app.get(
      `${python.path}*`,
      serveStatic({
        root: python.folder,
        rewriteRequestPath: (path) => path.slice(python.path.length - 1),
      }),
    );
  if (existsSync(root)) app.get('/preview/*', serveStatic({ root, precompressed: true }));
  app.all('*', missing);
  return app;
}

const missing = (c: Context) => c.text('There is no such page.', 404, { 'Cache-Control': 'no-store' });

/** The operators' copy of Pyodide; null without one. Its address changes with its content, because browsers keep its files. */
function pythonFolder(folder: string | null): { folder: string; path: string } | null {
  const file = folder && join(folder, lockFile);
  if (!folder || !file || !existsSync(file)) return null;
  const version = createHash('sha256')
    .update(readFileSync(file))
    .update(String(statSync(file).mtimeMs))
    .digest('hex')
    .slice(0, 16);
  return { folder, path: `${ownPython}${version}/` };
}

/** What no document may ask the person for. */
const refusedFeatures = [
  'camera',
  'microphone',
  'geolocation',
  'display-capture',
  'usb',
  'serial',
  'hid',
  'midi',
  'payment',
  'clipboard-read',
  'publickey-credentials-get',
  'identity-credentials-get',
  'local-fonts',
  'browsing-topics',
]
  .map((name) => `${name}=()`)
  .join(', ');

/**
 * The policy of the page. It reaches only our files for previews, and makes and evaluates scripts. Trusted Types let its first script refuse
 * scripts in place of addresses, with which a page could replace itself.
 */
function framePolicy(config: Pick<Config, 'origins' | 'preview' | 'production'>, host: string): string {
  const chat = new URL(config.origins.chat);
  const protocol = chat.protocol;
  const files = `${protocol}//${host.toLowerCase()}/preview/`;
  const port = chat.port ? `:${chat.port}` : '';
  const parents = [config.origins.chat];
  if (!config.production) {
    parents.push(`${protocol}//localhost${port}`, `${protocol}//127.0.0.1${port}`);
    // A page that another device opens by this machine's address, which previews of its own have.
    if (isAddress(host)) parents.push(`${protocol}//${host.toLowerCase()}`);
  }
  return [
    'sandbox allow-scripts',
    "default-src 'none'",
    `script-src 'unsafe-inline' 'unsafe-eval' 'wasm-unsafe-eval' blob: ${files}`,
    "style-src 'unsafe-inline'",
    'img-src data: blob:',
    'font-src data:',
    'media-src data: blob:',
    `connect-src ${files}`,
    "form-action 'none'",
    "base-uri 'none'",
    `frame-ancestors ${[...new Set(parents)].join(' ')}`,
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');
}

const isAddress = (host: string) => /^(\d+(\.\d+){3}|\[[\da-f:.]+\])(:\d+)?$/i.test(host);
