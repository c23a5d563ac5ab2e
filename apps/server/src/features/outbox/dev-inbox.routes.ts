import { getConnInfo } from '@hono/node-server/conninfo';
import { type Context, Hono } from 'hono';
import { notFound } from '../../errors.ts';
import { isLoopback } from '../../hosts/ip-address.ts';
import { findInboxMail, listInbox } from '../../integrations/mail/inbox.ts';
import { plainStylesheet } from '../../pages/plain-page.ts';
import type { AppEnv } from '../../transports/app-env.ts';
import { inboxPage, mailPage } from './dev-inbox.pages.ts';

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
