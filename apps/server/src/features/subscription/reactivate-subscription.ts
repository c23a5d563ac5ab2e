import type { SubscriptionStatus } from '@noek/contract/subscription/schemas';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { readUser } from '../auth/auth.queries.ts';
import { requireOwnSubscription } from './own-subscription.ts';
import { askPayments } from './rules/payment-errors.ts';
import { gives, isCancelling } from './rules/subscription-rules.ts';
import { readStatus } from './subscription-status.ts';
import { syncSubscription } from './sync/sync-subscription.ts';

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
