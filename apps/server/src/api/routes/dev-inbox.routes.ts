import { getConnInfo } from '@hono/node-server/conninfo';
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { notFound } from '../../errors.ts';
import { findInboxMail, type InboxMail, linkPattern, listInbox } from '../../integrations/mail/inbox.ts';
import { isLoopback } from '../../ip-address.ts';
import type { AppEnv } from '../../middleware/app-env.ts';
import { plainPage, plainStylesheet } from '../../pages/plain-page.ts';

const stylesheet = plainStylesheet(new URL('dev-inbox.css', import.meta.url));

/**
 * The mail that is not sent because SMTP is not configured: /dev/inbox and /dev/inbox/{id}, as pages or, with
 * `Accept: application/json`, as data. Mails contain sign-in links, so only callers on this machine can read them, and never
 * in production.
 */
export const devInboxRoutes = new Hono<AppEnv>()
  .use('/inbox/*', async (c, next) => {
    const { config, mail } = c.var.ctx;
    if (config.production || mail.kind !== 'inbox' || !isFromThisMachine(c)) throw notFound();
    c.header('Cache-Control', 'no-store');
    await next();
  })
  .get('/inbox', async (c) => {
    const mails = await listInbox(c.var.ctx.config);
    return acceptsJson(c) ? c.json(mails) : c.html(inboxPage(mails));
  })
  .get('/inbox/style.css', (c) => c.body(stylesheet, 200, { 'Content-Type': 'text/css; charset=utf-8' }))
  .get('/inbox/:id', async (c) => {
    const mail = await findInboxMail(c.var.ctx.config, c.req.param('id'));
    if (!mail) throw notFound('Mail not found.');
    return acceptsJson(c) ? c.json(mail) : c.html(mailPage(mail));
  });

/** Checks the connection's own address and every forwarded one: a proxy on this machine may serve callers from elsewhere. */
function isFromThisMachine(c: Context): boolean {
  const connection = c.env?.incoming ? (getConnInfo(c).remote.address ?? '') : '127.0.0.1';
  const forwarded = c.req.header('X-Forwarded-For')?.split(',') ?? [];
  return [connection, ...forwarded].every((address) => isLoopback(address.trim()));
}

function acceptsJson(c: Context): boolean {
  return c.req.header('Accept')?.includes('application/json') ?? false;
}

type Html = ReturnType<typeof html>;

/** The list of mails, newest first. */
function inboxPage(mails: readonly InboxMail[]): Html {
  const rows = mails.map(
    ({ id, to, subject, createdAt }) => html`<li>
      <a href="/dev/inbox/${id}"><strong>${subject}</strong><span>${to}</span>${timestamp(createdAt)}</a>
    </li>`,
  );
  return page(
    'Inbox',
    html`<h1>Inbox</h1>
      <p class="hint">While SMTP_URL is not set, Noek keeps its mail here instead of sending it. Reload the page to check for new mail.</p>
      ${rows.length > 0 ? html`<ul class="mails">${rows}</ul>` : html`<p class="empty">No mail yet.</p>`}`,
  );
}

/** One mail as its recipient reads it, with clickable links. */
function mailPage({ to, subject, text, createdAt }: InboxMail): Html {
  return page(
    subject,
    html`<p class="hint"><a href="/dev/inbox">Inbox</a></p>
      <article>
        <h1>${subject}</h1>
        <p class="hint">To ${to} · ${timestamp(createdAt)}</p>
        <div class="text">${linked(text)}</div>
      </article>`,
  );
}

const page = (title: string, content: Html): Html =>
  plainPage({
    title: `${title} · Noek inbox`,
    stylesheet: '/dev/inbox/style.css',
    head: html`<meta name="robots" content="noindex">`,
    content,
  });

function timestamp(iso: string): Html {
  return html`<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC</time>`;
}

function linked(text: string): (string | Html)[] {
  const parts: (string | Html)[] = [];
  let end = 0;
  for (const { 0: url, index } of text.matchAll(linkPattern)) {
    parts.push(text.slice(end, index), html`<a href="${url}">${url}</a>`);
    end = index + url.length;
  }
  return [...parts, text.slice(end)];
}
