import { insertUser } from '@noek/db/factories';
import { describeOnEngines } from '@noek/db/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PaidSubscription } from '../payments.ts';
import { cardOf, type StartedSandbox, startSandbox } from '../testing/start-sandbox.ts';

const hour = 60 * 60 * 1_000;
const day = 24 * hour;

describeOnEngines('life-cycles of the sandbox', (open) => {
  let s: StartedSandbox;
  let userId: string;
  let customerId: string;

  beforeEach(async () => {
    const db = await open();
    userId = (await insertUser(db)).id;
    s = startSandbox(db);
    customerId = await s.payments.createCustomer({ userId, email: 'ada@people.example', attempt: 1 });
  });
  afterEach(() => expect(s.checked.problems).toEqual([]));

  const create = (attempt = 1) => s.payments.createSubscription({ customerId, userId, attempt });
  const read = async (id: string) => (await s.payments.readSubscription(id)) as PaidSubscription;
  const confirm = (subscription: PaidSubscription, number?: string, authentication?: 'complete' | 'fail') =>
    s.sandbox.confirm({
      customerId,
      clientSecret: subscription.confirm?.clientSecret ?? '',
      ...cardOf(number),
      authentication,
    });
  async function subscribed(number?: string): Promise<PaidSubscription> {
    const { id, ...rest } = await create();
    await confirm({ id, ...rest }, number);
    return read(id);
  }
  async function later(ms: number): Promise<void> {
    s.clock.advance(ms);
    await s.sandbox.tick();
  }
  const types = () => s.events.map(({ type }) => type);

  test('a new subscription is incomplete and has something to confirm', async () => {
    expect(await create()).toEqual({
      id: expect.stringMatching(/^sub_/),
      customerId,
      userId,
      status: 'incomplete',
      cancelAtPeriodEnd: false,
      cancelAt: null,
      currentPeriodEnd: new Date('2026-12-21T12:00:00.000Z'),
      paidUntil: null,
      createdAt: s.clock.now(),
      confirm: { kind: 'payment', clientSecret: expect.stringMatching(/^pi_\w+_secret_\w+$/) },
      refunded: false,
      disputed: false,
      card: null,
    });
  });

  test('a payment makes it active, with the card that paid', async () => {
    const subscription = await subscribed();
    expect(subscription).toMatchObject({ status: 'active', confirm: null, card: { brand: 'Visa', last4: '4242' } });
    expect(types()).toEqual([
      'customer.created',
      'invoice.finalized',
      'customer.subscription.created',
      'charge.succeeded',
      'payment_intent.succeeded',
      'invoice.paid',
      'customer.subscription.updated',
    ]);
    expect(s.events.slice(1).every((event) => event.customerId === customerId)).toBe(true);
    expect(s.events.filter((event) => event.subscriptionId === subscription.id).map(({ type }) => type)).toEqual([
      'invoice.finalized',
      'customer.subscription.created',
      'invoice.paid',
      'customer.subscription.updated',
    ]);
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
      const subscription = await create();
      await expect(confirm(subscription, number)).rejects.toMatchObject({ kind: 'declined', message });
      expect(await read(subscription.id)).toEqual(subscription);
      expect(types().slice(-2)).toEqual(['payment_intent.payment_failed', 'invoice.payment_failed']);
      await confirm(subscription);
      expect((await read(subscription.id)).status).toBe('active');
    },
  );

  test('a card that asks for authentication pays when the person completes it, and renews without asking', async () => {
    const subscription = await create();
    const number = '4000 0025 0000 3155';
    await expect(confirm(subscription, number, 'complete')).rejects.toMatchObject({ kind: 'authentication' });
    expect((await read(subscription.id)).status).toBe('incomplete');
    expect(types().slice(-2)).toEqual(['payment_intent.requires_action', 'invoice.payment_action_required']);
    await confirm(subscription, number, 'complete');
    expect((await read(subscription.id)).status).toBe('active');
    await later(31 * day);
    expect(await read(subscription.id)).toMatchObject({ status: 'active', card: { last4: '3155' } });
  });

  test('failed authentication is a decline, after which the same secret works', async () => {
    const subscription = await create();
    const number = '4000 0025 0000 3155';
    await expect(confirm(subscription, number)).rejects.toMatchObject({ kind: 'authentication' });
    await expect(confirm(subscription, number, 'fail')).rejects.toMatchObject({
      kind: 'declined',
      message: expect.stringContaining('unable to authenticate'),
    });
    await confirm(subscription);
    expect((await read(subscription.id)).status).toBe('active');
  });

  test('without a payment it expires after 23 hours, and its secret is of no use', async () => {
    const subscription = await create();
    await later(23 * hour - 1_000);
    expect((await read(subscription.id)).status).toBe('incomplete');
    await later(1_000);
    expect(await read(subscription.id)).toMatchObject({ status: 'incomplete_expired', confirm: null });
    await expect(confirm(subscription)).rejects.toMatchObject({ kind: 'invalid' });
    expect(await s.payments.invoices(customerId)).toMatchObject([{ status: 'void' }]);
    expect((await create(2)).id).not.toBe(subscription.id);
  });

  test('a payment that comes too late expires it, even if no tick came before', async () => {
    const subscription = await create();
    s.clock.advance(24 * hour);
    await expect(confirm(subscription)).rejects.toMatchObject({ kind: 'invalid' });
    expect((await read(subscription.id)).status).toBe('incomplete_expired');
  });

  test('it renews every month at the same time of the month, also after months without a tick', async () => {
    const { id } = await subscribed();
    await later(30 * day);
    expect(await read(id)).toMatchObject({ status: 'active', currentPeriodEnd: new Date('2027-01-21T12:00:00.000Z') });
    await later(90 * day);
    expect(await read(id)).toMatchObject({ status: 'active', currentPeriodEnd: new Date('2027-04-21T12:00:00.000Z') });
    const invoices = await s.payments.invoices(customerId);
    expect(invoices.map(({ createdAt, status }) => [createdAt.toISOString().slice(0, 10), status])).toEqual([
      ['2027-03-21', 'paid'],
      ['2027-02-21', 'paid'],
      ['2027-01-21', 'paid'],
      ['2026-12-21', 'paid'],
      ['2026-11-21', 'paid'],
    ]);
    expect(new Set(invoices.map(({ number }) => number)).size).toBe(5);
  });

  test('a renewal that fails is tried after 3, 5 and 7 days, and then it ends', async () => {
    const { id } = await subscribed('4000 0000 0000 0341');
    await later(30 * day);
    expect(await read(id)).toMatchObject({ status: 'past_due', confirm: { kind: 'payment' } });
    const failures = () => types().filter((type) => type === 'invoice.payment_failed').length;
    const counts: [number, string][] = [];
    for (const wait of [3 * day - 1_000, 1_000, 2 * day - 1_000, 1_000, 2 * day - 1_000, 1_000]) {
      await later(wait);
      counts.push([failures(), (await read(id)).status]);
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
    expect((await read(id)).confirm).toBeNull();
    await later(400 * day);
    expect(failures()).toBe(4);
  });

  test('a renewal that failed is paid by confirming it with another card', async () => {
    const { id } = await subscribed('4000 0000 0000 0341');
    await later(31 * day);
    const pastDue = await read(id);
    await expect(confirm(pastDue, '4000 0000 0000 0002')).rejects.toMatchObject({ kind: 'declined' });
    await confirm(pastDue);
    expect(await read(id)).toMatchObject({ status: 'active', card: { last4: '4242' } });
    await later(31 * day);
    expect((await read(id)).status).toBe('active');
  });

  test('told to end with its period, it can be taken back until then', async () => {
    const { id, currentPeriodEnd } = await subscribed();
    expect(await s.payments.setCancelAtPeriodEnd(id, true)).toMatchObject({
      status: 'active',
      cancelAtPeriodEnd: true,
      cancelAt: currentPeriodEnd,
    });
    expect(await s.payments.setCancelAtPeriodEnd(id, false)).toMatchObject({
      cancelAtPeriodEnd: false,
      cancelAt: null,
    });
    await s.payments.setCancelAtPeriodEnd(id, true);
    await later(30 * day - 1_000);
    expect((await read(id)).status).toBe('active');
    await later(1_000);
    expect(await read(id)).toMatchObject({ status: 'canceled', confirm: null });
    expect(await s.payments.invoices(customerId)).toHaveLength(1);
    await expect(s.payments.setCancelAtPeriodEnd(id, false)).rejects.toMatchObject({ kind: 'invalid' });
  });

  test('a date of an operator ends it before its period does, and can be taken back', async () => {
    const { id } = await subscribed();
    const cancelAt = new Date(s.clock.now().getTime() + 10 * day);
    const setDate = async () => {
      await s.sandbox.fetch(`https://sandbox.invalid/v1/subscriptions/${id}`, {
        method: 'POST',
        headers: { Authorization: 'Bearer sk_test_sandbox' },
        body: `cancel_at=${cancelAt.getTime() / 1_000}`,
      });
    };
    await setDate();
    expect(await read(id)).toMatchObject({ cancelAtPeriodEnd: true, cancelAt });
    expect(await s.payments.setCancelAtPeriodEnd(id, false)).toMatchObject({
      cancelAtPeriodEnd: false,
      cancelAt: null,
    });
    await setDate();
    await later(10 * day);
    expect((await read(id)).status).toBe('canceled');
  });

  test('ended at once, it stays ended, and ending it again changes nothing', async () => {
    const { id } = await subscribed();
    expect((await s.payments.endSubscription(id)).status).toBe('canceled');
    expect((await s.payments.endSubscription(id)).status).toBe('canceled');
    await later(100 * day);
    expect((await read(id)).status).toBe('canceled');
    expect(await s.payments.invoices(customerId)).toHaveLength(1);
  });

  test('a full refund is seen, a partial one is not a full one, and the next payment is a new one', async () => {
    const { id } = await subscribed();
    const [invoice] = await s.payments.invoices(customerId);
    const invoiceId = invoice?.id ?? '';
    await s.sandbox.refund(invoiceId, 1_000);
    expect((await read(id)).refunded).toBe(false);
    await s.sandbox.refund(invoiceId);
    expect(await read(id)).toMatchObject({ status: 'active', refunded: true });
    expect(await s.payments.invoices(customerId)).toMatchObject([{ amountCents: 3_000, refundedCents: 3_000 }]);
    await expect(s.sandbox.refund(invoiceId)).rejects.toMatchObject({ kind: 'invalid' });
    expect(types().slice(-2)).toEqual(['refund.created', 'charge.refunded']);
    expect(s.events.at(-1)?.customerId).toBe(customerId);
    await later(31 * day);
    expect((await read(id)).refunded).toBe(false);
  });

  test.each([
    ['won', false],
    ['lost', true],
  ] as const)('a dispute that is %s leaves disputed %s', async (state, disputed) => {
    const { id } = await subscribed();
    const [invoice] = await s.payments.invoices(customerId);
    const invoiceId = invoice?.id ?? '';
    await s.sandbox.dispute(invoiceId, 'open');
    expect((await read(id)).disputed).toBe(true);
    await s.sandbox.dispute(invoiceId, state);
    expect((await read(id)).disputed).toBe(disputed);
    expect(s.events.slice(-2)).toMatchObject([
      { type: 'charge.dispute.created', customerId },
      { type: 'charge.dispute.closed', customerId },
    ]);
    await expect(s.sandbox.dispute(invoiceId, state)).rejects.toMatchObject({ kind: 'invalid' });
  });

  test('a card that is disputed after it paid', async () => {
    expect(await subscribed('4000 0000 0000 0259')).toMatchObject({ status: 'active', disputed: true });
  });

  test('a deleted customer takes its subscriptions along, and deleting it again is fine', async () => {
    const { id } = await subscribed();
    await s.payments.deleteCustomer(customerId);
    expect((await read(id)).status).toBe('canceled');
    await s.payments.deleteCustomer(customerId);
    await s.payments.deleteCustomer('cus_unknown');
    await expect(create(2)).rejects.toMatchObject({ kind: 'invalid' });
    await later(100 * day);
    expect((await s.payments.listSubscriptions(customerId)).map(({ status }) => status)).toEqual(['canceled']);
  });
});
