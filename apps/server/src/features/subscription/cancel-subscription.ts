import type { SubscriptionStatus } from '@noek/contract/subscription/schemas';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { requireOwnSubscription } from './own-subscription.ts';
import { askPayments } from './rules/payment-errors.ts';
import { isCancelling } from './rules/subscription-rules.ts';
import { readStatus } from './subscription-status.ts';
import { syncSubscription } from './sync/sync-subscription.ts';

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
