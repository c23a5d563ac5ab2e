import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serveStatic } from '@hono/node-server/serve-static';
import { authParameterNames } from '@noek/contract/auth/parameters';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import type { AppDeps } from '../context.ts';
import { isDocumentLink } from '../features/documents/sharing/read-shared-document.ts';
import type { Site } from '../hosts/site.ts';
import {
  documentTokenOf,
  isConversation,
  isForSignedIn,
  isPage,
  sharedDocumentRoute,
  signedInRoutes,
} from '../hosts/site-paths.ts';
import type { AppEnv } from '../middleware/app-env.ts';
import { companyPages, robots, siteMap } from './company-pages.ts';
import { publicConfig } from './public-config.ts';

/** The web app's build. */
const build = fileURLToPath(new URL('../../../web/dist/', import.meta.url));
const entries: Record<Exclude<Site, 'company'>, string> = { chat: 'index.html', auth: 'auth.html' };
/** The service worker that lets the chat open offline. The other hosts have none. */
const chatWorker = '/service-worker.js';
const configMark = '<!--noek-config-->';
/** The requests that a page makes while its code loads. */
const preload = /^ *<link rel="preload" as="fetch".*\n/m;
/** The script that shows what a conversation looked like before its page has any code. */
const keptView = /^ *<script src="\/kept-view\.js">.*\n/m;

/**
 * Serves the built web app in the folder `root`: hashed assets, cached for a year, the rendered pages of the company host, and for
 * everything else the page of the chat or the auth host. `context` identifies the caller.
 */
export function webPages(deps: AppDeps, context: MiddlewareHandler<AppEnv>, root: string = build): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const { origins } = deps.config;
  app.get('/robots.txt', (c) => c.text(robots(c.get('site') === 'company', origins)));
  app.get('/sitemap.xml', (c, next) =>
    c.get('site') === 'company'
      ? c.body(siteMap(origins), 200, { 'Content-Type': 'application/xml; charset=utf-8' })
      : next(),
  );
  if (!existsSync(root))
    return app.get('*', (c) =>
      c.text('The web app is not built yet: run npm start.', 503, { 'Cache-Control': 'no-store' }),
    );
  const pages = new Map<Site, string>();
  const companyPage = companyPages(root);

  function template(site: Exclude<Site, 'company'>): string {
    let html = pages.get(site);
    if (html === undefined) {
      html = readFileSync(join(root, entries[site]), 'utf8');
      pages.set(site, html);
    }
    return html;
  }

  function page(site: Site, path: string): string {
    const config = publicConfig(deps);
    const html = site === 'company' ? companyPage(path, config) : template(site);
    const json = JSON.stringify(config).replaceAll('<', '\\u003c');
    return html.replace(configMark, () => `<script type="application/json" id="noek-config">${json}</script>`);
  }

  const immutable = (_: string, c: Context) => c.header('Cache-Control', 'public, max-age=31536000, immutable');
  const asked = (_: string, c: Context) => c.header('Cache-Control', 'no-cache');
  app.get('/assets/*', serveStatic({ root, precompressed: true, onFound: immutable }));
  const files = serveStatic({ root, precompressed: true, onFound: asked });
  app.get('/:file{[\\w.-]+\\.(js|css|svg|png|ico|txt|webmanifest)}', (c, next) =>
    c.req.path === chatWorker && c.get('site') !== 'chat' ? next() : files(c, next),
  );
  for (const path of [...signedInRoutes, sharedDocumentRoute]) app.use(path, context);
  // Files of the build are compressed when it is made.
  app.use('*', compress());
  app.on(['GET', 'HEAD'], '*', async (c) => {
    const site = c.get('site');
    const conversation = isConversation(site, c.req.path);
    const token = documentTokenOf(site, c.req.path);
    const mayBeShared = conversation || token !== null;
    c.header('Cache-Control', mayBeShared ? 'no-store' : 'no-cache');
    if (mayBeShared) c.header('X-Robots-Tag', 'noindex');
    // The page must first process the parameters of its address and remove them, so nothing is requested early.
    const hasAuthParameters = authParameterNames.some((name) => c.req.query(name) !== undefined);
    const signedIn = isForSignedIn(c.req.path) && c.var.ctx.actor.kind !== 'guest';
    const found = conversation ? page(site, c.req.path) : page(site, c.req.path).replace(keptView, '');
    const html = hasAuthParameters ? found.replace(preload, '') : found;
    const isThere = isPage(site, c.req.path, signedIn) && (token === null || (await isDocumentLink(c.var.ctx, token)));
    return c.html(html, isThere ? 200 : 404);
  });
  return app;
}
