import { describeOnEngines } from '@noek/db/testing/engines';
import { expect, test } from 'vitest';
import { PaymentFailure } from '../../integrations/payments/payments.ts';
import { createTestClock, createTestCtx } from '../../testing/create-test-ctx.ts';
import { insertPerson, signedInAs } from '../../testing/sign-in.ts';
import { createFakePayments } from '../../testing/stand-ins/fake-payments.ts';
import { createSubscription } from './create-subscription.ts';
import { refreshSubscription } from './own-subscription.ts';
import { subscriptionStatus } from './subscription-status.ts';

describeOnEngines('createSubscription', (open) => {
  const begin = async () => {
    const clock = createTestClock();
    const payments = createFakePayments(clock.now);
    const ctx = createTestCtx({ db: await open(), clock, payments });
    const me = await signedInAs(ctx, (await insertPerson(ctx)).id);
    const only = () => [...payments.subscriptions.values()][0]?.id ?? '';
    return { ctx, me, payments, only };
  };
  const paid = { status: 'active', confirm: null, card: { brand: 'Visa', last4: '4242' } } as const;

  test('[3.15] [3.16] [7.40] gives the secret of an attempt, and nothing else: the plan stays until it is paid', async () => {
    const { me, payments, only } = await begin();
    expect(await subscriptionStatus(me)).toEqual({
      isActive: false,
      plan: 'basic',
      cancelAtPeriodEnd: false,
      currentPeriodEnd: null,
      state: 'none',
      problem: null,
      card: null,
      provider: 'stripe',
    });
    expect(await createSubscription(me)).toEqual({ clientSecret: `${only()}_secret`, intent: 'payment' });
    expect(await refreshSubscription(me)).toMatchObject({ isActive: false, plan: 'basic', state: 'incomplete' });
    payments.change(only(), paid);
    expect(await subscriptionStatus(me)).toMatchObject({ isActive: false, plan: 'basic' });
    expect(await refreshSubscription(me)).toMatchObject({ isActive: true, plan: 'supernoek', state: 'active' });
  });

  test('20 calls at once, in two processes, continue one attempt: one subscription and one secret', async () => {
    const { ctx, me, payments } = await begin();
    payments.delay = () => new Promise((resolve) => setImmediate(resolve));
    const other = createTestCtx({ db: ctx.db, clock: ctx.clock, payments }).as(me.actor);
    const results = await Promise.all(Array.from({ length: 20 }, (_, at) => createSubscription(at % 2 ? me : other)));
    expect(new Set(results.map(({ clientSecret }) => clientSecret)).size).toBe(1);
    expect(payments.subscriptions.size).toBe(1);
    expect(payments.customers.size).toBe(1);
  });

  test('a second subscription is refused while one runs, and can begin once it has ended', async () => {
    const { me, payments, only } = await begin();
    await createSubscription(me);
    for (const status of ['active', 'trialing', 'past_due'] as const) {
      payments.change(only(), { ...paid, status });
      await expect(createSubscription(me)).rejects.toMatchObject({ code: 'ALREADY_SUBSCRIBED' });
    }
    payments.change(only(), { status: 'canceled' });
    const { clientSecret } = await createSubscription(me);
    expect(payments.subscriptions.size).toBe(2);
    expect(clientSecret).not.toBe(`${only()}_secret`);
  });

  test('an attempt that a person left expires; the next one has a key of its own', async () => {
    const { me, payments, only } = await begin();
    const first = await createSubscription(me);
    payments.change(only(), { status: 'incomplete_expired', confirm: null });
    const second = await createSubscription(me);
    expect(second.clientSecret).toBeTruthy();
    expect(second.clientSecret).not.toBe(first.clientSecret);
    expect(await createSubscription(me)).toEqual(second);
  });

  test('a customer that is gone at the service is replaced by another one for the next try', async () => {
    const { me, payments, only } = await begin();
    await createSubscription(me);
    payments.change(only(), { status: 'canceled', confirm: null });
    payments.customers.clear();
    await expect(createSubscription(me)).rejects.toMatchObject({
      code: 'PAYMENTS_UNAVAILABLE',
      message: 'Unable to create subscription. Please try again.',
    });
    expect((await createSubscription(me)).clientSecret).toBeTruthy();
    expect([...payments.customers.keys()]).toEqual([expect.stringMatching(/^cus_.+_\d$/)]);
  });

  test('after any other refusal the customer stays, with its invoices and cards', async () => {
    const { me, payments } = await begin();
    const { createSubscription: works } = payments;
    payments.createSubscription = () => Promise.reject(new PaymentFailure('invalid', 'No such price.'));
    await expect(createSubscription(me)).rejects.toMatchObject({ code: 'PAYMENTS_UNAVAILABLE' });
    payments.createSubscription = works;
    expect((await createSubscription(me)).clientSecret).toBeTruthy();
    expect(payments.calls.filter((name) => name === 'createCustomer')).toHaveLength(1);
  });

  test('[8.49] the service does not answer: a refusal with a sentence, and the same attempt afterwards', async () => {
    const { me, payments } = await begin();
    payments.isDown = true;
    await expect(createSubscription(me)).rejects.toMatchObject({
      code: 'PAYMENTS_UNAVAILABLE',
      message: 'Unable to connect to payment system. Please try again.',
    });
    payments.isDown = false;
    await createSubscription(me);
    expect(payments.subscriptions.size).toBe(1);
  });
});
