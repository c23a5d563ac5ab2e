import type Stripe from 'stripe';
import { activate } from './billing.ts';
import { newPaymentMethod } from './payment-objects.ts';
import { type Attempt, answerOfCard, invoiceOf, type Presence, payInvoice } from './payments-of-invoices.ts';
import { SandboxFailure } from './sandbox.ts';
import type { TestCard } from './test-cards.ts';
import type { World } from './world.ts';

/** What Stripe's form does with a secret and a card. Returns why it failed, which is kept; null if it succeeded. */
export function confirmIntent(
  world: World,
  clientSecret: string,
  card: TestCard,
  authentication: 'complete' | 'fail' | null,
): SandboxFailure | null {
  const id = clientSecret.split('_secret_')[0] ?? '';
  const intent = world.get('payment_intent', id) ?? world.get('setup_intent', id);
  if (!intent || intent.client_secret !== clientSecret)
    return new SandboxFailure('invalid', 'This payment was not found. Reload the page and try again.');
  if (intent.status === 'succeeded') return new SandboxFailure('invalid', 'This payment has already been made.');
  if (intent.status === 'canceled')
    return new SandboxFailure('invalid', 'This payment is no longer possible. Reload the page and try again.');

  const method = methodOf(world, intent, card, authentication);
  const presence: Presence = { person: true, authentication };
  const attempt =
    intent.object === 'payment_intent' ? pay(world, intent, method, presence) : setUp(world, intent, method, presence);
  if (attempt.kind === 'asks')
    return new SandboxFailure('authentication', 'Your bank wants you to authenticate this payment.');
  return attempt.kind === 'declined' ? new SandboxFailure('declined', attempt.decline.message) : null;
}

type Intent = Stripe.PaymentIntent | Stripe.SetupIntent;

/** The card about which the bank has asked, while the person answers; otherwise the one that was entered. */
function methodOf(world: World, intent: Intent, card: TestCard, authentication: unknown): Stripe.PaymentMethod {
  const asked = intent.status === 'requires_action' && typeof intent.payment_method === 'string';
  const kept = asked && authentication !== null ? world.get('payment_method', String(intent.payment_method)) : null;
  return kept ?? world.save(newPaymentMethod(world, card));
}

function pay(world: World, intent: Stripe.PaymentIntent, method: Stripe.PaymentMethod, presence: Presence): Attempt {
  const invoice = invoiceOf(world, intent);
  const attempt = payInvoice(world, invoice, method, presence);
  if (attempt.kind === 'paid') activate(world, invoice, method);
  return attempt;
}

function setUp(world: World, intent: Stripe.SetupIntent, method: Stripe.PaymentMethod, presence: Presence): Attempt {
  const attempt = answerOfCard(method, presence, intent.status === 'requires_action');
  intent.next_action = attempt.kind === 'asks' ? { type: 'use_stripe_sdk', use_stripe_sdk: {} } : null;
  intent.payment_method = attempt.kind === 'declined' ? null : method.id;
  if (attempt.kind === 'asks') intent.status = 'requires_action';
  if (attempt.kind === 'declined') {
    intent.status = 'requires_payment_method';
    const { code, declineCode, message } = attempt.decline;
    intent.last_setup_error = { code, decline_code: declineCode, message, type: 'card_error' };
  }
  if (attempt.kind === 'paid') {
    intent.status = 'succeeded';
    intent.last_setup_error = null;
    method.customer = typeof intent.customer === 'string' ? intent.customer : null;
    world.save(method);
  }
  world.save(intent);
  const types = {
    paid: 'setup_intent.succeeded',
    asks: 'setup_intent.requires_action',
    declined: 'setup_intent.setup_failed',
  } as const;
  world.emit(types[attempt.kind], intent);
  return attempt;
}
