import { type Context, Hono } from 'hono';
import { AppError } from '../../../errors.ts';
import { plainFormStylesheet } from '../../../pages/plain-form-page.ts';
import type { AppEnv } from '../../../transports/app-env.ts';
import { invalidLinkPage, settingPage } from './unsubscribe.pages.ts';
import { readEmailsByLink, setEmailsByLink } from './unsubscribe.ts';

/**
 * Where the link of every email to many people leads: /unsubscribe?token=…. GET only shows a page, because scanners of mail open links. A
 * POST unsubscribes, whether it comes from the button or from a mail program that knows List-Unsubscribe-Post. With `again=1` it subscribes
 * again.
 */
export const unsubscribeRoutes = new Hono<AppEnv>()
  .use('/', async (c, next) => {
    c.header('Cache-Control', 'no-store');
    c.header('X-Robots-Tag', 'noindex');
    c.header('Referrer-Policy', 'no-referrer');
    await next();
  })
  .get('/style.css', (c) => c.body(plainFormStylesheet, 200, { 'Content-Type': 'text/css; charset=utf-8' }))
  .get('/', (c) => show(c, (token) => readEmailsByLink(c.var.ctx, { token })))
  .post('/', (c) =>
    show(c, async (token) => {
      const setting = { subscribed: c.req.query('again') === '1' };
      await setEmailsByLink(c.var.ctx, { token, ...setting });
      return { ...setting, isNew: true };
    }),
  );

async function show(c: Context<AppEnv>, read: (token: string) => Promise<{ subscribed: boolean; isNew?: boolean }>) {
  const token = c.req.query('token') ?? '';
  try {
    return c.html(settingPage({ token, ...(await read(token)) }));
  } catch (error) {
    if (error instanceof AppError && error.code === 'BAD_REQUEST') return c.html(invalidLinkPage(error.message), 400);
    throw error;
  }
}
