import type { Database } from '@noek/db/database';
import { describeOnEngines } from '@noek/db/testing/engines';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type StartedSandbox, startSandbox } from './testing/start-sandbox.ts';
import { cardAt, insertSubscriber, type Subscriber, secretOf } from './testing/subscriber.ts';

const hour = 60 * 60 * 1_000;
const day = 24 * hour;

describeOnEngines('the sandbox', (open) => {
  let db: Database;
  let s: StartedSandbox;
  /** A second process on the same database. */
  let other: StartedSandbox;
  let ada: Subscriber;

  beforeEach(async () => {
    db = await open();
    s = startSandbox(db);
    other = startSandbox(db, s.clock);
    ada = await insertSubscriber(db, s);
  });
  afterEach(() => expect([...s.checked.problems, ...other.checked.problems]).toEqual([]));

  const send = (path: string, init: RequestInit & { key?: string } = {}) =>
    s.sandbox.fetch(`https://sandbox.invalid/v1/${path}`, {
      ...init,
      headers: { Authorization: 'Bearer sk_test_sandbox', ...(init.key && { 'Idempotency-Key': init.key }) },
    });
  const chargesOfAda = async () => (await ada.charges()).map(({ status }) => status);
  async function later(ms: number): Promise<void> {
    s.clock.advance(ms);
    await s.sandbox.tick();
  }

  test('the same idempotency key has the same answer, even for parallel calls of two processes', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, (_, i) => ada.create({ by: (i % 2 ? s : other).stripe })));
    expect(new Set(ids.map(({ id }) => id)).size).toBe(1);
    expect(await ada.list()).toHaveLength(1);
    expect(await ada.invoices()).toHaveLength(1);
    expect(await ada.register()).toBe(ada.customerId);
  });

  test('the same key returns a deleted customer again, and the next key a new one', async () => {
    await s.stripe.customers.del(ada.customerId);
    expect(await ada.register()).toBe(ada.customerId);
    const customer = await ada.register(s.stripe, 2);
    expect(customer).not.toBe(ada.customerId);
    await expect(ada.create({ attempt: 2 })).rejects.toMatchObject({ code: 'resource_missing' });
    const change = s.stripe.customers.update(ada.customerId, { email: 'new@people.example' });
    await expect(change).rejects.toMatchObject({ code: 'resource_missing' });
    expect(await ada.create({ customer, attempt: 3 })).toMatchObject({ status: 'incomplete' });
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

  test('parallel confirmations of two processes take one payment', async () => {
    const secret = secretOf(await ada.create());
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, (_, i) => ada.enter(secret, undefined, undefined, (i % 2 ? s : other).sandbox)),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await chargesOfAda()).toEqual(['succeeded']);
  });

  test('parallel ticks of two processes renew once', async () => {
    await ada.subscribes();
    s.clock.advance(30 * day);
    await Promise.all(Array.from({ length: 8 }, (_, i) => (i % 2 ? s : other).sandbox.tick()));
    expect(await ada.invoices()).toHaveLength(2);
    expect(await chargesOfAda()).toEqual(['succeeded', 'succeeded']);
  });

  test('each event is delivered once by one of two processes', async () => {
    await ada.create();
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
    const secret = secretOf(await ada.create());
    s.failDeliveries(1_000);
    await ada.enter(secret);
    expect(await ada.list()).toMatchObject([{ status: 'active' }]);
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

  test('nothing is lost with the process: another one continues its subscriptions and events', async () => {
    const subscription = await ada.create();
    const later = startSandbox(db, s.clock);
    await ada.enter(secretOf(subscription), undefined, undefined, later.sandbox);
    expect(later.events.map(({ type }) => type)).toContain('customer.subscription.created');
    expect(await ada.read(subscription.id)).toMatchObject({ status: 'active' });
  });

  test('a secret is of no use to another customer', async () => {
    const eve = await insertSubscriber(db, s, 'eve@people.example');
    const secret = secretOf(await ada.create());
    await expect(eve.enter(secret)).rejects.toMatchObject({ kind: 'invalid' });
    await expect(ada.enter(`${secret}x`)).rejects.toMatchObject({ kind: 'invalid' });
    await expect(ada.enter('')).rejects.toMatchObject({ kind: 'invalid' });
    expect(await chargesOfAda()).toEqual([]);
  });

  test('the whole number of a card and its CVC are kept nowhere', async () => {
    const secret = secretOf(await ada.create());
    await ada.enter(secret, '4000 0000 0000 0002').catch(() => {});
    await ada.enter(secret);
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
    await ada.subscribes();
    s.failDeliveries(1_000);
    await s.stripe.customers.del(ada.customerId);
    await s.sandbox.tick();
    await db.write((orm) => orm.delete(db.tables.users).where(eq(db.tables.users.id, ada.userId)));
    const { sandboxObjects, sandboxRequests, sandboxEvents } = db.tables;
    for (const table of [sandboxObjects, sandboxRequests, sandboxEvents])
      expect(await db.orm.select().from(table)).toEqual([]);
  });

  test('another card is confirmed, pays the open invoice, and pays from then on', async () => {
    const { id } = await ada.subscribes('4000 0000 0000 0341');
    await later(31 * day);
    const pastDue = await ada.read(id);
    expect([pastDue.status, cardAt(pastDue)]).toEqual(['past_due', '0341']);
    const setup = await ada.beginCardChange();
    const secret = setup.client_secret ?? '';
    await expect(ada.enter(secret, '4000 0000 0000 9995')).rejects.toMatchObject({ kind: 'declined' });
    expect(await s.stripe.setupIntents.retrieve(setup.id)).toMatchObject({
      status: 'requires_payment_method',
      last_setup_error: { decline_code: 'insufficient_funds' },
    });
    await ada.enter(secret, '5555 5555 5555 4444');
    const card = await ada.usesCardOf(setup.id, id);
    const [open] = await ada.invoices();
    await s.stripe.invoices.pay(open?.id ?? '', { payment_method: card });
    const paid = await ada.read(id);
    expect([paid.status, secretOf(paid), cardAt(paid)]).toEqual(['active', '', '4444']);
    expect(paid.default_payment_method).toMatchObject({ card: { brand: 'mastercard' } });
    await later(31 * day);
    const renewed = await ada.read(id);
    expect([renewed.status, cardAt(renewed)]).toEqual(['active', '4444']);
    expect(s.events.map(({ type }) => type)).toContain('setup_intent.succeeded');
  });

  test('a new card may ask for authentication; without it, it is not confirmed', async () => {
    await ada.subscribes();
    const { id, client_secret: secret } = await ada.beginCardChange();
    const enter = (authentication?: 'complete' | 'fail') =>
      ada.enter(secret ?? '', '4000 0025 0000 3155', authentication);
    const status = async () => (await s.stripe.setupIntents.retrieve(id)).status;
    await expect(enter()).rejects.toMatchObject({ kind: 'authentication' });
    expect(await status()).toBe('requires_action');
    await expect(enter('fail')).rejects.toMatchObject({ kind: 'declined' });
    expect(await status()).toBe('requires_payment_method');
    await expect(enter()).rejects.toMatchObject({ kind: 'authentication' });
    await enter('complete');
    expect(await status()).toBe('succeeded');
    expect(await chargesOfAda()).toEqual(['succeeded']);
  });

  test('a failure for one customer does not hold up the others', async () => {
    const broken = await ada.subscribes();
    const eve = await insertSubscriber(db, s, 'eve@people.example');
    await eve.subscribes();
    const { sandboxObjects: t } = db.tables;
    await db.write((orm) =>
      orm
        .update(t)
        .set({ data: { id: broken.id, object: 'subscription' } })
        .where(eq(t.id, broken.id)),
    );
    await later(30 * day);
    expect(await eve.invoices()).toHaveLength(2);
  });

  test('a delivery that is never accepted is given up after about three days', async () => {
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
    const { id } = await ada.subscribes('4000 0000 0000 0341');
    await later(31 * day);
    const setup = await ada.beginCardChange();
    await ada.enter(setup.client_secret ?? '', '4000 0000 0000 0341');
    const card = await ada.usesCardOf(setup.id, id);
    const [open] = await ada.invoices();
    await expect(s.stripe.invoices.pay(open?.id ?? '', { payment_method: card })).rejects.toMatchObject({
      type: 'StripeCardError',
      message: 'Your card was declined.',
    });
    expect(await ada.read(id)).toMatchObject({ status: 'past_due', default_payment_method: { id: card } });
  });

  test('a card of another customer is not taken', async () => {
    const subscription = await ada.subscribes();
    const eve = await insertSubscriber(db, s, 'eve@people.example');
    const setup = await eve.beginCardChange();
    await eve.enter(setup.client_secret ?? '', '5555 5555 5555 4444');
    await expect(ada.usesCardOf(setup.id, subscription.id)).rejects.toMatchObject({ code: 'resource_missing' });
    const confirmed = await s.stripe.setupIntents.retrieve(setup.id);
    await expect(
      s.stripe.subscriptions.update(subscription.id, { default_payment_method: String(confirmed.payment_method) }),
    ).rejects.toMatchObject({ code: 'resource_missing' });
    expect(cardAt(await ada.read(subscription.id))).toBe('4242');
  });

  test('invoices have numbers, amounts and pages, and a page is for its customer alone', async () => {
    await ada.subscribes();
    await s.stripe.customers.update(ada.customerId, { email: 'new@people.example' });
    await later(31 * day);
    const [second, first] = await ada.invoices();
    expect(first).toMatchObject({
      id: expect.stringMatching(/^in_/),
      number: expect.stringMatching(/^[0-9A-F]{8}-0001$/),
      total: 3_000,
      currency: 'usd',
      status: 'paid',
      hosted_invoice_url: `http://chat.noek.localhost/invoices/${first?.id}`,
    });
    expect(second?.number).toMatch(/-0002$/);
    await s.sandbox.refund(first?.id ?? '');
    const page = await s.sandbox.invoicePage(first?.id ?? '', ada.customerId);
    for (const words of ['Test payments', 'Refunded', '$30.00', 'November 21, 2026', 'ada@people.example', '4242'])
      expect(page).toContain(words);
    expect(await s.sandbox.invoicePage(second?.id ?? '', ada.customerId)).toContain('new@people.example');
    expect(await s.sandbox.invoicePage(first?.id ?? '', 'cus_other')).toBeNull();
    expect(await s.sandbox.invoicePage('in_other', ada.customerId)).toBeNull();
  });

  test('an address is shown as text on the page', async () => {
    await s.stripe.customers.update(ada.customerId, { email: "o'brien@people.example" });
    await ada.subscribes();
    const [invoice] = await ada.invoices();
    expect(await s.sandbox.invoicePage(invoice?.id ?? '', ada.customerId)).toContain('o&#39;brien@people.example');
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
    const plan = `customer=${ada.customerId}&payment_behavior=default_incomplete&payment_settings[save_default_payment_method]=on_subscription&payment_settings[payment_method_types][0]=card`;
    const filled = (text: string) => text.replace('CUSTOMER', ada.customerId).replace('PLAN', plan);
    const response = await send(filled(path), { method, ...(body && { body: filled(body) }) });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error: { message: expect.any(String) } });
  });

  test('an expansion of the old shapes, or one that is too deep, is refused', async () => {
    const { id } = await ada.create();
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
