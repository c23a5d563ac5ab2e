import { describeOnEngines } from '@noek/db/testing/engines';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openSubscriptions, paid, signed } from '../../testing/open-subscriptions.ts';
import { password } from '../../testing/sign-in.ts';
import { deleteAccount } from '../auth/account/delete-account.ts';
import { changeEmail } from '../auth/email/change-email.ts';
import { createSubscription } from './create-subscription.ts';
import { receiveWebhook } from './keeping/receive-webhook.ts';

describeOnEngines('the subscription of an account', (open) => {
  const begin = async () => {
    const world = openSubscriptions(await open());
    const who = await world.person();
    await world.happens(who, paid);
    const { users } = world.ctx.db.tables;
    const exists = async () =>
      (await world.ctx.db.orm.select().from(users).where(eq(users.id, who.user.id))).length === 1;
    return { ...world, who, exists };
  };

  test('ends at the service, with the customer and the cards, before the account is deleted', async () => {
    const { ctx, payments, who, exists } = await begin();
    await deleteAccount(who.me);
    expect(await exists()).toBe(false);
    expect(payments.customers.size).toBe(0);
    expect(payments.subscriptions.get(who.id)?.status).toBe('canceled');
    const late = signed({ id: 'evt_late', type: 'customer.subscription.deleted', customerId: who.customerId });
    expect(await receiveWebhook(ctx, late)).toEqual({ received: true });
    const { paymentCustomers, subscriptions } = ctx.db.tables;
    expect(await ctx.db.orm.select().from(paymentCustomers)).toEqual([]);
    expect(await ctx.db.orm.select().from(subscriptions)).toEqual([]);
  });

  test('cannot be ended: the account stays as it is, and the person is told so', async () => {
    const { payments, who, exists } = await begin();
    payments.isDown = true;
    await expect(deleteAccount(who.me)).rejects.toMatchObject({
      code: 'PAYMENTS_UNAVAILABLE',
      message: expect.stringMatching(/could not be ended.*Nothing has changed/),
    });
    expect(await exists()).toBe(true);
    payments.isDown = false;
    await deleteAccount(who.me);
    expect(await exists()).toBe(false);
  });

  test('a subscription at Stripe keeps the account while the server has no keys; a test subscription does not', async () => {
    const { ctx, payments, who, exists } = await begin();
    payments.provider = 'none';
    await expect(deleteAccount(who.me)).rejects.toMatchObject({ code: 'PAYMENTS_UNAVAILABLE' });
    expect(await exists()).toBe(true);
    const { paymentCustomers: c } = ctx.db.tables;
    await ctx.db.write((orm) => orm.update(c).set({ provider: 'sandbox' }));
    await deleteAccount(who.me);
    expect(await exists()).toBe(false);
  });

  test('an account without payments is deleted without asking the service', async () => {
    const { ctx, payments, exists, who } = await begin();
    await ctx.db.write((orm) => orm.delete(ctx.db.tables.paymentCustomers));
    payments.isDown = true;
    await deleteAccount(who.me);
    expect(await exists()).toBe(false);
  });

  test('a changed address is passed on to the customer; if that fails, the next read does it', async () => {
    const { ctx, payments, who, happens } = await begin();
    const email = async (newEmail: string) => {
      await changeEmail(who.me, { newEmail, password });
      expect(await ctx.background.settled(10_000)).toBe(true);
      return payments.customers.get(who.customerId);
    };
    expect(await email('new@people.example')).toBe('new@people.example');
    payments.isDown = true;
    expect(await email('newer@people.example')).toBe('new@people.example');
    payments.isDown = false;
    await happens(who, {});
    expect(payments.customers.get(who.customerId)).toBe('newer@people.example');
  });

  test('a deletion while the person subscribes leaves no subscription that could be paid', async () => {
    const { payments, person } = openSubscriptions(await open());
    const who = await person();
    payments.delay = () => new Promise((resolve) => setImmediate(resolve));
    const [deleted, ...attempts] = await Promise.allSettled([
      deleteAccount(who.me),
      ...Array.from({ length: 5 }, () => createSubscription(who.me)),
    ]);
    expect(deleted).toMatchObject({ status: 'fulfilled' });
    for (const attempt of attempts) if (attempt.status === 'rejected') expect(attempt.reason).toHaveProperty('code');
    expect(payments.customers.size).toBe(0);
    const unpaid = [...payments.subscriptions.values()].filter(({ status }) => status !== 'canceled');
    expect(unpaid).toEqual([]);
  });
});
