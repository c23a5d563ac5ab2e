import type { Invoice } from '../../../integrations/payments/payments.ts';
import type { Config } from '../../../settings/config.ts';
import { composeMail } from '../../outbox/compose-mail.ts';
import type { MailContent } from '../../outbox/enqueue-mail.ts';
import { greeting } from '../../outbox/greeting.ts';

/** `link`: the page for a suspended person, who cannot open other pages; null for a person who is not suspended. */
type About = { name: string; link: string | null };

const suspendedAction = (url: string) => ({ label: 'Subscription and data', url });

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
/** A day for people, in UTC: "December 22, 2026". */
export const dayOf = (date: Date): string => day.format(date);
const money = (cents: number, currency: string) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: currency.toUpperCase() }).format(cents / 100);

/** Sent for every payment. `isTest`: no money was taken. */
export function receiptMail(
  { origins, supportEmail }: Config,
  { name, link, invoice, isTest }: About & { invoice: Invoice; isTest: boolean },
): MailContent {
  const { amountCents, currency, number, period, createdAt, paidAt, url } = invoice;
  const amount = money(amountCents, currency);
  const facts = [
    ['Amount', amount],
    ['Paid on', dayOf(paidAt ?? createdAt)],
    ...(period ? [['Period', `${dayOf(period.start)} to ${dayOf(period.end)}`]] : []),
    ...(number ? [['Invoice number', number]] : []),
  ];
  const billing = link ?? `${origins.chat}/account/billing`;
  // A path is a page of Noek, for people who are signed in.
  const page = url && (!link || URL.canParse(url)) ? new URL(url, origins.chat).href : billing;
  return composeMail({
    subject: `Your receipt for SuperNoek: ${amount}`,
    greeting: greeting(name),
    intro: [
      `Thank you. We received your payment for SuperNoek.${isTest ? ' This was a test payment: no money was taken.' : ''}`,
      ...facts.map((fact) => fact.join(': ')),
    ].join('\n\n'),
    action: { label: page === link ? 'Subscription and data' : 'See the invoice', url: page },
    outro: `${link ? 'Your account is suspended. Without signing in, you can cancel the subscription and download your data here' : 'All your invoices are on your account page'}: ${billing}\n\nIf you have a question about this payment, write to ${supportEmail}.`,
  });
}

/** Sent when a renewal could not be paid. The payment service tries again; SuperNoek stays until it gives up. */
export function paymentFailedMail({ origins }: Config, { name, link }: About): MailContent {
  return composeMail({
    subject: 'Your payment for SuperNoek failed',
    greeting: greeting(name),
    intro: link
      ? 'We could not charge your card for the renewal of SuperNoek, and we will try again over the next few days. Your account is suspended: you can end the subscription without signing in, and your card is then not tried again.'
      : 'We could not charge your card for the renewal of SuperNoek. You keep SuperNoek for now, and we will try again over the next few days. To be sure that it goes through, update your card.',
    action: link ? suspendedAction(link) : { label: 'Update card', url: `${origins.chat}/subscribe?card=update` },
    outro: 'If the payment succeeds in the meantime, you do not need to do anything.',
  });
}

/** Sent when a subscription has ended: after it was cancelled, or because a renewal stayed unpaid. */
export function subscriptionEndedMail({ origins }: Config, { name, link }: About): MailContent {
  return composeMail({
    subject: 'Your SuperNoek subscription has ended',
    greeting: greeting(name),
    intro: link
      ? 'Your SuperNoek subscription has ended. Your account is still suspended; you can download your data without signing in.'
      : 'Your SuperNoek subscription has ended. You can keep using Noek on the free Basic plan, and your chats and memories stay.',
    action: link ? suspendedAction(link) : { label: 'Subscribe again', url: `${origins.chat}/subscribe` },
    outro: 'Nothing more will be charged.',
  });
}

/** Sent when the last payment was refunded in full, which ends the subscription. */
export function refundedMail({ origins }: Config, { name }: About): MailContent {
  return composeMail({
    subject: 'Your payment for SuperNoek was refunded',
    greeting: greeting(name),
    intro:
      'Your last payment for SuperNoek was refunded in full, so the subscription has ended. You can keep using Noek on the free Basic plan, and your chats and memories stay.',
    action: { label: 'See your invoices', url: `${origins.chat}/account/billing` },
    outro: 'Nothing more will be charged. Your bank may need some days to show the refund.',
  });
}

/** Sent when the bank disputes the last payment. SuperNoek is paused until that is decided. */
export function disputedMail(config: Config, { name }: About): MailContent {
  return composeMail({
    subject: 'Your payment for SuperNoek is disputed',
    greeting: greeting(name),
    intro:
      'Your bank told us that your last payment for SuperNoek is disputed. Until that is decided, SuperNoek is paused. You can keep using Noek on the free Basic plan, and your chats and memories stay.',
    action: { label: 'See your plan', url: `${config.origins.chat}/account/billing` },
    outro: `If you did not mean to dispute the payment, tell your bank, or write to ${config.supportEmail}.`,
  });
}
