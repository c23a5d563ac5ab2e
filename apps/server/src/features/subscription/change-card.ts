import type { Ctx } from '../../context.ts';
import { requireOwnSubscription } from './own-subscription.ts';
import { askPayments } from './rules/payment-errors.ts';

/**
 * Begins to change the card that pays. The browser confirms the secret, which is a setup; then `finishCardChange` uses the card. Throws
 * UNAUTHORIZED, BAD_REQUEST without a subscription, RATE_LIMITED and PAYMENTS_UNAVAILABLE.
 */
export async function changeCard(ctx: Ctx): Promise<{ clientSecret: string }> {
  const { customerId } = await requireOwnSubscription(ctx);
  return askPayments(() => ctx.payments.startCardChange(customerId));
}
