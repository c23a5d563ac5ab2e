import type Stripe from 'stripe';
import { newInvoice, newSubscription } from './billing-objects.ts';
import { incompleteSeconds, nextPeriodEnd, retrySeconds } from './billing-periods.ts';
import { newInvoicePayment, newPaymentIntent } from './payment-objects.ts';
import { intentOf, payInvoice } from './payments-of-invoices.ts';
import { idOf, type World } from './world.ts';

/** The address of an invoice's page. */
export type InvoiceUrl = (id: string) => string;

/** The end of the period that is paid for, or asked for, in seconds. */
const periodEndOf = (subscription: Stripe.Subscription): number =>
  subscription.items.data[0]?.current_period_end ?? subscription.created;

/** When an active subscription needs attention: at the end of its period, or before, when its end is planned. */
const nextDue = (subscription: Stripe.Subscription): number =>
  Math.min(periodEndOf(subscription), subscription.cancel_at ?? Number.POSITIVE_INFINITY);

export const hasEnded = ({ status }: Stripe.Subscription): boolean =>
  status === 'canceled' || status === 'incomplete_expired';

/** A subscription that waits for its first payment, for at most 23 hours. */
export function startSubscription(
  world: World,
  customer: Stripe.Customer,
  metadata: Stripe.Metadata,
  url: InvoiceUrl,
): Stripe.Subscription {
  const subscription = newSubscription(world, customer.id, metadata);
  world.save(subscription, world.now + incompleteSeconds);
  bill(world, customer, subscription, { reason: 'subscription_create', url });
  world.emit('customer.subscription.created', subscription);
  return subscription;
}

/** Writes the invoice of the current period, ready to be paid. */
function bill(
  world: World,
  customer: Stripe.Customer,
  subscription: Stripe.Subscription,
  options: Parameters<typeof newInvoice>[3],
): Stripe.Invoice {
  const invoice = world.save(newInvoice(world, customer, subscription, options));
  const intent = world.save(newPaymentIntent(world, invoice));
  world.save(newInvoicePayment(world, invoice, intent.id));
  customer.next_invoice_sequence = (customer.next_invoice_sequence ?? 1) + 1;
  customer.currency = invoice.currency;
  world.save(customer);
  subscription.latest_invoice = invoice.id;
  world.save(subscription);
  world.emit('invoice.finalized', invoice);
  return invoice;
}

/** After a payment of `invoice`: the subscription that waited for it is active, and pays with this card from now on. */
export function activate(world: World, invoice: Stripe.Invoice, method: Stripe.PaymentMethod): void {
  const id = idOf(invoice.parent?.subscription_details?.subscription);
  const subscription = world.get('subscription', id ?? '');
  if (!subscription || hasEnded(subscription)) return;
  subscription.status = 'active';
  subscription.default_payment_method = method.id;
  world.save(subscription, nextDue(subscription));
  world.emit('customer.subscription.updated', subscription);
}

export function setCancelAtPeriodEnd(world: World, subscription: Stripe.Subscription, cancel: boolean): void {
  subscription.cancel_at_period_end = cancel;
  setCancelAt(world, subscription, cancel ? periodEndOf(subscription) : null);
}

export function setCancelAt(world: World, subscription: Stripe.Subscription, cancelAt: number | null): void {
  subscription.cancel_at = cancelAt;
  subscription.canceled_at = cancelAt === null ? null : world.now;
  subscription.cancellation_details = {
    comment: null,
    feedback: null,
    feedback_option: null,
    reason: cancelAt === null ? null : 'cancellation_requested',
  };
  // A subscription that waits for a payment keeps its earlier due time.
  if (subscription.status === 'active') world.save(subscription, nextDue(subscription));
  else world.save(subscription);
}

/** Ends a subscription now. What was not paid is not owed any more. */
export function end(
  world: World,
  subscription: Stripe.Subscription,
  reason: Stripe.Subscription.CancellationDetails.Reason,
): void {
  subscription.status = 'canceled';
  subscription.canceled_at ??= world.now;
  subscription.ended_at = world.now;
  subscription.cancellation_details = { comment: null, feedback: null, feedback_option: null, reason };
  world.save(subscription, null);
  voidOpenInvoices(world, subscription);
  world.emit('customer.subscription.deleted', subscription);
}

function voidOpenInvoices(world: World, subscription: Stripe.Subscription): void {
  for (const invoice of world.all('invoice')) {
    if (invoice.status !== 'open') continue;
    if (idOf(invoice.parent?.subscription_details?.subscription) !== subscription.id) continue;
    const intent = intentOf(world, invoice);
    intent.status = 'canceled';
    intent.canceled_at = world.now;
    intent.cancellation_reason = 'void_invoice';
    intent.next_action = null;
    world.save(intent);
    invoice.status = 'void';
    invoice.next_payment_attempt = null;
    invoice.status_transitions.voided_at = world.now;
    world.save(invoice);
    world.emit('invoice.voided', invoice);
  }
}

/** Does the next step that is due for a subscription at `world.now`. */
export function advance(world: World, subscription: Stripe.Subscription, url: InvoiceUrl): void {
  if (subscription.status === 'incomplete') expire(world, subscription);
  else if (subscription.cancel_at !== null && subscription.cancel_at <= world.now)
    end(world, subscription, 'cancellation_requested');
  else if (subscription.status === 'past_due') retry(world, subscription);
  else renew(world, subscription, url);
}

function expire(world: World, subscription: Stripe.Subscription): void {
  subscription.status = 'incomplete_expired';
  subscription.ended_at = world.now;
  world.save(subscription, null);
  voidOpenInvoices(world, subscription);
  world.emit('customer.subscription.updated', subscription);
}

function renew(world: World, subscription: Stripe.Subscription, url: InvoiceUrl): void {
  const customer = world.get('customer', idOf(subscription.customer) ?? '');
  const [item] = subscription.items.data;
  if (!customer || customer.deleted || !item) throw new Error(`The sandbox lost the customer of ${subscription.id}.`);
  item.current_period_start = item.current_period_end;
  item.current_period_end = nextPeriodEnd(subscription.billing_cycle_anchor, item.current_period_end);
  const invoice = bill(world, customer, subscription, { reason: 'subscription_cycle', url });
  collect(world, subscription, invoice);
}

function retry(world: World, subscription: Stripe.Subscription): void {
  const invoice = world.get('invoice', idOf(subscription.latest_invoice) ?? '');
  if (invoice?.status === 'open') collect(world, subscription, invoice);
  else world.save(subscription, nextDue(subscription));
}

/** Charges the card that pays for the subscription, without the person. */
function collect(world: World, subscription: Stripe.Subscription, invoice: Stripe.Invoice): void {
  const method = world.get('payment_method', idOf(subscription.default_payment_method) ?? '');
  if (method && payInvoice(world, invoice, method, { person: false }).kind === 'paid') {
    activate(world, invoice, method);
    return;
  }
  const wait = retrySeconds.find((seconds) => invoice.created + seconds > world.now);
  if (wait === undefined) {
    end(world, subscription, 'payment_failed');
    return;
  }
  invoice.next_payment_attempt = invoice.created + wait;
  world.save(invoice);
  subscription.status = 'past_due';
  world.save(subscription, Math.min(invoice.next_payment_attempt, subscription.cancel_at ?? Number.POSITIVE_INFINITY));
  world.emit('customer.subscription.updated', subscription);
}
