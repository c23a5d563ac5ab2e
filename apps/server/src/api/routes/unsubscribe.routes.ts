import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { AppError } from '../../errors.ts';
import { readEmailsByLink, setEmailsByLink } from '../../features/campaigns/unsubscribing/unsubscribe.ts';
import { oneClick, unsubscribePath } from '../../features/campaigns/unsubscribing/unsubscribe-token.ts';
import type { AppEnv } from '../../middleware/app-env.ts';
import { isCutOff } from '../../middleware/body-limit.ts';
import { plainFormPage, plainFormStylesheet } from '../../pages/plain-form-page.ts';

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

type Html = ReturnType<typeof html>;

/** What the link's account gets now, with a button that changes it. `isNew`: it has just been changed. */
function settingPage({
  token,
  subscribed,
  isNew = false,
}: {
  token: string;
  subscribed: boolean;
  isNew?: boolean;
}): Html {
  const action = `${unsubscribePath}?token=${encodeURIComponent(token)}${subscribed ? '' : '&again=1'}`;
  const button = html`<form method="post" action="${action}"><button>${subscribed ? 'Unsubscribe' : 'Subscribe again'}</button></form>`;
  if (!subscribed)
    return page(
      'You are unsubscribed',
      html`<p>You will get no more news from Noek by email. Mail about your account, such as links to sign in and receipts, still reaches you.</p>${button}`,
    );
  return isNew
    ? page('You are subscribed again', html`<p>You will get news from Noek by email.</p>${button}`)
    : page(
        'Unsubscribe from news?',
        html`<p>Noek's administrators send news by email to people with an account. Mail about your account, such as links to sign in and receipts, reaches you in any case.</p>${button}`,
      );
}

const invalidLinkPage = (message: string): Html => page('This link does not work', html`<p>${message}</p>`);

const page = (title: string, content: Html): Html =>
  plainFormPage({ title, content, stylesheet: `${unsubscribePath}/style.css` });
