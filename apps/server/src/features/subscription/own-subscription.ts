import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { limit } from '../auth/limits/auth-limits.ts';
import { requireSession } from '../auth/session/require-user.ts';
import { requirePayments } from './rules/require-payments.ts';
import { subscriptionsOf } from './rules/subscription.queries.ts';
import { isLive, type SubscriptionRow } from './rules/subscription-rules.ts';

/**
 * The caller's running subscription, for a call that asks the payment service. Throws UNAUTHORIZED, RATE_LIMITED, PAYMENTS_UNAVAILABLE, and
 * BAD_REQUEST without one.
 */
export async function requireOwnSubscription(ctx: Ctx): Promise<SubscriptionRow> {
  const { user } = requireSession(ctx);
  await limit(ctx, 'paymentsUser', user.id);
  requirePayments(ctx);
  const live = (await subscriptionsOf(ctx.db, user.id)).find(isLive);
  if (!live) throw new AppError('BAD_REQUEST', 'You have no SuperNoek subscription.');
  return live;
}
