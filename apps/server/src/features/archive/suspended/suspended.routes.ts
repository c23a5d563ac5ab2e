import { type Context, Hono } from 'hono';
import { AppError, notFound } from '../../../errors.ts';
import { plainFormStylesheet } from '../../../pages/plain-form-page.ts';
import type { AppEnv } from '../../../transports/app-env.ts';
import { suspendedPath } from '../../subscription/mails/suspended-link.ts';
import { downloadExport } from '../download.routes.ts';
import { problemPage, suspendedPage } from './suspended.pages.ts';
import { cancelByLink, exportByLink, readExportByLink, readSuspendedAccount } from './suspended-account.ts';

/**
 * Where the link in mails to suspended people leads: /suspended?token=…, on the host of sign-in. GET only shows a page or downloads an
 * archive, because scanners of mail open links; the buttons POST.
 */
export const suspendedRoutes = new Hono<AppEnv>()
  .use('*', async (c, next) => {
    const { config, request } = c.var.ctx;
    if (request.origin !== config.origins.auth) {
      if (c.req.method !== 'GET') throw notFound();
      const { pathname, search } = new URL(c.req.url);
      return c.redirect(`${config.origins.auth}${pathname}${search}`, 302);
    }
    c.header('Cache-Control', 'no-store');
    c.header('X-Robots-Tag', 'noindex');
    await next();
  })
  .get('/style.css', (c) => c.body(plainFormStylesheet, 200, { 'Content-Type': 'text/css; charset=utf-8' }))
  .get('/', (c) =>
    orProblem(c, async (token) => c.html(suspendedPage(token, await readSuspendedAccount(c.var.ctx, { token })))),
  )
  .post('/cancel', (c) =>
    orProblem(c, async (token) => {
      await cancelByLink(c.var.ctx, { token });
      return c.redirect(pageOf(token), 303);
    }),
  )
  .post('/export', (c) =>
    orProblem(c, async (token) => {
      await exportByLink(c.var.ctx, { token });
      return c.redirect(pageOf(token), 303);
    }),
  )
  .get('/export/:id', (c) =>
    orProblem(c, async (token) => {
      const found = await readExportByLink(c.var.ctx, { token, id: c.req.param('id') });
      return 'progress' in found ? c.redirect(pageOf(token), 303) : downloadExport(c, found);
    }),
  )
  .get('*', (c) => orProblem(c, () => Promise.reject(notFound('There is nothing at this address.'))));

const pageOf = (token: string): string => `${suspendedPath}?token=${encodeURIComponent(token)}`;

/** Answers with a page where something is refused. */
async function orProblem(c: Context<AppEnv>, answer: (token: string) => Promise<Response>): Promise<Response> {
  try {
    return await answer(c.req.query('token') ?? '');
  } catch (error) {
    const status = { BAD_REQUEST: 400, NOT_FOUND: 404, CONFLICT: 409, RATE_LIMITED: 429 } as const;
    if (!(error instanceof AppError) || !(error.code in status)) throw error;
    for (const [name, value] of Object.entries(error.headers)) c.header(name, value);
    return c.html(problemPage(error.message), status[error.code as keyof typeof status]);
  }
}
