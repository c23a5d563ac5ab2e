import type { Database } from '@noek/db/database';
import { insertUser } from '@noek/db/factories';
import { describeOnEngines } from '@noek/db/testing';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PaidSubscription } from '../payments.ts';
import { cardOf, type StartedSandbox, startSandbox } from '../testing/start-sandbox.ts';

const hour = 60 * 60 * 1_000;
const day = 24 * hour;

describeOnEngines('the sandbox', (open) => {
  let db: Database;
  let s: StartedSandbox;
  let userId: string;
  let customerId: string;
  /** A second process on the same database. */
  let other: StartedSandbox;

  beforeEach(async () => {
    db = await open();
    userId = (await insertUser(db)).id;
    s = startSandbox(db);
    other = startSandbox(db, s.clock);
    customerId = await s.payments.createCustomer({ userId, email: 'ada@people.example', attempt: 1 });
  });
  afterEach(() => expect([...s.checked.problems, ...other.checked.problems]).toEqual([]));

  const create = (process = s, attempt = 1) => process.payments.createSubscription({ customerId, userId, attempt });
  const secretOf = ({ confirm }: PaidSubscription) => confirm?.clientSecret ?? '';
  const confirm = (clientSecret: string, { process = s, number = '4242 4242 4242 4242' } = {}) =>
    process.sandbox.confirm({ customerId, clientSecret, ...cardOf(number) });
  async function subscribed(number?: string): Promise<PaidSubscription> {
    const subscription = await create();
    await confirm(secretOf(subscription), number === undefined ? {} : { number });
    return (await s.payments.readSubscription(subscription.id)) as PaidSubscription;
  }
  const send = (path: string, init: RequestInit & { key?: string } = {}) =>
    s.sandbox.fetch(`https://sandbox.invalid/v1/${path}`, {
      ...init,
      headers: { Authorization: 'Bearer sk_test_sandbox', ...(init.key && { 'Idempotency-Key': init.key }) },
    });
  const charges = async () => {
    const response = await send(`charges?customer=${customerId}&limit=100`);
    return ((await response.json()) as { data: { status: string }[] }).data.map(({ status }) => status);
  };

  test('the same idempotency key has the same answer, also for parallel calls of two processes', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, (_, i) => create(i % 2 ? s : other)));
    expect(new Set(ids.map(({ id }) => id)).size).toBe(1);
    expect(await s.payments.listSubscriptions(customerId)).toHaveLength(1);
    expect(await s.payments.invoices(customerId)).toHaveLength(1);
    const repeated = await s.payments.createCustomer({ userId, email: 'ada@people.example', attempt: 1 });
    expect(repeated).toBe(customerId);
  });

  test('a deleted customer is given again for the same attempt, and another one for the next', async () => {
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

  test('the same idempotency key with other input is refused, and a day later it is a new one', async () => {
    const first = await send('customers', { method: 'POST', body: 'email=a@b.example', key: 'k1' });
    const same = await send('customers', { method: 'POST', body: 'email=a@b.example', key: 'k1' });
    const changed = await send('customers', { method: 'POST', body: 'email=c@d.example', key: 'k1' });
    const { id } = (await first.json()) as { id: string };
    expect(await same.json()).toMatchObject({ id });
    expect([first, same].map((response) => response.headers.get('Idempotent-Replayed'))).toEqual([null, 'true']);
    expect(changed.status).toBe(400);
    expect(await changed.json()).toMatchObject({ error: { type: 'idempotency_error' } });
    s.clock.advance(day);
    const nextDay = await send('customers', { method: 'POST', body: 'email=c@d.example', key: 'k1' });
    expect(nextDay.status).toBe(200);
    expect(await nextDay.json()).not.toMatchObject({ id });
    s.clock.advance(2 * day);
    await s.sandbox.tick();
    expect(await db.orm.select().from(db.tables.sandboxRequests)).toEqual([]);
  });

  test('a replayed creation still gives what the subscription is now', async () => {
    const { id } = await subscribed();
    expect(await create()).toMatchObject({ id, status: 'active', confirm: null });
  });

  test('parallel confirmations of two processes take one payment', async () => {
    const secret = secretOf(await create());
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, (_, i) => confirm(secret, { process: i % 2 ? s : other })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await charges()).toEqual(['succeeded']);
  });

  test('parallel ticks of two processes renew once', async () => {
    await subscribed();
    s.clock.advance(30 * day);
    await Promise.all(Array.from({ length: 8 }, (_, i) => (i % 2 ? s : other).sandbox.tick()));
    expect(await s.payments.invoices(customerId)).toHaveLength(2);
    expect(await charges()).toEqual(['succeeded', 'succeeded']);
  });

  test('each event is delivered once by one of two processes', async () => {
    await create();
    await Promise.all([s.sandbox.tick(), other.sandbox.tick(), s.sandbox.tick(), other.sandbox.tick()]);
    const delivered = [...s.events, ...other.events];
    expect(delivered.map(({ type }) => type).toSorted()).toEqual([
      'customer.created',
      'customer.subscription.created',
      'invoice.finalized',
    ]);
    expect(await db.orm.select().from(db.tables.sandboxEvents)).toEqual([]);
  });

  test('a delivery that fails comes again after 1 minute, then 2, 4 …, and the confirmation holds', async () => {
    const secret = secretOf(await create());
    s.failDeliveries(1_000);
    await confirm(secret);
    expect(await s.payments.listSubscriptions(customerId)).toMatchObject([{ status: 'active' }]);
    expect(s.events).toEqual([]);
    s.failDeliveries(0);
    await s.sandbox.tick();
    expect(s.events).toEqual([]);
    s.clock.advance(60_000);
    s.failDeliveries(1_000);
    await s.sandbox.tick();
    s.failDeliveries(0);
    s.clock.advance(60_000);
    await s.sandbox.tick();
    expect(s.events).toEqual([]);
    s.clock.advance(60_000);
    await s.sandbox.tick();
    expect(s.events.map(({ type }) => type)).toContain('invoice.paid');
    expect(new Set(s.events.map(({ id }) => id)).size).toBe(s.events.length);
  });

  test('nothing is lost with the process: another one goes on with its subscriptions and events', async () => {
    const subscription = await create();
    const later = startSandbox(db, s.clock);
    await confirm(secretOf(subscription), { process: later });
    expect(later.events.map(({ type }) => type)).toContain('customer.subscription.created');
    expect(await later.payments.readSubscription(subscription.id)).toMatchObject({ status: 'active' });
  });

  test('a secret is of no use to another customer', async () => {
    const stranger = await s.payments.createCustomer({
      userId: (await insertUser(db)).id,
      email: 'eve@people.example',
      attempt: 1,
    });
    const secret = secretOf(await create());
    const attempt = s.sandbox.confirm({ customerId: stranger, clientSecret: secret, ...cardOf() });
    await expect(attempt).rejects.toMatchObject({ kind: 'invalid' });
    await expect(confirm(`${secret}x`)).rejects.toMatchObject({ kind: 'invalid' });
    await expect(confirm('')).rejects.toMatchObject({ kind: 'invalid' });
    expect(await charges()).toEqual([]);
  });

  test('the whole number of a card and its CVC are kept nowhere', async () => {
    const secret = secretOf(await create());
    await confirm(secret, { number: '4000 0000 0000 0002' }).catch(() => {});
    await confirm(secret);
    const { sandboxObjects, sandboxRequests, sandboxEvents } = db.tables;
    const rows = await Promise.all([
      db.orm.select().from(sandboxObjects),
      db.orm.select().from(sandboxRequests),
      db.orm.select().from(sandboxEvents),
    ]);
    expect(JSON.stringify(rows)).toContain('4242');
    expect(JSON.stringify(rows).replaceAll(/\W/g, '')).not.toMatch(/42424242|40000000/);
  });

  test('nothing of a person stays when their account is deleted', async () => {
    await subscribed();
    s.failDeliveries(1_000);
    await s.payments.deleteCustomer(customerId);
    await s.sandbox.tick();
    await db.orm.delete(db.tables.users).where(eq(db.tables.users.id, userId));
    const { sandboxObjects, sandboxRequests, sandboxEvents } = db.tables;
    for (const table of [sandboxObjects, sandboxRequests, sandboxEvents])
      expect(await db.orm.select().from(table)).toEqual([]);
  });

  test('another card is confirmed, pays the open invoice, and pays from then on', async () => {
    const { id } = await subscribed('4000 0000 0000 0341');
    s.clock.advance(31 * day);
    await s.sandbox.tick();
    expect(await s.payments.readSubscription(id)).toMatchObject({ status: 'past_due', card: { last4: '0341' } });
    const change = (setupId: string) => s.payments.finishCardChange({ customerId, subscriptionId: id, setupId });

    const first = await s.payments.startCardChange(customerId);
    const setupId = first.clientSecret.split('_secret_')[0] ?? '';
    await expect(change(setupId)).rejects.toMatchObject({ kind: 'invalid' });
    await expect(confirm(first.clientSecret, { number: '4000 0000 0000 9995' })).rejects.toMatchObject({
      kind: 'declined',
    });
    await expect(change(setupId)).rejects.toMatchObject({ kind: 'invalid' });
    await confirm(first.clientSecret, { number: '5555 5555 5555 4444' });
    expect(await change(setupId)).toMatchObject({
      status: 'active',
      confirm: null,
      card: { brand: 'Mastercard', last4: '4444' },
    });
    expect(s.events.map(({ type }) => type)).toContain('setup_intent.succeeded');
    s.clock.advance(31 * day);
    await s.sandbox.tick();
    expect(await s.payments.readSubscription(id)).toMatchObject({ status: 'active', card: { last4: '4444' } });
  });

  test('a new card may ask for authentication; without it, it is not the one that pays', async () => {
    const { id } = await subscribed();
    const { clientSecret } = await s.payments.startCardChange(customerId);
    const setupId = clientSecret.split('_secret_')[0] ?? '';
    const enter = (authentication?: 'complete' | 'fail') =>
      s.sandbox.confirm({ customerId, clientSecret, ...cardOf('4000 0025 0000 3155'), authentication });
    const change = () => s.payments.finishCardChange({ customerId, subscriptionId: id, setupId });
    await expect(enter()).rejects.toMatchObject({ kind: 'authentication' });
    await expect(change()).rejects.toMatchObject({ kind: 'invalid' });
    await expect(enter('fail')).rejects.toMatchObject({ kind: 'declined' });
    await expect(change()).rejects.toMatchObject({ kind: 'invalid' });
    await expect(enter()).rejects.toMatchObject({ kind: 'authentication' });
    await enter('complete');
    expect(await change()).toMatchObject({ card: { last4: '3155' } });
    expect(await charges()).toEqual(['succeeded']);
  });

  test('what cannot be done for one customer does not keep the others waiting', async () => {
    const broken = await subscribed();
    const userOfOther = (await insertUser(db)).id;
    const customerOfOther = await s.payments.createCustomer({
      userId: userOfOther,
      email: 'eve@people.example',
      attempt: 1,
    });
    const subscription = await s.payments.createSubscription({
      customerId: customerOfOther,
      userId: userOfOther,
      attempt: 1,
    });
    await s.sandbox.confirm({ customerId: customerOfOther, clientSecret: secretOf(subscription), ...cardOf() });
    const { sandboxObjects: t } = db.tables;
    await db.orm
      .update(t)
      .set({ data: { id: broken.id, object: 'subscription' } })
      .where(eq(t.id, broken.id));
    s.clock.advance(30 * day);
    await s.sandbox.tick();
    expect(await s.payments.invoices(customerOfOther)).toHaveLength(2);
  });

  test('a delivery that nobody accepts is given up after about three days', async () => {
    s.failDeliveries(Number.POSITIVE_INFINITY);
    const started = s.clock.now().getTime();
    const left = () => db.orm.select().from(db.tables.sandboxEvents);
    for (let tries = 0; tries < 100 && (await left()).length > 0; tries++) {
      await s.sandbox.tick();
      s.clock.advance(hour);
    }
    const days = (s.clock.now().getTime() - started) / day;
    expect(days).toBeGreaterThan(3);
    expect(days).toBeLessThan(4);
    expect(s.events).toEqual([]);
  });

  test('a new card that cannot pay the open invoice is declined, and kept', async () => {
    const { id } = await subscribed('4000 0000 0000 0341');
    s.clock.advance(31 * day);
    await s.sandbox.tick();
    const { clientSecret } = await s.payments.startCardChange(customerId);
    await confirm(clientSecret, { number: '4000 0000 0000 0341' });
    const setupId = clientSecret.split('_secret_')[0] ?? '';
    await expect(s.payments.finishCardChange({ customerId, subscriptionId: id, setupId })).rejects.toMatchObject({
      kind: 'declined',
      message: 'Your card was declined.',
    });
    expect(await s.payments.readSubscription(id)).toMatchObject({ status: 'past_due' });
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
    expect(await s.payments.readSubscription(id)).toMatchObject({ card: { last4: '4242' } });
  });

  test('invoices have numbers, amounts and pages, and a page is for its customer alone', async () => {
    await subscribed();
    await s.payments.changeEmail(customerId, 'new@people.example');
    s.clock.advance(31 * day);
    await s.sandbox.tick();
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
    await s.sandbox.refund(first?.id ?? '');
    const page = await s.sandbox.invoicePage(first?.id ?? '', customerId);
    for (const words of ['Test payments', 'Refunded', '$30.00', 'November 21, 2026', 'ada@people.example', '4242'])
      expect(page).toContain(words);
    expect(await s.sandbox.invoicePage(second?.id ?? '', customerId)).toContain('new@people.example');
    expect(await s.sandbox.invoicePage(first?.id ?? '', 'cus_other')).toBeNull();
    expect(await s.sandbox.invoicePage('in_other', customerId)).toBeNull();
  });

  test('an address is shown as text on the page', async () => {
    await s.payments.changeEmail(customerId, "o'brien@people.example");
    await subscribed();
    const [invoice] = await s.payments.invoices(customerId);
    expect(await s.sandbox.invoicePage(invoice?.id ?? '', customerId)).toContain('o&#39;brien@people.example');
  });

  test.each([
    ['an unknown path', 'GET', 'coupons', '', 404],
    ['an unknown object', 'GET', 'subscriptions/sub_1', '', 404],
    [
      'an unknown customer',
      'POST',
      'setup_intents',
      'customer=cus_1&usage=off_session&allowed_payment_method_types[0]=card',
      400,
    ],
    ['an unknown parameter', 'POST', 'customers', 'email=a@b.example&coupon=x', 400],
    ['an unreadable parameter', 'POST', 'customers', 'email=a@b.example&__proto__[x]=1', 400],
    ['a removed parameter', 'POST', 'setup_intents', 'customer=CUSTOMER&payment_method_types[0]=card', 400],
    ['another price', 'POST', 'subscriptions', 'PLAN&items[0][price]=price_1', 400],
  ])('%s is refused as Stripe does', async (_, method, path, body, status) => {
    const plan = `customer=${customerId}&payment_behavior=default_incomplete&payment_settings[save_default_payment_method]=on_subscription&payment_settings[payment_method_types][0]=card`;
    const filled = (text: string) => text.replace('CUSTOMER', customerId).replace('PLAN', plan);
    const response = await send(filled(path), { method, ...(body && { body: filled(body) }) });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error: { message: expect.any(String) } });
  });

  test('an expansion of the old shapes, or one that is too deep, is refused', async () => {
    const { id } = await create();
    for (const path of ['latest_invoice.payment_intent', 'latest_invoice.payments.data.payment.payment_intent']) {
      const response = await send(`subscriptions/${id}?expand[0]=${path}`);
      expect(response.status).toBe(400);
    }
  });

  test('a wrong key is refused', async () => {
    const response = await s.sandbox.fetch('https://sandbox.invalid/v1/customers', {
      method: 'POST',
      headers: { Authorization: 'Bearer sk_test_other' },
      body: 'email=a@b.example',
    });
    expect(response.status).toBe(401);
  });
});
