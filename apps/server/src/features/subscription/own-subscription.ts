import type { FinishCardChangeInput, Invoice, SubscriptionStatus } from '@noek/contract/subscription/schemas';
import type { Ctx } from '../../context.ts';
import { AppError, notFound } from '../../errors.ts';
import { readUser } from '../auth/auth.queries.ts';
import { limit } from '../auth/limits/auth-limits.ts';
import { requireSession } from '../auth/session/require-user.ts';
import { askPayments } from './rules/payment-errors.ts';
import { requirePayments } from './rules/require-payments.ts';
import { findOwnCustomer, subscriptionsOf } from './rules/subscription.queries.ts';
import { gives, isCancelling, isLive, type SubscriptionRow } from './rules/subscription-rules.ts';
import { readStatus } from './subscription-status.ts';
import { syncSubscription } from './sync/sync-subscription.ts';

/**
 * The caller's running subscription, for a call that asks the payment service. Throws UNAUTHORIZED, RATE_LIMITED, PAYMENTS_UNAVAILABLE, and
 * BAD_REQUEST without one.
 */
async function requireOwnSubscription(ctx: Ctx): Promise<SubscriptionRow> {
  const { user } = requireSession(ctx);
  await limit(ctx, 'paymentsUser', user.id);
  requirePayments(ctx);
  const live = (await subscriptionsOf(ctx.db, user.id)).find(isLive);
  if (!live) throw new AppError('BAD_REQUEST', 'You have no SuperNoek subscription.');
  return live;
}

/**
 * Reads the caller's own subscription from the payment service again, for a page that is shown after a payment. Throws UNAUTHORIZED,
 * RATE_LIMITED and PAYMENTS_UNAVAILABLE.
 */
export async function refreshSubscription(ctx: Ctx): Promise<SubscriptionStatus> {
  const { user } = requireSession(ctx);
  await limit(ctx, 'paymentsUser', user.id);
  await askPayments(() => syncSubscription(ctx, user.id, { by: 'person' }));
  return readStatus(ctx, user.id);
}

/**
 * Lets the caller's subscription end with the paid period; until then nothing changes. While a renewal is unpaid, it ends now. Throws
 * UNAUTHORIZED, BAD_REQUEST if there is nothing to cancel, RATE_LIMITED and PAYMENTS_UNAVAILABLE.
 */
export async function cancelSubscription(ctx: Ctx): Promise<SubscriptionStatus> {
  const live = await requireOwnSubscription(ctx);
  if (isCancelling(live)) throw new AppError('BAD_REQUEST', 'Your subscription is already cancelled.');
  await askPayments(async () => {
    // The paid period has already ended. Otherwise the service would still try to charge the next month.
    if (live.status === 'past_due') await ctx.payments.endSubscription(live.id);
    else await ctx.payments.setCancelAtPeriodEnd(live.id, true);
    await syncSubscription(ctx, live.userId, { by: 'person' });
  });
  return readStatus(ctx, live.userId);
}

/**
 * Lets the caller's cancelled subscription renew again, until it has ended. Throws UNAUTHORIZED, BAD_REQUEST if there is nothing to
 * reactivate or an administrator has set them to Basic, RATE_LIMITED and PAYMENTS_UNAVAILABLE.
 */
export async function reactivateSubscription(ctx: Ctx): Promise<SubscriptionStatus> {
  const live = await requireOwnSubscription(ctx);
  const user = await readUser(ctx.db, live.userId, ctx.now());
  if (user?.accessLevel === 'basic' && gives(live, ctx.now())) throw lowered();
  if (!isCancelling(live)) throw new AppError('BAD_REQUEST', 'Your subscription is not cancelled.');
  await askPayments(async () => {
    await ctx.payments.setCancelAtPeriodEnd(live.id, false);
    await syncSubscription(ctx, live.userId, { by: 'person' });
  });
  return readStatus(ctx, live.userId);
}

const lowered = () =>
  new AppError(
    'BAD_REQUEST',
    'An administrator set your account to Basic, so this subscription would pay for nothing. You can subscribe again when it has ended.',
  );

/**
 * Begins to change the card that pays. The browser confirms the secret, which is a setup; then `finishCardChange` uses the card. Throws
 * UNAUTHORIZED, BAD_REQUEST without a subscription, RATE_LIMITED and PAYMENTS_UNAVAILABLE.
 */
export async function changeCard(ctx: Ctx): Promise<{ clientSecret: string }> {
  const { customerId } = await requireOwnSubscription(ctx);
  return askPayments(() => ctx.payments.startCardChange(customerId));
}

/**
 * Makes the card of a confirmed setup the one that pays, and pays an open invoice with it. If that payment fails, the card is kept.
 * Throws UNAUTHORIZED, BAD_REQUEST without a subscription and for a setup that is not confirmed or not the caller's,
 * PAYMENT_DECLINED, RATE_LIMITED and PAYMENTS_UNAVAILABLE.
 */
export async function finishCardChange(ctx: Ctx, { setupId }: FinishCardChangeInput): Promise<SubscriptionStatus> {
  const { id: subscriptionId, customerId, userId } = await requireOwnSubscription(ctx);
  await limit(ctx, 'cardUser', userId);
  await askPayments(async () => {
    try {
      await ctx.payments.finishCardChange({ customerId, subscriptionId, setupId });
    } finally {
      await syncSubscription(ctx, userId, { by: 'person' });
    }
  });
  return readStatus(ctx, userId);
}

/** The caller's invoices, newest first, at most 100. Throws UNAUTHORIZED, RATE_LIMITED and PAYMENTS_UNAVAILABLE. */
export async function listInvoices(ctx: Ctx): Promise<Invoice[]> {
  const { user } = requireSession(ctx);
  await limit(ctx, 'paymentsUser', user.id);
  const customer = await findOwnCustomer(ctx, user.id);
  if (!customer) return [];
  const invoices = await askPayments(() => ctx.payments.invoices(customer.customerId));
  return invoices.map(({ paidAt: _, period: __, ...invoice }) => ({
    ...invoice,
    createdAt: invoice.createdAt.toISOString(),
  }));
}

export const invoiceNotFound = () => notFound('This invoice does not exist.');

/** The page of one of the caller's invoices of the test payments, as HTML. Throws UNAUTHORIZED, NOT_FOUND and RATE_LIMITED. */
export async function readInvoicePage(ctx: Ctx, { id }: { id: string }): Promise<string> {
  const { user } = requireSession(ctx);
  await limit(ctx, 'paymentsUser', user.id);
  const customer = await findOwnCustomer(ctx, user.id);
  const { sandbox } = ctx.payments;
  if (!customer || !sandbox) throw invoiceNotFound();
  const page = await askPayments(() => sandbox.invoicePage(id, customer.customerId));
  if (page === null) throw invoiceNotFound();
  return page;
}
