import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { AppError, notFound } from '../../errors.ts';
import { progressOf } from '../../features/archive/archive.queries.ts';
import {
  cancelByLink,
  exportByLink,
  readExportByLink,
  readSuspendedAccount,
  type SuspendedAccount,
} from '../../features/archive/suspended/suspended-account.ts';
import { dayOf } from '../../features/subscription/mails/subscription.mails.ts';
import { suspendedPath } from '../../features/subscription/mails/suspended-link.ts';
import type { AppEnv } from '../../middleware/app-env.ts';
import { plainFormPage, plainFormStylesheet } from '../../pages/plain-form-page.ts';
import { downloadExport } from './download.routes.ts';

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

type Html = ReturnType<typeof html>;

/** What a person with a suspended account may do without signing in. */
function suspendedPage(token: string, { payment, job }: SuspendedAccount): Html {
  const isRunning = job?.status === 'waiting' || job?.status === 'running';
  return page(
    'Your account is suspended',
    html`<p>You cannot sign in. Here you can end your subscription and download your data.</p>
      <h2>Subscription</h2>
      ${subscription(token, payment)}
      <h2>Your data</h2>
      ${exported(token, job, isRunning)}`,
    isRunning,
  );
}

/** Why something was refused. */
const problemPage = (message: string): Html => page('This did not work', html`<p role="alert">${message}</p>`);

function subscription(token: string, payment: SuspendedAccount['payment']): Html {
  if (!payment) return html`<p>No subscription renews for this account. Nothing more is charged.</p>`;
  if (payment.decision?.isPending)
    return html`<p role="status">Your subscription is being ended. The payment system has not confirmed it yet; we keep asking, and write to you when it has ended.</p>`;
  const next = payment.isOverdue
    ? 'The last payment failed and is tried again.'
    : `The next payment is on ${dayOf(new Date(payment.currentPeriodEnd))}.`;
  const card = payment.card ? ` ${payment.card.brand} ending in ${payment.card.last4} pays.` : '';
  return html`<p>SuperNoek costs $30 per month. ${next}${card}</p>
    <p>Cancelling ends the subscription at once, and nothing more is charged.</p>
    ${button(token, 'cancel', 'Cancel Subscription')}`;
}

function exported(token: string, job: SuspendedAccount['job'], isRunning: boolean): Html {
  if (job && isRunning)
    return html`<p role="status">Your archive is being made: ${progressOf(job)} %. This page looks again every few seconds.</p>`;
  if (job?.status === 'done')
    return html`<p>You can download your archive until ${job.expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC.</p>
      <p><a class="button" href="${suspendedPath}/export/${job.id}?token=${encodeURIComponent(token)}">Download archive</a></p>
      ${button(token, 'export', 'Make a new archive')}`;
  return html`${job?.status === 'failed' ? html`<p role="alert">${job.error ?? 'The export failed. Please try again.'}</p>` : ''}
    <p>One archive with all your conversations, memories and settings.</p>
    ${button(token, 'export', 'Export my data')}`;
}

const button = (token: string, action: 'cancel' | 'export', label: string): Html =>
  html`<form method="post" action="${suspendedPath}/${action}?token=${encodeURIComponent(token)}"><button>${label}</button></form>`;

const page = (title: string, content: Html, looksAgain = false): Html =>
  plainFormPage({ title, content, looksAgain, stylesheet: `${suspendedPath}/style.css` });
