import type { SubscriptionStatus } from '@noek/contract/subscription';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { requireOwnSubscription } from './own-subscription.ts';
import { askPayments } from './payment-errors.ts';
import { isCancelling } from './subscription-rules.ts';
import { readStatus } from './subscription-status.ts';
import { syncSubscription } from './sync-subscription.ts';

/**
 * Lets the caller's cancelled subscription renew again, until it has ended. Throws UNAUTHORIZED, BAD_REQUEST if there is nothing to
 * reactivate, RATE_LIMITED and PAYMENTS_UNAVAILABLE.
 */
export async function reactivateSubscription(ctx: Ctx): Promise<SubscriptionStatus> {
  const live = await requireOwnSubscription(ctx);
  if (!isCancelling(live)) throw new AppError('BAD_REQUEST', 'Your subscription is not cancelled.');
  await askPayments(async () => {
    await ctx.payments.setCancelAtPeriodEnd(live.id, false);
    await syncSubscription(ctx, live.userId, { by: 'person' });
  });
  return readStatus(ctx, live.userId);
}
