import { expect, test } from 'vitest';
import { newCustomer, newInvoice, newSubscription } from '../billing-objects.ts';
import { World } from '../world.ts';
import { problemsOfEvent } from './checked-stripe.ts';
import { stripeSchemas } from './stripe-schemas.ts';

const { problems } = stripeSchemas();
const world = new World([], 1_700_000_000);
const customer = newCustomer(world, 'ada@people.example', {});
const subscription = newSubscription(world, customer.id, {});
const invoice = newInvoice(world, customer, subscription, {
  reason: 'subscription_create',
  url: (id) => `https://x/${id}`,
});

test('today’s shapes pass', () => {
  expect(problems('Customer', customer)).toEqual([]);
  expect(problems('Subscription', subscription)).toEqual([]);
  expect(problems('Invoice', invoice)).toEqual([]);
  expect(problems('SubscriptionUpdateParams', { cancel_at_period_end: 'true' }, { isForm: true })).toEqual([]);
});

test.each([
  ['the period on the subscription', 'Subscription', { ...subscription, current_period_end: 1 }],
  ['a status that Stripe does not list', 'Subscription', { ...subscription, status: 'expired' }],
  ['a time as text', 'Subscription', { ...subscription, created: '2026-11-21' }],
  ['a missing field', 'Subscription', { ...subscription, metadata: undefined }],
  ['a period that is missing from the item', 'Subscription', withoutPeriod()],
  ['the subscription on the invoice', 'Invoice', { ...invoice, subscription: 'sub_1' }],
  ['the payment on the invoice', 'Invoice', { ...invoice, payment_intent: 'pi_1' }],
  ['the flag paid', 'Invoice', { ...invoice, paid: true }],
  ['a coupon', 'SubscriptionCreateParams', { coupon: 'x' }],
  ['an unknown behaviour', 'SubscriptionCreateParams', { payment_behavior: 'complete' }],
  ['the types of payment on a setup', 'SetupIntentCreateParams', { payment_method_types: ['card'] }],
] as const)('old or wrong shapes are rejected: %s', (_, name, value) => {
  expect(problems(name, value, { isForm: name.endsWith('Params') })).not.toEqual([]);
});

test('an event is checked with its object', () => {
  const event = {
    id: 'evt_1',
    object: 'event',
    api_version: '2026-10-28.endive',
    created: 1,
    data: { object: subscription as { object: string } },
    livemode: false,
    pending_webhooks: 1,
    request: null,
    type: 'customer.subscription.updated',
  };
  expect(problemsOfEvent(event)).toEqual([]);
  const changed = [
    { ...event, type: 'customer.subscription.changed' },
    { ...event, created: '1' },
    { ...event, data: { object: { ...subscription, current_period_end: 1 } } },
    { ...event, data: { object: { object: 'coupon' } } },
  ];
  for (const wrong of changed) expect(problemsOfEvent(wrong)).not.toEqual([]);
});

function withoutPeriod() {
  const [item] = subscription.items.data;
  const { current_period_end: _, ...rest } = item ?? { current_period_end: 0 };
  return { ...subscription, items: { ...subscription.items, data: [rest] } };
}
