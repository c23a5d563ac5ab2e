import type { SandboxConfirmInput, SubscriptionStatus } from '@noek/contract/subscription/schemas';
import type { Ctx } from '../../context.ts';
import { AppError, notFound } from '../../errors.ts';
import { limit } from '../auth/limits/auth-limits.ts';
import { requireSession } from '../auth/session/require-user.ts';
import { askPayments } from './rules/payment-errors.ts';
import { findOwnCustomer } from './rules/subscription.queries.ts';
import { readStatus } from './subscription-status.ts';
import { syncSubscription } from './sync/sync-subscription.ts';

/**
 * Confirms a payment or a card change of the caller with a test card, as Stripe's form does it in the browser. Throws UNAUTHORIZED, NOT_FOUND
 * unless payments are test payments, BAD_REQUEST for a secret that is not the caller's, PAYMENT_DECLINED (with
 * `authenticationRequired: true` until the bank's question is answered) and RATE_LIMITED.
 */
export async function confirmSandbox(ctx: Ctx, input: SandboxConfirmInput): Promise<SubscriptionStatus> {
  const { user } = requireSession(ctx);
  const { sandbox } = ctx.payments;
  if (!sandbox) throw notFound('This server has no test payments.');
  await limit(ctx, 'cardUser', user.id);
  const customer = await findOwnCustomer(ctx, user.id);
  if (!customer) throw new AppError('BAD_REQUEST', 'This payment does not exist.');
  await askPayments(async () => {
    await sandbox.confirm({ ...input, customerId: customer.customerId });
    await syncSubscription(ctx, user.id, { by: 'person' });
  });
  return readStatus(ctx, user.id);
}
