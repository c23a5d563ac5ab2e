import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { serveStatic } from '@hono/node-server/serve-static';
import { type Context, Hono } from 'hono';
import type { Deps } from './deps.ts';
import type { Site } from './middleware/site.ts';
import { publicConfig } from './public-config.ts';
import { isPage } from './site-paths.ts';

const root = fileURLToPath(new URL('../../web/dist/', import.meta.url));
const entries: Record<Site, string> = { chat: 'index.html', auth: 'auth.html', company: 'company.html' };
const configMark = '<!--noek-config-->';

/** The built web app: hashed assets for a year, and each host's own page for everything else. */
export function webPages(deps: Deps, siteOf: (c: Context) => Site): Hono {
  const pages = new Map<Site, string>();

  function page(site: Site): string | null {
    let html = pages.get(site);
    if (html === undefined) {
      const file = `${root}${entries[site]}`;
      if (!existsSync(file)) return null;
      html = readFileSync(file, 'utf8');
      pages.set(site, html);
    }
    const json = JSON.stringify(publicConfig(deps)).replaceAll('<', '\\u003c');
    return html.replace(configMark, () => `<script type="application/json" id="noek-config">${json}</script>`);
  }

  const app = new Hono();
  const immutable = (_: string, c: Context) => c.header('Cache-Control', 'public, max-age=31536000, immutable');
  app.get('/assets/*', serveStatic({ root, precompressed: true, onFound: immutable }));
  app.get('/:file{[\\w.-]+\\.(js|svg|png|ico|txt|webmanifest)}', serveStatic({ root, precompressed: true }));
  app.on(['GET', 'HEAD'], '*', (c) => {
    const site = siteOf(c);
    const html = page(site);
    c.header('Cache-Control', 'no-cache');
    if (html === null) return c.text('The web app is not built yet: run npm start.', 503);
    return c.html(html, isPage(site, c.req.path) ? 200 : 404);
  });
  return app;
}
