import { describeOnEngines } from '@noek/db/testing/engines';
import { eq } from 'drizzle-orm';
import { expect, inject, test } from 'vitest';
import type { PaidSubscription } from '../../../integrations/payments/payments.ts';
import {
  auditOf,
  openSubscriptions,
  paid,
  type Subscriber,
  signed,
  storedLevel,
} from '../../../testing/open-subscriptions.ts';
import { allMails } from '../../../testing/read-outbox.ts';
import type { FakePayments } from '../../../testing/stand-ins/fake-payments.ts';
import { subscriptionsOf } from '../rules/subscription.queries.ts';
import { subscriptionStatus } from '../subscription-status.ts';
import { receiveWebhook } from './receive-webhook.ts';

const DAY = 24 * 60 * 60 * 1000;

/** The same numbers in every run. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Holds the next call of the service once its answer is ready. */
function holdNextAnswer(payments: FakePayments) {
  const held = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  let delays = 0;
  payments.delay = async () => {
    if (++delays !== 2) return;
    held.resolve();
    await released.promise;
  };
  return { isHeld: held.promise, release: released.resolve };
}

describeOnEngines('deliveries', (open, engine) => {
  const total = engine === 'sqlite' ? (inject('isThorough') ? 10_000 : 2_000) : 800;
  const atOnce = engine === 'sqlite' ? 50 : 8;

  test(`${total} shuffled, repeated, forged and foreign deliveries in two processes leave the right state, and nothing happens twice`, async () => {
    const { ctx, payments, otherProcess, person } = openSubscriptions(await open());
    const other = otherProcess();
    const random = randomNumbers(42);
    const people: Subscriber[] = [];
    for (let n = 0; n < 8; n++) people.push(await person({ name: `Person ${n}` }));
    const last = people.length - 1;
    const admin = people[last] as Subscriber;
    await ctx.db.write((orm) =>
      orm.update(ctx.db.tables.users).set({ accessLevel: 'admin' }).where(eq(ctx.db.tables.users.id, admin.user.id)),
    );

    // Each person's subscription goes through its life while deliveries arrive.
    const ends: Partial<PaidSubscription>[] = [
      paid,
      { ...paid, status: 'past_due' },
      { ...paid, status: 'canceled' },
      { ...paid, cancelAtPeriodEnd: true, cancelAt: new Date(ctx.now().getTime() + 5 * DAY) },
      { ...paid, refunded: true },
      { ...paid, disputed: true },
      { status: 'incomplete_expired', confirm: null },
      { ...paid, status: 'canceled' },
    ];
    const levels = ['supernoek', 'supernoek', 'basic', 'supernoek', 'basic', 'basic', 'basic', 'admin'];

    const outcomes = { accepted: 0, refused: 0 };
    const deliver = async (n: number) => {
      const at = random(people.length);
      const { customerId, id } = people[at] as Subscriber;
      const kind = random(20);
      // Every third delivery repeats one of the last hundred.
      const number = n % 3 === 0 ? Math.max(0, n - random(100)) : n;
      const event = {
        id: `evt_${number}`,
        type: ['invoice.paid', 'customer.subscription.updated', 'charge.dispute.created'][random(3)] ?? '',
        customerId: kind === 0 ? 'cus_somebody' : customerId,
        subscriptionId: id,
      };
      const delivery = signed(event);
      const forged = kind === 1 ? { ...delivery, signature: 'forged' } : delivery;
      await receiveWebhook(n % 2 ? ctx : other, forged).then(
        () => outcomes.accepted++,
        (error) => {
          expect(error).toMatchObject({ code: 'BAD_REQUEST' });
          outcomes.refused++;
        },
      );
    };
    // Reads and answers of the service come in another order than the deliveries.
    payments.delay = async () => {
      for (let turns = random(3); turns > 0; turns--) await new Promise((resolve) => setImmediate(resolve));
    };
    const changeAt = new Map(people.map((_, at) => [Math.floor((total * (at + 1)) / 20), at] as const));
    const paidAt = new Map(people.slice(0, 6).map((_, at) => [Math.floor((total * (at + 0.5)) / 40), at] as const));
    for (let n = 0; n < total; n += atOnce) {
      const batch = Array.from({ length: Math.min(atOnce, total - n) }, (_, i) => n + i);
      await Promise.all(
        batch.map((one) => {
          const pays = paidAt.get(one);
          const changes = changeAt.get(one);
          if (pays !== undefined) payments.change(people[pays]?.id ?? '', paid);
          if (changes !== undefined) payments.change(people[changes]?.id ?? '', ends[changes] ?? {});
          return deliver(one);
        }),
      );
    }
    // The service delivers the last change of every person once more.
    for (const [at, { customerId }] of people.entries())
      await receiveWebhook(ctx, signed({ id: `evt_last_${at}`, type: 'invoice.paid', customerId }));

    expect(outcomes.refused).toBeGreaterThan(total / 40);
    expect(outcomes.accepted + outcomes.refused).toBe(total);
    for (const [at, who] of people.entries()) {
      const [row] = await subscriptionsOf(ctx.db, who.user.id);
      const service = payments.subscriptions.get(who.id);
      expect(row).toMatchObject({
        status: service?.status,
        cancelAt: service?.cancelAt,
        refunded: service?.refunded,
        disputed: service?.disputed,
      });
      expect((await storedLevel(ctx, who))?.accessLevel).toBe(levels[at]);
      const changes = (await auditOf(ctx, who)).filter(([action]) => action === 'user.level-changed');
      const froms = changes.map(([, { from, to }]) => `${from}→${to}`);
      // The level rises once if it was paid, and falls once if it ended.
      expect(froms.filter((change) => change === 'basic→supernoek').length).toBeLessThanOrEqual(1);
      expect(froms).toHaveLength(new Set(froms).size);
    }
    expect(payments.subscriptions.get(people[4]?.id ?? '')?.status).toBe('canceled');
    const mails = (await allMails(ctx.db)).map(({ kind, recipient }) => `${kind} ${recipient}`);
    expect(mails).toHaveLength(new Set(mails).size);
    expect(mails.map((mail) => mail.split(' ')[0]).sort()).toEqual([
      'payment-disputed',
      'payment-failed',
      'subscription-ended',
      'subscription-refunded',
    ]);
    const { paymentEvents } = ctx.db.tables;
    const events = await ctx.db.orm.select({ id: paymentEvents.id }).from(paymentEvents);
    expect(events.length).toBe(new Set(events.map(({ id }) => id)).size);
  }, 180_000);

  test('an older read never replaces a newer state, not even between processes', async () => {
    const { ctx, payments, otherProcess, person, happens } = openSubscriptions(await open());
    // Their level never changes, so only the order of the reads matters.
    const who = await person({ accessLevel: 'admin' });
    await happens(who, paid);
    const read = holdNextAnswer(payments);
    payments.change(who.id, { status: 'past_due' });
    const old = receiveWebhook(
      otherProcess(),
      signed({ id: 'evt_old', type: 'invoice.paid', customerId: who.customerId }),
    );
    await read.isHeld;
    await happens(who, { status: 'canceled' });
    read.release();
    await old;
    expect(await subscriptionStatus(who.me)).toMatchObject({ state: 'ended' });
    expect((await allMails(ctx.db)).map(({ kind }) => kind)).toEqual(['subscription-ended']);
  });

  test('two processes that read the same change write one effect', async () => {
    const { ctx, payments, otherProcess, person, happens } = openSubscriptions(await open());
    const who = await person({ accessLevel: 'admin' });
    await happens(who, paid);
    const read = holdNextAnswer(payments);
    payments.change(who.id, { status: 'past_due' });
    const event = (id: string) => signed({ id, type: 'invoice.payment_failed', customerId: who.customerId });
    const first = receiveWebhook(otherProcess(), event('evt_1'));
    await read.isHeld;
    await receiveWebhook(ctx, event('evt_2'));
    read.release();
    await first;
    expect((await allMails(ctx.db)).map(({ kind }) => kind)).toEqual(['payment-failed']);
    const changes = (await auditOf(ctx, who)).filter(([, { status }]) => String(status) === 'active,past_due');
    expect(changes).toHaveLength(1);
  });

  test('a repeated delivery is not even read again, and one that failed takes effect when it is delivered again', async () => {
    const { ctx, payments, person } = openSubscriptions(await open());
    const who = await person();
    payments.change(who.id, paid);
    const delivery = signed({ id: 'evt_1', type: 'invoice.paid', customerId: who.customerId });
    payments.isDown = true;
    await expect(receiveWebhook(ctx, delivery)).rejects.toMatchObject({ code: 'PAYMENTS_UNAVAILABLE' });
    expect((await storedLevel(ctx, who))?.accessLevel).toBe('basic');
    payments.isDown = false;
    expect(await receiveWebhook(ctx, delivery)).toEqual({ received: true });
    expect((await storedLevel(ctx, who))?.accessLevel).toBe('supernoek');
    const calls = payments.calls.length;
    expect(await receiveWebhook(ctx, delivery)).toEqual({ received: true });
    expect(payments.calls).toHaveLength(calls);
  });

  test('unsigned events are refused; events about strangers and irrelevant ones change nothing', async () => {
    const { ctx, payments, person } = openSubscriptions(await open());
    const who = await person();
    payments.change(who.id, paid);
    const { customerId } = who;
    const delivery = signed({ id: 'evt_1', type: 'invoice.paid', customerId });
    for (const signature of [null, '', 'forged'])
      await expect(receiveWebhook(ctx, { ...delivery, signature })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    const ignored = [
      signed({ id: 'evt_2', type: 'invoice.paid', customerId: 'cus_somebody' }),
      signed({ id: 'evt_3', type: 'invoice.paid', customerId: null, subscriptionId: 'sub_unknown' }),
      signed({ id: 'evt_4', type: 'product.created', customerId }),
      signed({ id: 'evt_5', type: 'invoice.paid', customerId: null }),
    ];
    for (const one of ignored) expect(await receiveWebhook(ctx, one)).toEqual({ received: true });
    expect((await storedLevel(ctx, who))?.accessLevel).toBe('basic');
    expect(await ctx.db.orm.select().from(ctx.db.tables.paymentEvents)).toEqual([]);
    await receiveWebhook(ctx, signed({ id: 'evt_6', type: 'invoice.paid', customerId: null, subscriptionId: who.id }));
    expect((await storedLevel(ctx, who))?.accessLevel).toBe('supernoek');
  });

  test('the effect and the id of the event are written together or not at all', async () => {
    const { ctx, payments, person } = openSubscriptions(await open());
    const who = await person();
    payments.change(who.id, paid);
    const failing = {
      ...ctx,
      db: {
        ...ctx.db,
        atomic: ((build) =>
          ctx.db.atomic((step) => {
            const result = build(step);
            step.check(() => {
              throw new Error('the disk is full');
            });
            return result;
          })) as typeof ctx.db.atomic,
      },
    };
    const delivery = signed({ id: 'evt_1', type: 'invoice.paid', customerId: who.customerId });
    await expect(receiveWebhook(failing, delivery)).rejects.toThrow('the disk is full');
    expect(await ctx.db.orm.select().from(ctx.db.tables.paymentEvents)).toEqual([]);
    expect(await storedLevel(ctx, who)).toMatchObject({ accessLevel: 'basic' });
    await receiveWebhook(ctx, delivery);
    expect(await storedLevel(ctx, who)).toMatchObject({ accessLevel: 'supernoek' });
  });
});
