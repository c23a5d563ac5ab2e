import { readFileSync } from 'node:fs';
import { getConnInfo } from '@hono/node-server/conninfo';
import { type Context, Hono } from 'hono';
import type { AppEnv } from '../../app-env.ts';
import { notFound } from '../../errors.ts';
import { findInboxMail, listInbox } from '../../integrations/mail/inbox.ts';
import { isLoopback } from '../../ip-address.ts';
import { inboxPage, mailPage } from './dev-inbox.pages.ts';

const stylesheet = readFileSync(new URL('dev-inbox.css', import.meta.url), 'utf8');

/**
 * The mail of a machine without SMTP, below /dev: /dev/inbox and /dev/inbox/{id}, as pages or (Accept: application/json) as
 * data. Mails hold sign-in links, so it is there for callers on this machine only, and never in production.
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
    return wantsJson(c) ? c.json(mails) : c.html(inboxPage(mails));
  })
  .get('/inbox/style.css', (c) => c.body(stylesheet, 200, { 'Content-Type': 'text/css; charset=utf-8' }))
  .get('/inbox/:id', async (c) => {
    const mail = await findInboxMail(c.var.ctx.config, c.req.param('id'));
    if (!mail) throw notFound('This mail is not in the inbox.');
    return wantsJson(c) ? c.json(mail) : c.html(mailPage(mail));
  });

/** By the address of the connection itself; a proxy on this machine that passes on callers from elsewhere gives itself away. */
function isFromThisMachine(c: Context): boolean {
  const connection = c.env?.incoming ? (getConnInfo(c).remote.address ?? '') : '127.0.0.1';
  const forwarded = c.req.header('X-Forwarded-For')?.split(',') ?? [];
  return [connection, ...forwarded].every((address) => isLoopback(address.trim()));
}

function wantsJson(c: Context): boolean {
  return c.req.header('Accept')?.includes('application/json') ?? false;
}
