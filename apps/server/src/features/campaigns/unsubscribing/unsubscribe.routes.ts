import { type Context, Hono } from 'hono';
import { AppError } from '../../../errors.ts';
import { isCutOff } from '../../../middleware/body-limit.ts';
import { plainFormStylesheet } from '../../../pages/plain-form-page.ts';
import type { AppEnv } from '../../../transports/app-env.ts';
import { invalidLinkPage, settingPage } from './unsubscribe.pages.ts';
import { readEmailsByLink, setEmailsByLink } from './unsubscribe.ts';
import { oneClick, unsubscribePath } from './unsubscribe-token.ts';

/** More than a form with one field takes, whichever program writes it. */
export const maxOneClickBytes = 8 * 1024;

/**
 * Whether a request is what mail programs, webmail and their servers send to unsubscribe with one click (RFC 8058). It may come from a
 * page of any site, because the token in its address is all that it is accepted for, and it can only unsubscribe. Its body must be limited.
 */
export async function isOneClick(c: Context): Promise<boolean> {
  if (c.req.method !== 'POST' || c.req.path !== unsubscribePath || c.req.query('again') !== undefined) return false;
  try {
    return (await c.req.parseBody())[oneClick.name] === oneClick.value;
  } catch (error) {
    if (isCutOff(error)) throw error;
    return false;
  }
}

/**
 * Where the link of every email to many people leads: /unsubscribe?token=…. GET only shows a page, because scanners of mail open links. A
 * POST unsubscribes, whether it comes from the button or from a mail program that knows List-Unsubscribe-Post (see `isOneClick`). With
 * `again=1` it subscribes again.
 */
export const unsubscribeRoutes = new Hono<AppEnv>()
  .use('/', async (c, next) => {
    c.header('Cache-Control', 'no-store');
    c.header('X-Robots-Tag', 'noindex');
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
