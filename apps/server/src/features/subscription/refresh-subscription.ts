import type { SubscriptionStatus } from '@noek/contract/subscription/schemas';
import type { Ctx } from '../../context.ts';
import { limit } from '../auth/limits/auth-limits.ts';
import { requireSession } from '../auth/session/require-user.ts';
import { askPayments } from './rules/payment-errors.ts';
import { readStatus } from './subscription-status.ts';
import { syncSubscription } from './sync/sync-subscription.ts';

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
