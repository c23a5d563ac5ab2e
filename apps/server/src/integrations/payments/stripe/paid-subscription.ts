import type Stripe from 'stripe';
import type { Invoice, PaidSubscription, PaymentCard, SubscriptionStatusName } from '../payments.ts';

/** What is read together with a subscription. In a list, each path begins with "data.". */
export const subscriptionParts = [
  'latest_invoice.confirmation_secret',
  'latest_invoice.payments',
  'pending_setup_intent',
  'default_payment_method',
];

/** Whether the last payment was refunded or is disputed, which a subscription itself does not say. */
export type PaymentStanding = { refunded: boolean; disputed: boolean };

const statuses: readonly string[] = [
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'canceled',
  'unpaid',
  'paused',
] satisfies SubscriptionStatusName[];

const brands: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  cartes_bancaires: 'Cartes Bancaires',
  eftpos_au: 'eftpos',
};

export const idOf = (value: string | { id: string } | null | undefined): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null);

const dateOf = (seconds: number): Date => new Date(seconds * 1_000);

/** Our type of a subscription that was read with `subscriptionParts`. */
export function toPaidSubscription(from: Stripe.Subscription, standing: PaymentStanding): PaidSubscription {
  // Stripe has statuses that its SDK does not list yet. None of them is known to be paid for.
  const status = (statuses.includes(from.status) ? from.status : 'unpaid') as SubscriptionStatusName;
  const periodEnd = dateOf(Math.max(from.created, ...from.items.data.map((item) => item.current_period_end)));
  const cancelAt = from.cancel_at !== null ? dateOf(from.cancel_at) : from.cancel_at_period_end ? periodEnd : null;
  return {
    id: from.id,
    customerId: idOf(from.customer) ?? '',
    userId: from.metadata.userId ?? null,
    status,
    cancelAtPeriodEnd: cancelAt !== null,
    cancelAt,
    currentPeriodEnd: periodEnd,
    paidUntil: paidUntil(status, from, periodEnd),
    createdAt: dateOf(from.created),
    confirm: openConfirmation(from),
    ...standing,
    card: cardOf(from.default_payment_method),
  };
}

/** A renewal begins its period before it is paid. */
function paidUntil(status: SubscriptionStatusName, from: Stripe.Subscription, periodEnd: Date): Date | null {
  if (status === 'incomplete' || status === 'incomplete_expired') return null;
  if (status !== 'past_due' && status !== 'unpaid') return periodEnd;
  return dateOf(Math.max(from.created, ...from.items.data.map((item) => item.current_period_start)));
}

function openConfirmation(from: Stripe.Subscription): PaidSubscription['confirm'] {
  if (!['incomplete', 'past_due', 'trialing', 'active'].includes(from.status)) return null;
  const invoice = invoiceIn(from);
  const payment = invoice?.status === 'open' ? invoice.confirmation_secret?.client_secret : null;
  if (payment) return { kind: 'payment', clientSecret: payment };
  const setup = typeof from.pending_setup_intent === 'object' ? from.pending_setup_intent?.client_secret : null;
  return setup ? { kind: 'setup', clientSecret: setup } : null;
}

/** The latest invoice of a subscription that was read with it. */
export const invoiceIn = ({ latest_invoice: invoice }: Stripe.Subscription): Stripe.Invoice | null =>
  typeof invoice === 'object' ? invoice : null;

function cardOf(method: Stripe.PaymentMethod | string | null): PaymentCard | null {
  if (typeof method !== 'object' || !method?.card) return null;
  const { display_brand: displayed, brand, last4 } = method.card;
  const name = displayed ?? brand;
  return { brand: brands[name] ?? 'Card', last4 };
}

/** The payment behind a paid invoice that was read with its payments; null if nothing was paid. */
export function paymentOf(invoice: Stripe.Invoice): string | null {
  if (invoice.amount_paid === 0) return null;
  const paid = invoice.payments?.data.find(({ status }) => status === 'paid');
  return idOf(paid?.payment.payment_intent);
}

/** Our type of an invoice. `refundedCents` is the refunded part of the payment behind it. */
export function toInvoice(from: Stripe.Invoice, refundedCents: number): Invoice {
  return {
    id: from.id,
    number: from.number,
    createdAt: dateOf(from.created),
    amountCents: from.total,
    refundedCents,
    currency: from.currency,
    status: (from.status ?? 'draft') as Invoice['status'],
    paidAt: from.status_transitions?.paid_at ? dateOf(from.status_transitions.paid_at) : null,
    period: periodOf(from),
    url: from.hosted_invoice_url ?? null,
    pdfUrl: from.invoice_pdf ?? null,
  };
}

/** What the lines are for. An invoice's own period is the one before it, in which its lines were collected. */
function periodOf({ lines }: Stripe.Invoice): Invoice['period'] {
  const periods = lines?.data.map(({ period }) => period) ?? [];
  if (periods.length === 0) return null;
  return {
    start: dateOf(Math.min(...periods.map(({ start }) => start))),
    end: dateOf(Math.max(...periods.map(({ end }) => end))),
  };
}
