import type Stripe from 'stripe';
import type { PaymentEvent } from '../payments.ts';
import { idOf } from './paid-subscription.ts';

/** Whom an event is about, as far as its object says so. A dispute names only its charge. */
export function toPaymentEvent(event: Stripe.Event): PaymentEvent & { chargeId: string | null } {
  const object: { object?: string; id?: string } = event.data.object;
  return {
    id: event.id,
    type: event.type,
    customerId: object.object === 'customer' ? (object.id ?? null) : reference(object, 'customer'),
    subscriptionId: object.object === 'subscription' ? (object.id ?? null) : subscriptionOfInvoice(object),
    chargeId: object.object === 'dispute' ? reference(object, 'charge') : null,
  };
}

function subscriptionOfInvoice(object: object): string | null {
  const { parent } = object as { parent?: Partial<Stripe.Invoice.Parent> | null };
  return idOf(parent?.subscription_details?.subscription);
}

function reference(object: object, name: string): string | null {
  return idOf((object as Record<string, string | { id: string } | null | undefined>)[name]);
}
