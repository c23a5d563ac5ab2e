import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { serveStatic } from '@hono/node-server/serve-static';
import { authParameterNames } from '@noek/contract/limits';
import { type Context, Hono } from 'hono';
import type { AppEnv } from './app-env.ts';
import type { AppDeps } from './context.ts';
import type { Site } from './hosts/site.ts';
import { isConversation, isPage, signedInPages } from './hosts/site-paths.ts';
import { requestContext } from './middleware/request-context.ts';
import { publicConfig } from './public-config.ts';

const root = fileURLToPath(new URL('../../web/dist/', import.meta.url));
const entries: Record<Site, string> = { chat: 'index.html', auth: 'auth.html', company: 'company.html' };
/** The service worker that lets the chat open offline. The other hosts have none. */
const chatWorker = '/service-worker.js';
const configMark = '<!--noek-config-->';
/** The requests that a page makes while its code loads. */
const preload = /^ *<link rel="preload" as="fetch".*\n/m;

/** Serves the built web app: hashed assets, cached for a year, and each host's own page for everything else. */
export function webPages(deps: AppDeps, siteOf: (c: Context) => Site, originOf: (c: Context) => string): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  if (!existsSync(root))
    return app.get('*', (c) =>
      c.text('The web app is not built yet: run npm start.', 503, { 'Cache-Control': 'no-store' }),
    );
  const pages = new Map<Site, string>();

  function page(site: Site): string {
    let html = pages.get(site);
    if (html === undefined) {
      html = readFileSync(`${root}${entries[site]}`, 'utf8');
      pages.set(site, html);
    }
    const json = JSON.stringify(publicConfig(deps)).replaceAll('<', '\\u003c');
    return html.replace(configMark, () => `<script type="application/json" id="noek-config">${json}</script>`);
  }

  const immutable = (_: string, c: Context) => c.header('Cache-Control', 'public, max-age=31536000, immutable');
  const asked = (_: string, c: Context) => c.header('Cache-Control', 'no-cache');
  app.get('/assets/*', serveStatic({ root, precompressed: true, onFound: immutable }));
  const files = serveStatic({ root, precompressed: true, onFound: asked });
  app.get('/:file{[\\w.-]+\\.(js|svg|png|ico|txt|webmanifest)}', (c, next) =>
    c.req.path === chatWorker && siteOf(c) !== 'chat' ? next() : files(c, next),
  );
  for (const path of signedInPages) app.use(path, requestContext(deps, originOf));
  app.on(['GET', 'HEAD'], '*', (c) => {
    const site = siteOf(c);
    const conversation = isConversation(site, c.req.path);
    c.header('Cache-Control', conversation ? 'no-store' : 'no-cache');
    if (conversation) c.header('X-Robots-Tag', 'noindex');
    // The page must first process the parameters of its address and remove them, so nothing is requested early.
    const hasAuthParameters = authParameterNames.some((name) => c.req.query(name) !== undefined);
    const signedIn = signedInPages.includes(c.req.path) && c.var.ctx.actor.kind !== 'guest';
    const html = hasAuthParameters ? page(site).replace(preload, '') : page(site);
    return c.html(html, isPage(site, c.req.path, signedIn) ? 200 : 404);
  });
  return app;
}
