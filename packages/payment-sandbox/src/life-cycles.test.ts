import { describeOnEngines } from '@noek/db/testing/engines';
import type Stripe from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type StartedSandbox, startSandbox } from './testing/start-sandbox.ts';
import { cardAt, insertSubscriber, periodEndOf, type Subscriber, secretOf } from './testing/subscriber.ts';

const hour = 60 * 60 * 1_000;
const day = 24 * hour;

describeOnEngines('life-cycles of the sandbox', (open) => {
  let s: StartedSandbox;
  let ada: Subscriber;

  beforeEach(async () => {
    const db = await open();
    s = startSandbox(db);
    ada = await insertSubscriber(db, s);
  });
  afterEach(() => expect(s.checked.problems).toEqual([]));

  async function later(ms: number): Promise<void> {
    s.clock.advance(ms);
    await s.sandbox.tick();
  }
  const statusOf = async (id: string) => (await ada.read(id)).status;
  const types = () => s.events.map(({ type }) => type);
  /** The newest payment. */
  const lastCharge = async () => (await ada.charges())[0];

  test('a new subscription is incomplete and has something to confirm', async () => {
    const subscription = await ada.create();
    expect(subscription).toMatchObject({
      id: expect.stringMatching(/^sub_/),
      customer: ada.customerId,
      metadata: { userId: ada.userId },
      status: 'incomplete',
      cancel_at_period_end: false,
      cancel_at: null,
      created: s.clock.now().getTime() / 1_000,
      default_payment_method: null,
    });
    expect(periodEndOf(subscription)).toEqual(new Date('2026-12-21T12:00:00.000Z'));
    expect(secretOf(subscription)).toMatch(/^pi_\w+_secret_\w+$/);
  });

  test('a payment makes it active, with the card that paid', async () => {
    const subscription = await ada.subscribes();
    expect([subscription.status, secretOf(subscription), cardAt(subscription)]).toEqual(['active', '', '4242']);
    expect(types()).toEqual([
      'customer.created',
      'invoice.finalized',
      'customer.subscription.created',
      'charge.succeeded',
      'payment_intent.succeeded',
      'invoice.paid',
      'customer.subscription.updated',
    ]);
    const customers = s.events.slice(1).map(({ data }) => (data.object as { customer?: string }).customer);
    expect(new Set(customers)).toEqual(new Set([ada.customerId]));
  });

  test.each([
    ['4000 0000 0000 0002', 'Your card was declined.'],
    ['4000 0000 0000 9995', 'Your card has insufficient funds.'],
    ['4000 0000 0000 0069', 'Your card has expired.'],
    ['4000 0000 0000 0127', "Your card's security code is incorrect."],
    ['4000 0000 0000 0119', 'An error occurred while processing your card. Try again in a little bit.'],
  ])(
    'card %s is declined, the subscription stays incomplete, and its secret works with another card',
    async (number, message) => {
      const { id, ...created } = await ada.create();
      const secret = secretOf({ id, ...created });
      await expect(ada.enter(secret, number)).rejects.toMatchObject({ kind: 'declined', message });
      const declined = await ada.read(id);
      expect([declined.status, secretOf(declined), cardAt(declined)]).toEqual(['incomplete', secret, null]);
      expect(types().slice(-2)).toEqual(['payment_intent.payment_failed', 'invoice.payment_failed']);
      await ada.enter(secret);
      expect(await statusOf(id)).toBe('active');
    },
  );

  test('a card that asks for authentication pays when the person completes it, and renews without asking', async () => {
    const subscription = await ada.create();
    const pay = () => ada.enter(secretOf(subscription), '4000 0025 0000 3155', 'complete');
    await expect(pay()).rejects.toMatchObject({ kind: 'authentication' });
    expect(await statusOf(subscription.id)).toBe('incomplete');
    expect(types().slice(-2)).toEqual(['payment_intent.requires_action', 'invoice.payment_action_required']);
    await pay();
    expect(await statusOf(subscription.id)).toBe('active');
    await later(31 * day);
    const renewed = await ada.read(subscription.id);
    expect([renewed.status, cardAt(renewed)]).toEqual(['active', '3155']);
  });

  test('failed authentication is a decline, after which the same secret works', async () => {
    const subscription = await ada.create();
    const secret = secretOf(subscription);
    const number = '4000 0025 0000 3155';
    await expect(ada.enter(secret, number)).rejects.toMatchObject({ kind: 'authentication' });
    await expect(ada.enter(secret, number, 'fail')).rejects.toMatchObject({
      kind: 'declined',
      message: expect.stringContaining('unable to authenticate'),
    });
    await ada.enter(secret);
    expect(await statusOf(subscription.id)).toBe('active');
  });

  test('without a payment it expires after 23 hours, and its secret is of no use', async () => {
    const subscription = await ada.create();
    await later(23 * hour - 1_000);
    expect(await statusOf(subscription.id)).toBe('incomplete');
    await later(1_000);
    const expired = await ada.read(subscription.id);
    expect([expired.status, secretOf(expired)]).toEqual(['incomplete_expired', '']);
    await expect(ada.enter(secretOf(subscription))).rejects.toMatchObject({ kind: 'invalid' });
    expect(await ada.invoices()).toMatchObject([{ status: 'void' }]);
    expect((await ada.create({ attempt: 2 })).id).not.toBe(subscription.id);
  });

  test('a payment that comes too late expires it, even if no tick came before', async () => {
    const subscription = await ada.create();
    s.clock.advance(24 * hour);
    await expect(ada.enter(secretOf(subscription))).rejects.toMatchObject({ kind: 'invalid' });
    expect(await statusOf(subscription.id)).toBe('incomplete_expired');
  });

  test('it renews every month at the same time of the month, even after months without a tick', async () => {
    const { id } = await ada.subscribes();
    await later(30 * day);
    const once = await ada.read(id);
    expect([once.status, periodEndOf(once)]).toEqual(['active', new Date('2027-01-21T12:00:00.000Z')]);
    await later(90 * day);
    const renewed = await ada.read(id);
    expect([renewed.status, periodEndOf(renewed)]).toEqual(['active', new Date('2027-04-21T12:00:00.000Z')]);
    const invoices = await ada.invoices();
    expect(invoices.map(({ created, status }) => [dayOf(created), status])).toEqual([
      ['2027-03-21', 'paid'],
      ['2027-02-21', 'paid'],
      ['2027-01-21', 'paid'],
      ['2026-12-21', 'paid'],
      ['2026-11-21', 'paid'],
    ]);
    expect(new Set(invoices.map(({ number }) => number)).size).toBe(5);
  });

  test('a renewal that fails is tried after 3, 5 and 7 days, and then it ends', async () => {
    const { id } = await ada.subscribes('4000 0000 0000 0341');
    await later(30 * day);
    const pastDue = await ada.read(id);
    expect([pastDue.status, secretOf(pastDue)]).toEqual(['past_due', expect.stringMatching(/^pi_/)]);
    const failures = () => types().filter((type) => type === 'invoice.payment_failed').length;
    const counts: [number, string][] = [];
    for (const wait of [3 * day - 1_000, 1_000, 2 * day - 1_000, 1_000, 2 * day - 1_000, 1_000]) {
      await later(wait);
      counts.push([failures(), await statusOf(id)]);
    }
    expect(counts).toEqual([
      [1, 'past_due'],
      [2, 'past_due'],
      [2, 'past_due'],
      [3, 'past_due'],
      [3, 'past_due'],
      [4, 'canceled'],
    ]);
    expect(types().at(-1)).toBe('customer.subscription.deleted');
    await later(400 * day);
    expect(failures()).toBe(4);
  });

  test('a renewal that failed is paid by confirming it with another card', async () => {
    const { id } = await ada.subscribes('4000 0000 0000 0341');
    await later(31 * day);
    const secret = secretOf(await ada.read(id));
    await expect(ada.enter(secret, '4000 0000 0000 0002')).rejects.toMatchObject({ kind: 'declined' });
    await ada.enter(secret);
    const paid = await ada.read(id);
    expect([paid.status, cardAt(paid)]).toEqual(['active', '4242']);
    await later(31 * day);
    expect(await statusOf(id)).toBe('active');
  });

  test('a cancellation at the end of the period can be undone until then', async () => {
    const subscription = await ada.subscribes();
    const { id } = subscription;
    const tell = (end: boolean) => s.stripe.subscriptions.update(id, { cancel_at_period_end: end });
    expect(await tell(true)).toMatchObject({
      status: 'active',
      cancel_at_period_end: true,
      cancel_at: periodEndOf(subscription).getTime() / 1_000,
    });
    expect(await tell(false)).toMatchObject({ cancel_at_period_end: false, cancel_at: null });
    await tell(true);
    await later(30 * day - 1_000);
    expect(await statusOf(id)).toBe('active');
    await later(1_000);
    expect(await statusOf(id)).toBe('canceled');
    expect(await ada.invoices()).toHaveLength(1);
    await expect(tell(false)).rejects.toMatchObject({ type: 'StripeInvalidRequestError' });
  });

  test('a date ends it before its period does, and can be removed', async () => {
    const { id } = await ada.subscribes();
    const cancelAt = s.clock.now().getTime() / 1_000 + (10 * day) / 1_000;
    const setDate = (date: number | '') => s.stripe.subscriptions.update(id, { cancel_at: date });
    expect(await setDate(cancelAt)).toMatchObject({ cancel_at_period_end: false, cancel_at: cancelAt });
    expect(await setDate('')).toMatchObject({ cancel_at: null });
    await setDate(cancelAt);
    await later(10 * day);
    expect(await statusOf(id)).toBe('canceled');
  });

  test('ended at once, it stays ended, and ending it again is refused', async () => {
    const { id } = await ada.subscribes();
    expect((await s.stripe.subscriptions.cancel(id)).status).toBe('canceled');
    await expect(s.stripe.subscriptions.cancel(id)).rejects.toMatchObject({ code: 'resource_missing' });
    await later(100 * day);
    expect(await statusOf(id)).toBe('canceled');
    expect(await ada.invoices()).toHaveLength(1);
  });

  test('a refund may be partial, is full when nothing is left, and the next payment is a new one', async () => {
    await ada.subscribes();
    const [invoice] = await ada.invoices();
    const invoiceId = invoice?.id ?? '';
    await s.sandbox.refund(invoiceId, 1_000);
    expect(await lastCharge()).toMatchObject({ refunded: false, amount_refunded: 1_000 });
    await expect(s.sandbox.refund(invoiceId, 2_001)).rejects.toMatchObject({ kind: 'invalid' });
    await s.sandbox.refund(invoiceId);
    expect(await lastCharge()).toMatchObject({ refunded: true, amount_refunded: 3_000 });
    await expect(s.sandbox.refund(invoiceId)).rejects.toMatchObject({ kind: 'invalid' });
    expect(types().slice(-2)).toEqual(['refund.created', 'charge.refunded']);
    await later(31 * day);
    expect(await lastCharge()).toMatchObject({ refunded: false, amount_refunded: 0 });
  });

  test.each(['won', 'lost'] as const)('a dispute is opened and %s once, and its charge stays marked', async (state) => {
    await ada.subscribes();
    const [invoice] = await ada.invoices();
    const invoiceId = invoice?.id ?? '';
    const dispute = async () => {
      const payment = (await lastCharge())?.payment_intent;
      return (await s.stripe.disputes.list({ payment_intent: String(payment) })).data.map(({ status }) => status);
    };
    await s.sandbox.dispute(invoiceId, 'open');
    expect(await dispute()).toEqual(['needs_response']);
    await s.sandbox.dispute(invoiceId, state);
    expect(await dispute()).toEqual([state]);
    expect(await lastCharge()).toMatchObject({ disputed: true });
    expect(types().slice(-2)).toEqual(['charge.dispute.created', 'charge.dispute.closed']);
    await expect(s.sandbox.dispute(invoiceId, state)).rejects.toMatchObject({ kind: 'invalid' });
  });

  test('a card that is disputed after it paid', async () => {
    expect((await ada.subscribes('4000 0000 0000 0259')).status).toBe('active');
    expect(await lastCharge()).toMatchObject({ disputed: true });
  });

  test('a deleted customer takes its subscriptions along', async () => {
    const { id } = await ada.subscribes();
    await s.stripe.customers.del(ada.customerId);
    expect(await statusOf(id)).toBe('canceled');
    await expect(s.stripe.customers.del('cus_unknown')).rejects.toMatchObject({ code: 'resource_missing' });
    await expect(ada.create({ attempt: 2 })).rejects.toMatchObject({ code: 'resource_missing' });
    await later(100 * day);
    expect((await ada.list()).map(({ status }: Stripe.Subscription) => status)).toEqual(['canceled']);
  });
});

const dayOf = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(0, 10);
