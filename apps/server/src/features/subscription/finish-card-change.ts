import type { FinishCardChangeInput, SubscriptionStatus } from '@noek/contract/subscription/schemas';
import type { Ctx } from '../../context.ts';
import { limit } from '../auth/limits/auth-limits.ts';
import { requireOwnSubscription } from './own-subscription.ts';
import { askPayments } from './rules/payment-errors.ts';
import { readStatus } from './subscription-status.ts';
import { syncSubscription } from './sync/sync-subscription.ts';

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
