import type { Config } from '../../../settings/config.ts';
import { composeMail } from '../../outbox/compose-mail.ts';
import type { MailContent } from '../../outbox/enqueue-mail.ts';
import { greeting } from '../../outbox/greeting.ts';
import type { Decided } from '../rules/subscription-rules.ts';
import { dayOf } from './subscription.mails.ts';

/**
 * Sent when an administrator suspended a person who pays, or set them to Basic. `link` is the page that works without signing in; null if
 * the person can sign in.
 */
export function decisionMail(
  { origins, supportEmail }: Config,
  { name, decision, row, link }: Pick<Decided, 'decision' | 'row'> & { name: string; link: string | null },
): MailContent {
  const what = link
    ? 'An administrator suspended your Noek account, so you cannot sign in.'
    : 'An administrator set your Noek account to the Basic plan.';
  return composeMail({
    subject: link ? 'Your Noek account was suspended' : 'Your Noek plan was changed to Basic',
    greeting: greeting(name),
    intro: `${what}\n\n${consequence(decision, row)}`,
    action: link
      ? { label: 'Subscription and data', url: link }
      : { label: 'See your plan', url: `${origins.chat}/account/billing` },
    outro: `${link ? 'With this link you can cancel the subscription and download your data without signing in. It works for 90 days.\n\n' : ''}If you think that this is a mistake, or about money that you have paid, write to ${supportEmail}.`,
  });
}

function consequence(decision: Decided['decision'], { status, currentPeriodEnd }: Decided['row']): string {
  const isUnpaid = status === 'past_due';
  if (decision === 'keep')
    return isUnpaid
      ? 'Your SuperNoek subscription continues: $30 per month. You can cancel it at any time.'
      : `Your SuperNoek subscription continues: $30 per month, the next time on ${dayOf(currentPeriodEnd)}. You can cancel it at any time.`;
  if (decision === 'end-now' || isUnpaid)
    return 'Your SuperNoek subscription is being ended, and it will not renew. We write to you when it has ended.';
  return `Your SuperNoek subscription will not renew. It ends on ${dayOf(currentPeriodEnd)}, and nothing more is charged.`;
}
