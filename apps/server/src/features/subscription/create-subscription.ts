import type { CreateSubscriptionResult } from '@noek/contract/subscription/schemas';
import { isForeignKeyViolation, isUniqueViolation } from '@noek/db/database';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { type PaidSubscription, PaymentFailure } from '../../integrations/payments/payments.ts';
import { limit } from '../auth/limits/auth-limits.ts';
import { requireSession } from '../auth/session/require-user.ts';
import { askPayments, paymentsUnavailable } from './rules/payment-errors.ts';
import { requirePayments } from './rules/require-payments.ts';
import { type CustomerRow, findCustomer, isOurs } from './rules/subscription.queries.ts';
import { isCancelling, isEnded, isLive } from './rules/subscription-rules.ts';
import { type Synced, syncSubscription } from './sync/sync-subscription.ts';

/** How often a call looks again for what it or another call has just created. */
const maxRounds = 4;

/**
 * Begins to subscribe: returns the secret that the browser confirms with a card. An attempt that waits for its payment is continued,
 * however many calls come at once; a new one begins when the last has ended. It gives nothing before the payment. Throws UNAUTHORIZED,
 * ALREADY_SUBSCRIBED, RATE_LIMITED and PAYMENTS_UNAVAILABLE.
 */
export async function createSubscription(ctx: Ctx): Promise<CreateSubscriptionResult> {
  const { user } = requireSession(ctx);
  await limit(ctx, 'paymentsUser', user.id);
  requirePayments(ctx);
  return askPayments(async () => {
    await ensureCustomer(ctx, user.id);
    for (let round = 1; round <= maxRounds; round++) {
      const synced = await syncSubscription(ctx, user.id, { by: 'person' });
      if (!synced) throw signedOut();
      const result = resultOf(synced.subscriptions, round);
      if (result) return result;
      await begin(ctx, synced);
    }
    throw paymentsUnavailable();
  });
}

/** The result, if there is a subscription already; null if one has to be created. */
function resultOf(all: readonly PaidSubscription[], round: number): CreateSubscriptionResult | null {
  const live = all.find(isLive);
  // The first payment may be zero; then there is nothing to confirm.
  if (live && round > 1) return { message: 'Your subscription is active.' };
  if (live) throw alreadySubscribed(live);
  const waiting = all.find(({ status }) => status === 'incomplete');
  if (!waiting) return null;
  if (!waiting.confirm) return { message: 'Your payment is being processed. This can take a moment.' };
  return { clientSecret: waiting.confirm.clientSecret, intent: waiting.confirm.kind };
}

/** Creates the subscription of this attempt. Parallel calls name the same attempt, so the service creates one. */
async function begin(ctx: Ctx, { customer, subscriptions }: Synced): Promise<void> {
  const { customerId, userId, attempt } = customer;
  for (const { id } of subscriptions.filter((one) => !isEnded(one))) await ctx.payments.endSubscription(id);
  try {
    await ctx.payments.createSubscription({ customerId, userId, attempt });
  } catch (error) {
    if (!(error instanceof PaymentFailure) || error.kind !== 'invalid') throw error;
    await beginAgain(ctx, customer);
    ctx.log.error({ err: error }, 'the payment service refused a subscription');
    throw new AppError('PAYMENTS_UNAVAILABLE', 'Unable to create subscription. Please try again.', { cause: error });
  }
}

/** The service refuses the same request again, so the next call makes another one; with another customer if this one is gone. */
async function beginAgain(ctx: Ctx, customer: CustomerRow): Promise<void> {
  const { userId, version, email, customerId } = customer;
  const { paymentCustomers: c } = ctx.db.tables;
  const attempt = customer.attempt + 1;
  // Invoices and cards belong to the customer, so one that is still there is kept.
  const renewed = (await isGone(ctx, customer))
    ? await ctx.payments.createCustomer({ userId, email, attempt })
    : customerId;
  await ctx.db.write((orm) =>
    orm
      .update(c)
      .set({ attempt, version: version + 1, customerId: renewed })
      .where(and(eq(c.userId, userId), eq(c.version, version))),
  );
  await deleteUnlessKnown(ctx, userId, renewed);
}

/** Deletes a customer at the service that is not the person's: another call was faster, or the account is being deleted. */
async function deleteUnlessKnown(ctx: Ctx, userId: string, customerId: string): Promise<void> {
  const known = await findCustomer(ctx.db, userId);
  if (known?.customerId !== customerId) await ctx.payments.deleteCustomer(customerId);
}

/** Whether the service does not have the customer any more: an operator has deleted it, or a deletion of the account began. */
async function isGone(ctx: Ctx, { customerId, email }: CustomerRow): Promise<boolean> {
  try {
    await ctx.payments.changeEmail(customerId, email);
    return false;
  } catch (error) {
    if (error instanceof PaymentFailure && error.kind === 'invalid') return true;
    throw error;
  }
}

/** Creates the customer of a person, once: parallel calls get the same one from the service. */
async function ensureCustomer(ctx: Ctx, userId: string): Promise<void> {
  const { paymentCustomers, users } = ctx.db.tables;
  const known = await findCustomer(ctx.db, userId);
  const { provider } = ctx.payments;
  if (provider === 'none' || known?.provider === provider) return;
  // Test payments must not replace a customer who may be paying at Stripe.
  if (known && !isOurs(known, ctx.payments)) throw paymentsUnavailable();
  const [user] = await ctx.db.orm
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)));
  if (!user) throw signedOut();
  const customerId = await ctx.payments.createCustomer({ userId, email: user.email, attempt: 1 });
  const fresh = { customerId, provider, email: user.email };
  try {
    await ctx.db.atomic((step) => {
      // The deletion of an account takes the same lock, so it either sees and ends this customer or has already removed the account.
      step.must(
        step.orm
          .update(users)
          .set({ signedInAt: users.signedInAt as never })
          .where(and(eq(users.id, userId), isNull(users.deletedAt)))
          .returning({ id: users.id }),
        signedOut,
      );
      step.add(
        step.orm
          .insert(paymentCustomers)
          .values({ userId, ...fresh, reconciledAt: ctx.now(), createdAt: ctx.now() })
          .onConflictDoUpdate({
            target: paymentCustomers.userId,
            set: { ...fresh, attempt: 1, version: sql`${paymentCustomers.version} + 1` },
            setWhere: sql`${paymentCustomers.provider} <> ${provider}`,
          }),
      );
    });
  } catch (error) {
    if (isForeignKeyViolation(error) || error instanceof AppError) {
      // The account was deleted in the meantime.
      await ctx.payments.deleteCustomer(customerId);
      throw signedOut();
    }
    // When two calls run at the same time, PostgreSQL may refuse one because of the customer's id, which the conflict clause does not name.
    if (!isUniqueViolation(error)) throw error;
  }
  await deleteUnlessKnown(ctx, userId, customerId);
}

function alreadySubscribed(live: PaidSubscription): AppError {
  const hint = isCancelling(live)
    ? ' It is cancelled; reactivate it to keep it.'
    : live.status === 'past_due'
      ? ' Its last payment failed; update your card.'
      : '';
  return new AppError('ALREADY_SUBSCRIBED', `You already have a SuperNoek subscription.${hint}`);
}

const signedOut = () => new AppError('UNAUTHORIZED', 'Please sign in first.');
