import { and, eq, notInArray } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { PaymentFailure } from '../../integrations/payments/payments.ts';
import type { AccountPages } from '../auth/account/announce-account.ts';
import { type AccountDependent, DeletionOutdated } from '../auth/account-dependents.ts';
import { type CustomerRow, findCustomer, findOwnCustomer, subscriptionsOf } from './rules/subscription.queries.ts';
import { isLive, levelAfter } from './rules/subscription-rules.ts';
import { syncSubscription } from './sync/sync-subscription.ts';

/** A sign-in does not read the service again within this time, in milliseconds. */
const freshForMs = 60_000;

const notEnded = (cause?: unknown) =>
  new AppError(
    'PAYMENTS_UNAVAILABLE',
    'Your subscription could not be ended, so your account was not deleted. Nothing has changed. Please try again.',
    { cause },
  );

/** What payments do for an account. The rows themselves are deleted with the account, by foreign keys. */
export function subscriptionOfAccount(live: AccountPages): AccountDependent {
  return {
    async afterSignIn(ctx, userId) {
      const customer = await findCustomer(ctx.db, userId);
      const readAt = customer?.reconciledAt?.getTime() ?? 0;
      if (!customer || ctx.now().getTime() - readAt < freshForMs) return;
      await syncSubscription({ ...ctx, live }, userId, { by: 'reconcile' });
    },
    async afterEmailChange(ctx, userId) {
      if (await findOwnCustomer(ctx, userId)) await syncSubscription({ ...ctx, live }, userId, { by: 'person' });
    },
    async paidLevel({ db, now }, userId) {
      return levelAfter({ accessLevel: 'basic', premiumUntil: null }, [], await subscriptionsOf(db, userId), now());
    },
    async beforeDeletion(ctx, userId) {
      const customer = await findCustomer(ctx.db, userId);
      if (!customer) return;
      if (customer.provider !== ctx.payments.provider) {
        // Test subscriptions cost nothing; one at Stripe would be charged forever.
        if (customer.provider === 'stripe' && (await subscriptionsOf(ctx.db, userId)).some(isLive)) throw notEnded();
        return forgetCustomer(ctx, customer);
      }
      try {
        await ctx.payments.deleteCustomer(customer.customerId);
      } catch (error) {
        throw error instanceof PaymentFailure ? notEnded(error) : error;
      }
      await forgetCustomer(ctx, customer);
    },
    deleteAccount({ db }, step, userId) {
      const { paymentCustomers: c, subscriptionDecisions: d } = db.tables;
      const customers = step.add(
        step.orm.delete(c).where(eq(c.userId, userId)).returning({ provider: c.provider, customerId: c.customerId }),
      );
      step.check(() => {
        // The person began to subscribe after the check.
        if (customers.rows.length > 0) throw new DeletionOutdated();
      });
      step.add(step.orm.delete(d).where(eq(d.userId, userId)));
    },
  };
}

/** Records that a customer and its subscriptions no longer exist, so that the rows are right even if the deletion fails afterwards. */
async function forgetCustomer({ db, now }: Pick<Deps, 'db' | 'now'>, { userId, version }: CustomerRow): Promise<void> {
  const { paymentCustomers: c, subscriptions: s, users } = db.tables;
  const [[user], rows] = await Promise.all([
    db.orm.select().from(users).where(eq(users.id, userId)),
    subscriptionsOf(db, userId),
  ]);
  const level = user && levelAfter(user, rows, [], now());
  await db.atomic((step) => {
    step.add(step.orm.delete(c).where(and(eq(c.userId, userId), eq(c.version, version))));
    step.add(
      step.orm
        .update(s)
        .set({ status: 'canceled' })
        .where(and(eq(s.userId, userId), notInArray(s.status, ['canceled', 'incomplete_expired']))),
    );
    if (level) step.add(step.orm.update(users).set(level).where(eq(users.id, userId)));
  });
}
