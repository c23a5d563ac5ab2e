import type { SubscriptionStatus } from '@noek/contract/subscription/schemas';
import type { Ctx } from '../../context.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { readUser } from '../auth/auth.queries.ts';
import { requireSession } from '../auth/session/require-user.ts';
import { subscriptionsOf } from './rules/subscription.queries.ts';
import { currentOf, endOf, gives, isCancelling, isLive, type SubscriptionRow } from './rules/subscription-rules.ts';
import { recheck } from './sync/recheck.ts';

/**
 * The caller's subscription as it was last read from the payment service, and their plan. One that waits for its payment is read again
 * in the background. Throws UNAUTHORIZED.
 */
export async function subscriptionStatus(ctx: Ctx): Promise<SubscriptionStatus> {
  const { user } = requireSession(ctx);
  const status = await readStatus(ctx, user.id);
  if (status.state === 'incomplete') recheck(ctx, user.id);
  return status;
}

/** The same for a person, as it is now. Throws UNAUTHORIZED for a deleted account. */
export async function readStatus(
  { db, now, payments }: Pick<Deps, 'db' | 'now' | 'payments'>,
  userId: string,
): Promise<SubscriptionStatus> {
  const at = now();
  const [user, subscriptions] = await Promise.all([readUser(db, userId, at), subscriptionsOf(db, userId)]);
  if (!user) throw new AppError('UNAUTHORIZED', 'Please sign in first.');
  const current = currentOf(subscriptions);
  const live = current && isLive(current) ? current : null;
  return {
    isActive: live !== null && gives(live, at) && user.accessLevel !== 'basic',
    plan: user.accessLevel === 'basic' ? 'basic' : 'supernoek',
    cancelAtPeriodEnd: live !== null && isCancelling(live),
    currentPeriodEnd: live && dateOf(live).toISOString(),
    state: stateOf(current, at),
    problem: live && problemOf(live, user.accessLevel === 'basic' && gives(live, at)),
    card: live?.cardBrand && live.cardLast4 ? { brand: live.cardBrand, last4: live.cardLast4 } : null,
    provider: payments.provider,
  };
}

/** When it renews or ends; while a renewal is unpaid, the end of what is paid. */
function dateOf(live: SubscriptionRow): Date {
  if (live.status === 'past_due') return live.paidUntil ?? live.currentPeriodEnd;
  return endOf(live) ?? live.currentPeriodEnd;
}

function stateOf(current: SubscriptionRow | null, now: Date): SubscriptionStatus['state'] {
  if (!current) return 'none';
  const { status } = current;
  if (status === 'incomplete') return status;
  if (status !== 'trialing' && status !== 'active' && status !== 'past_due') return 'ended';
  const end = endOf(current);
  return end && end <= now ? 'ended' : status;
}

function problemOf({ disputed, status }: SubscriptionRow, isLowered: boolean): SubscriptionStatus['problem'] {
  if (disputed) return 'disputed';
  if (isLowered) return 'lowered';
  return status === 'past_due' ? 'payment-failed' : null;
}
