import { html } from 'hono/html';
import { plainFormPage } from '../../../pages/plain-form-page.ts';
import { dayOf } from '../../subscription/mails/subscription.mails.ts';
import { suspendedPath } from '../../subscription/mails/suspended-link.ts';
import { progressOf } from '../archive.queries.ts';
import type { SuspendedAccount } from './suspended-account.ts';

type Html = ReturnType<typeof html>;

/** What a person with a suspended account may do without signing in. */
export function suspendedPage(token: string, { payment, job }: SuspendedAccount): Html {
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
export const problemPage = (message: string): Html => page('This did not work', html`<p role="alert">${message}</p>`);

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
