import { describeOnEngines } from '@noek/db/testing/engines';
import { expect, test } from 'vitest';
import { auditOf, openSubscriptions, paid, storedLevel } from '../../../testing/open-subscriptions.ts';
import { queryPlans } from '../../../testing/query-plans.ts';
import { signedInAs } from '../../../testing/sign-in.ts';
import { createSubscription } from '../create-subscription.ts';
import { refreshSubscription } from '../own-subscription.ts';
import { subscriptionStatus } from '../subscription-status.ts';
import { purgePaymentEvents } from './purge-payment-events.ts';
import { due, reconcile } from './reconcile.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

describeOnEngines('reconcile', (open, engine) => {
  test('finds once a day what no event reported, corrects it and audits it', async () => {
    const { ctx, clock, payments, person } = openSubscriptions(await open());
    const [subscribed, left] = [await person(), await person()];
    payments.change(subscribed.id, paid);
    await reconcile(ctx);
    expect(await storedLevel(ctx, subscribed)).toMatchObject({ accessLevel: 'basic' });
    clock.advance(DAY + 1);
    await reconcile(ctx);
    expect(await storedLevel(ctx, subscribed)).toMatchObject({ accessLevel: 'supernoek' });
    expect(await auditOf(ctx, subscribed)).toEqual(
      expect.arrayContaining([
        ['subscription.changed', { status: ['incomplete', 'active'], by: 'reconcile' }],
        ['user.level-changed', { from: 'basic', to: 'supernoek', by: 'reconcile' }],
      ]),
    );
    payments.change(subscribed.id, { status: 'canceled' });
    clock.advance(DAY + 1);
    await reconcile(ctx);
    expect(await storedLevel(ctx, subscribed)).toMatchObject({ accessLevel: 'basic' });
    expect(await storedLevel(ctx, left)).toMatchObject({ accessLevel: 'basic' });
    expect((await auditOf(ctx, left)).map(([action]) => action)).toEqual(['subscription.changed']);
  });

  test('two processes read each person once, page after page', async () => {
    const { ctx, clock, payments, otherProcess, person } = openSubscriptions(await open());
    const people = engine === 'sqlite' ? 120 : 12;
    for (let n = 0; n < people; n++) await person();
    clock.advance(DAY + 1);
    payments.calls.length = 0;
    payments.delay = () => new Promise((resolve) => setImmediate(resolve));
    await Promise.all([reconcile(ctx), reconcile(otherProcess())]);
    expect(payments.calls.filter((call) => call === 'listSubscriptions')).toHaveLength(people);
    expect(await due(ctx)).toEqual([]);
  });

  test('stops while the service is down, and tries again after an hour', async () => {
    const { ctx, clock, payments, person } = openSubscriptions(await open());
    const who = await person();
    for (let n = 0; n < 8; n++) await person();
    clock.advance(DAY + 1);
    payments.change(who.id, paid);
    payments.isDown = true;
    payments.calls.length = 0;
    await reconcile(ctx);
    const reads = () => payments.calls.filter((name) => name === 'listSubscriptions').length;
    expect(reads()).toBe(5);
    payments.isDown = false;
    await reconcile(ctx);
    expect(reads()).toBe(9);
    clock.advance(HOUR + 1);
    await reconcile(ctx);
    expect(await storedLevel(ctx, who)).toMatchObject({ accessLevel: 'supernoek' });
  });

  test('a sign-in reads the subscription again in the background, but not right after another read', async () => {
    const { ctx, clock, payments, person } = openSubscriptions(await open());
    const who = await person();
    payments.change(who.id, paid);
    const settled = () => ctx.background.settled(10_000);
    await signedInAs(ctx, who.user.id);
    expect(await settled()).toBe(true);
    expect(await storedLevel(ctx, who)).toMatchObject({ accessLevel: 'basic' });
    clock.advance(60_000);
    await signedInAs(ctx, who.user.id);
    expect(await settled()).toBe(true);
    expect(await storedLevel(ctx, who)).toMatchObject({ accessLevel: 'supernoek' });
    payments.isDown = true;
    clock.advance(60_000);
    await signedInAs(ctx, who.user.id);
    expect(await settled()).toBe(true);
    expect(await storedLevel(ctx, who)).toMatchObject({ accessLevel: 'supernoek' });
  });

  test('[4.40] a person who looks at a plan that waits for its payment learns that it was paid even if no event came', async () => {
    const { ctx, clock, payments, otherProcess, person } = openSubscriptions(await open());
    const who = await person();
    const reads = () => payments.calls.filter((call) => call === 'listSubscriptions').length;
    const look = async (me = who.me) => {
      const { state } = await subscriptionStatus(me);
      expect(await me.background.settled(10_000)).toBe(true);
      return state;
    };
    const before = reads();
    payments.change(who.id, paid);
    expect(await look()).toBe('incomplete');
    // It was read a moment ago, when the person began to subscribe.
    expect([await look(), reads()]).toEqual(['incomplete', before]);
    clock.advance(15_001);
    const elsewhere = await signedInAs(otherProcess(), who.user.id);
    await Promise.all([look(), look(), look(elsewhere)]);
    expect([await look(), reads()]).toEqual(['active', before + 1]);
    expect(await storedLevel(ctx, who)).toMatchObject({ accessLevel: 'supernoek' });
    // Later looks read nothing, because no subscription waits for its payment any more.
    clock.advance(15_001);
    expect([await look(), reads()]).toEqual(['active', before + 1]);
  });

  test('while the service is down, a plan that waits for its payment is shown as it is known', async () => {
    const { clock, payments, person } = openSubscriptions(await open());
    const who = await person();
    clock.advance(15_001);
    payments.isDown = true;
    expect(await subscriptionStatus(who.me)).toMatchObject({ state: 'incomplete', plan: 'basic' });
    expect(await who.me.background.settled(10_000)).toBe(true);
  });

  test('a server without payments, or with another service, changes no account by mistake', async () => {
    const { ctx, clock, payments, person, happens } = openSubscriptions(await open());
    const who = await person();
    await happens(who, paid);
    clock.advance(2 * DAY);
    payments.provider = 'none';
    await reconcile(ctx);
    payments.provider = 'sandbox';
    await reconcile(ctx);
    await refreshSubscription(who.me);
    await expect(createSubscription(who.me)).rejects.toMatchObject({ code: 'PAYMENTS_UNAVAILABLE' });
    expect(await storedLevel(ctx, who)).toMatchObject({ accessLevel: 'supernoek' });
    payments.provider = 'stripe';
    await expect(createSubscription(who.me)).rejects.toMatchObject({ code: 'ALREADY_SUBSCRIBED' });
  });

  test('test subscriptions are worth nothing on a server that takes real payments', async () => {
    const { ctx, clock, payments, person, happens } = openSubscriptions(await open());
    const who = await person();
    await happens(who, paid);
    const { paymentCustomers: c } = ctx.db.tables;
    await ctx.db.write((orm) => orm.update(c).set({ provider: 'sandbox', customerId: 'cus_sandbox' }));
    clock.advance(2 * DAY);
    await reconcile(ctx);
    expect(await storedLevel(ctx, who)).toMatchObject({ accessLevel: 'basic' });
    payments.subscriptions.clear();
    expect(await createSubscription(who.me)).toHaveProperty('clientSecret');
    expect(await ctx.db.orm.select({ provider: c.provider }).from(c)).toEqual([{ provider: 'stripe' }]);
  });

  test('ids of deliveries are kept for 30 days', async () => {
    const { ctx, clock, person, happens } = openSubscriptions(await open());
    await happens(await person(), paid);
    const { paymentEvents } = ctx.db.tables;
    clock.advance(30 * DAY);
    await purgePaymentEvents(ctx);
    expect(await ctx.db.orm.select().from(paymentEvents)).toHaveLength(1);
    clock.advance(1);
    await purgePaymentEvents(ctx);
    expect(await ctx.db.orm.select().from(paymentEvents)).toEqual([]);
  });

  if (engine === 'sqlite')
    test('the people whose read is due are found through an index', async () => {
      const { ctx } = openSubscriptions(await open());
      expect(await queryPlans(ctx.db, () => due(ctx))).toEqual([
        'SEARCH payment_customers USING INDEX payment_customers_reconciled (reconciled_at<?)',
      ]);
    });
});
