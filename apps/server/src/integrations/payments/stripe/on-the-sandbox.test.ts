import type { Database } from '@noek/db/database';
import { describeOnEngines } from '@noek/db/testing/engines';
import { insertUser } from '@noek/db/testing/factories';
import { cardOf } from '@noek/payment-sandbox/testing/start-sandbox';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type StartedPayments, startPayments } from '../../../testing/start-payments.ts';
import type { PaidSubscription } from '../payments.ts';

const hour = 60 * 60 * 1_000;
const day = 24 * hour;

describeOnEngines('the adapter on the sandbox', (open) => {
  let db: Database;
  let s: StartedPayments;
  let userId: string;
  let customerId: string;

  beforeEach(async () => {
    db = await open();
    userId = (await insertUser(db)).id;
    s = startPayments(db);
    customerId = await s.payments.createCustomer({ userId, email: 'ada@people.example', attempt: 1 });
  });
  afterEach(() => expect(s.checked.problems).toEqual([]));

  const create = (attempt = 1) => s.payments.createSubscription({ customerId, userId, attempt });
  const read = async (id: string) => (await s.payments.readSubscription(id)) as PaidSubscription;
  const enter = (clientSecret: string, number?: string, authentication?: 'complete' | 'fail') =>
    s.sandbox.confirm({ customerId, clientSecret, ...cardOf(number), authentication });
  const confirm = ({ confirm }: PaidSubscription, number?: string) => enter(confirm?.clientSecret ?? '', number);
  async function subscribed(number?: string): Promise<PaidSubscription> {
    const subscription = await create();
    await confirm(subscription, number);
    return read(subscription.id);
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

  test('an international address pays; one that is not in ASCII is left out of what is sent', async () => {
    for (const email of ['ada@xn--80a1acny.xn--p1ai', 'jörg@xn--mnchen-3ya.example']) {
      userId = (await insertUser(db)).id;
      customerId = await s.payments.createCustomer({ userId, email, attempt: 1 });
      await subscribed();
      expect((await s.payments.invoices(customerId)).length).toBe(1);
      await s.payments.changeEmail(customerId, 'ada@people.example');
      await s.payments.changeEmail(customerId, email);
    }
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

  test('a cancellation at the end of the period can be undone until then', async () => {
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

  test('a date set by an operator ends it before its period does, and can be removed', async () => {
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

  test('the same attempt returns a deleted customer again, and the next attempt a new one', async () => {
    await s.payments.deleteCustomer(customerId);
    const customer = { userId, email: 'ada@people.example' };
    expect(await s.payments.createCustomer({ ...customer, attempt: 1 })).toBe(customerId);
    const another = await s.payments.createCustomer({ ...customer, attempt: 2 });
    expect(another).not.toBe(customerId);
    const begun = s.payments.createSubscription({ customerId, userId, attempt: 2 });
    await expect(begun).rejects.toMatchObject({ kind: 'invalid' });
    await expect(s.payments.changeEmail(customerId, customer.email)).rejects.toMatchObject({ kind: 'invalid' });
    expect(await s.payments.createSubscription({ customerId: another, userId, attempt: 3 })).toMatchObject({
      status: 'incomplete',
    });
  });

  test('a repeated creation returns the current state of the subscription', async () => {
    const { id } = await subscribed();
    expect(await create()).toMatchObject({ id, status: 'active', confirm: null });
  });

  test('another card is confirmed, pays the open invoice, and pays from then on', async () => {
    const { id } = await subscribed('4000 0000 0000 0341');
    await later(31 * day);
    expect(await read(id)).toMatchObject({ status: 'past_due', card: { last4: '0341' } });
    const change = (setupId: string) => s.payments.finishCardChange({ customerId, subscriptionId: id, setupId });

    const first = await s.payments.startCardChange(customerId);
    const setupId = first.clientSecret.split('_secret_')[0] ?? '';
    await expect(change(setupId)).rejects.toMatchObject({ kind: 'invalid' });
    await expect(enter(first.clientSecret, '4000 0000 0000 9995')).rejects.toMatchObject({
      kind: 'declined',
    });
    await expect(change(setupId)).rejects.toMatchObject({ kind: 'invalid' });
    await enter(first.clientSecret, '5555 5555 5555 4444');
    expect(await change(setupId)).toMatchObject({
      status: 'active',
      confirm: null,
      card: { brand: 'Mastercard', last4: '4444' },
    });
    expect(s.events.map(({ type }) => type)).toContain('setup_intent.succeeded');
    await later(31 * day);
    expect(await read(id)).toMatchObject({ status: 'active', card: { last4: '4444' } });
  });

  test('a new card may ask for authentication; without it, it is not the one that pays', async () => {
    const { id } = await subscribed();
    const { clientSecret } = await s.payments.startCardChange(customerId);
    const setupId = clientSecret.split('_secret_')[0] ?? '';
    const card = '4000 0025 0000 3155';
    const change = () => s.payments.finishCardChange({ customerId, subscriptionId: id, setupId });
    await expect(enter(clientSecret, card)).rejects.toMatchObject({ kind: 'authentication' });
    await expect(change()).rejects.toMatchObject({ kind: 'invalid' });
    await expect(enter(clientSecret, card, 'fail')).rejects.toMatchObject({ kind: 'declined' });
    await expect(change()).rejects.toMatchObject({ kind: 'invalid' });
    await expect(enter(clientSecret, card)).rejects.toMatchObject({ kind: 'authentication' });
    await enter(clientSecret, card, 'complete');
    expect(await change()).toMatchObject({ card: { last4: '3155' } });
  });

  test('a new card that cannot pay the open invoice is declined, and kept', async () => {
    const { id } = await subscribed('4000 0000 0000 0341');
    await later(31 * day);
    const { clientSecret } = await s.payments.startCardChange(customerId);
    await enter(clientSecret, '4000 0000 0000 0341');
    const setupId = clientSecret.split('_secret_')[0] ?? '';
    await expect(s.payments.finishCardChange({ customerId, subscriptionId: id, setupId })).rejects.toMatchObject({
      kind: 'declined',
      message: 'Your card was declined.',
    });
    expect(await read(id)).toMatchObject({ status: 'past_due' });
  });

  test('a card change of another customer is not found', async () => {
    const { id } = await subscribed();
    const stranger = await s.payments.createCustomer({
      userId: (await insertUser(db)).id,
      email: 'eve@people.example',
      attempt: 1,
    });
    const { clientSecret } = await s.payments.startCardChange(stranger);
    await s.sandbox.confirm({ customerId: stranger, clientSecret, ...cardOf('5555 5555 5555 4444') });
    const setupId = clientSecret.split('_secret_')[0] ?? '';
    for (const owner of [customerId, stranger])
      await expect(
        s.payments.finishCardChange({ customerId: owner, subscriptionId: id, setupId }),
      ).rejects.toMatchObject({ kind: 'invalid' });
    expect(await read(id)).toMatchObject({ card: { last4: '4242' } });
  });

  test('an invoice has its number, amount, period and page', async () => {
    await subscribed();
    await s.payments.changeEmail(customerId, 'new@people.example');
    await later(31 * day);
    const [second, first] = await s.payments.invoices(customerId);
    expect(first).toEqual({
      id: expect.stringMatching(/^in_/),
      number: expect.stringMatching(/^[0-9A-F]{8}-0001$/),
      createdAt: new Date('2026-11-21T12:00:00.000Z'),
      amountCents: 3_000,
      refundedCents: 0,
      currency: 'usd',
      status: 'paid',
      paidAt: new Date('2026-11-21T12:00:00.000Z'),
      period: { start: new Date('2026-11-21T12:00:00.000Z'), end: new Date('2026-12-21T12:00:00.000Z') },
      url: `http://chat.noek.localhost/invoices/${first?.id}`,
      pdfUrl: null,
    });
    expect(second?.number).toMatch(/-0002$/);
  });
});
