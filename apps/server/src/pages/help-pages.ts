import { type Context, Hono } from 'hono';
import { html, raw } from 'hono/html';
import { type BuiltInPage, builtInPages, builtInPath } from '../integrations/web-search/built-in-pages.ts';
import type { AppEnv } from '../middleware/app-env.ts';
import type { Config } from '../settings/config.ts';
import { plainPage, plainStylesheet } from './plain-page.ts';

const stylesheet = plainStylesheet(new URL('help-pages.css', import.meta.url));

/**
 * The built-in pages about Noek as plain pages, for people who open a citation: /help, a list, and /help/{name}. They do not need
 * the web app.
 */
export function helpPages({ origins }: Pick<Config, 'origins'>): Hono<AppEnv> {
  const answer = (c: Context, title: string, content: Html) => {
    c.header('Cache-Control', 'no-cache');
    return c.html(page(title, origins.company + c.req.path, origins.chat, content));
  };
  return new Hono<AppEnv>()
    .get('/', (c) => answer(c, 'Help', list([...builtInPages.values()])))
    .get('/style.css', (c) => c.body(stylesheet, 200, { 'Content-Type': 'text/css; charset=utf-8' }))
    .get('/:name', async (c, next) => {
      const found = builtInPages.get(c.req.param('name'));
      return found ? answer(c, found.title, await article(found)) : next();
    });
}

type Html = ReturnType<typeof html>;

const list = (pages: readonly BuiltInPage[]): Html => html`<h1>Help</h1>
  <ul>${pages.map(({ name, title }) => html`<li><a href="${builtInPath}/${name}">${title}</a></li>`)}</ul>`;

async function article({ markdown }: BuiltInPage): Promise<Html> {
  // Loaded with the first page, so that the server starts without it.
  const { marked } = await import('marked');
  return html`<p class="back"><a href="${builtInPath}">All help pages</a></p>
  <article>${raw(marked.parse(markdown, { async: false }))}</article>`;
}

const page = (title: string, canonical: string, back: string, content: Html): Html =>
  plainPage({
    title: `${title} · Noek`,
    stylesheet: `${builtInPath}/style.css`,
    head: html`<link rel="canonical" href="${canonical}">`,
    back: { href: back, text: 'Open Noek' },
    content,
  });
