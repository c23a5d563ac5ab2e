import type Stripe from 'stripe';
import { behaviourKey, newCharge, newDispute } from './payment-objects.ts';
import { authenticationDecline, type CardBehaviour, type Decline, declineLater, declineNow } from './test-cards.ts';
import { idOf, type World } from './world.ts';

/** Whether the person is in the browser while a card is charged, and how they answered the bank's question. */
export type Presence = { person: true; authentication: 'complete' | 'fail' | null } | { person: false };

/** How one try to pay ended. */
export type Attempt = { kind: 'paid' } | { kind: 'asks' } | { kind: 'declined'; decline: Decline };

const behaviourOf = (method: Stripe.PaymentMethod): CardBehaviour =>
  (method.metadata?.[behaviourKey] ?? 'works') as CardBehaviour;

/** What a card answers, before anything is charged. */
export function answerOfCard(method: Stripe.PaymentMethod, presence: Presence, asked: boolean): Attempt {
  const behaviour = behaviourOf(method);
  const decline = presence.person ? declineNow(behaviour) : declineLater(behaviour);
  if (decline) return { kind: 'declined', decline };
  // A card that was authenticated once pays without the person.
  if (behaviour !== 'asks' || !presence.person) return { kind: 'paid' };
  if (!asked || presence.authentication === null) return { kind: 'asks' };
  return presence.authentication === 'complete'
    ? { kind: 'paid' }
    : { kind: 'declined', decline: authenticationDecline };
}

/** The payment of an invoice. Every invoice of the sandbox has one. */
export function intentOf(world: World, invoice: Stripe.Invoice): Stripe.PaymentIntent {
  const payment = world.all('invoice_payment').find((found) => found.invoice === invoice.id);
  const intent = world.get('payment_intent', idOf(payment?.payment.payment_intent) ?? '');
  if (!intent) throw new Error(`The sandbox lost the payment of ${invoice.id}.`);
  return intent;
}

export function invoiceOf(world: World, intent: Stripe.PaymentIntent): Stripe.Invoice {
  const payment = world.all('invoice_payment').find((found) => found.payment.payment_intent === intent.id);
  const invoice = world.get('invoice', idOf(payment?.invoice) ?? '');
  if (!invoice) throw new Error(`The sandbox lost the invoice of ${intent.id}.`);
  return invoice;
}

/** Tries to pay an open invoice with a card. It does not change the subscription: the caller does, by the `Attempt`. */
export function payInvoice(
  world: World,
  invoice: Stripe.Invoice,
  method: Stripe.PaymentMethod,
  presence: Presence,
): Attempt {
  const intent = intentOf(world, invoice);
  const attempt = answerOfCard(method, presence, intent.status === 'requires_action');
  invoice.attempted = true;
  if (attempt.kind === 'asks') ask(world, invoice, intent, method);
  if (attempt.kind === 'declined') refuse(world, invoice, intent, method, attempt.decline);
  if (attempt.kind === 'paid') take(world, invoice, intent, method);
  return attempt;
}

function ask(world: World, invoice: Stripe.Invoice, intent: Stripe.PaymentIntent, method: Stripe.PaymentMethod): void {
  intent.status = 'requires_action';
  intent.payment_method = method.id;
  intent.next_action = { type: 'use_stripe_sdk', use_stripe_sdk: {} };
  world.save(intent);
  world.save(invoice);
  world.emit('payment_intent.requires_action', intent);
  world.emit('invoice.payment_action_required', invoice);
}

function refuse(
  world: World,
  invoice: Stripe.Invoice,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  decline: Decline,
): void {
  const charge = world.save(newCharge(world, intent, method.id, decline));
  intent.status = 'requires_payment_method';
  intent.payment_method = null;
  intent.next_action = null;
  intent.latest_charge = charge.id;
  intent.last_payment_error = {
    charge: charge.id,
    code: decline.code,
    decline_code: decline.declineCode,
    message: decline.message,
    payment_method: structuredClone(method),
    type: 'card_error',
  };
  invoice.attempt_count += 1;
  world.save(intent);
  world.save(invoice);
  world.emit('payment_intent.payment_failed', intent);
  world.emit('invoice.payment_failed', invoice);
}

function take(world: World, invoice: Stripe.Invoice, intent: Stripe.PaymentIntent, method: Stripe.PaymentMethod): void {
  const charge = world.save(newCharge(world, intent, method.id, null));
  method.customer = idOf(intent.customer);
  world.save(method);
  intent.status = 'succeeded';
  intent.payment_method = method.id;
  intent.amount_received = intent.amount;
  intent.next_action = null;
  intent.last_payment_error = null;
  intent.latest_charge = charge.id;
  invoice.attempt_count += 1;
  invoice.status = 'paid';
  invoice.amount_paid = invoice.amount_due;
  invoice.amount_remaining = 0;
  invoice.next_payment_attempt = null;
  invoice.auto_advance = false;
  invoice.status_transitions.paid_at = world.now;
  for (const payment of world.all('invoice_payment').filter((found) => found.invoice === invoice.id))
    world.save({
      ...payment,
      amount_paid: invoice.amount_paid,
      status: 'paid',
      status_transitions: { canceled_at: null, paid_at: world.now },
    });
  world.save(intent);
  world.save(invoice);
  world.emit('charge.succeeded', charge);
  world.emit('payment_intent.succeeded', intent);
  world.emit('invoice.paid', invoice);
  if (behaviourOf(method) === 'disputed') openDispute(world, charge);
}

export function openDispute(world: World, charge: Stripe.Charge): void {
  charge.disputed = true;
  world.save(charge);
  world.emit('charge.dispute.created', world.save(newDispute(world, charge)));
}
