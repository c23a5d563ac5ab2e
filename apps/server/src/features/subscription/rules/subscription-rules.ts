import type { SubscriptionDecision } from '@noek/contract/admin/schemas';
import type { Tables } from '@noek/db/tables';
import type { PaidSubscription, SubscriptionStatusName } from '../../../integrations/payments/payments.ts';
import type { StoredLevel } from '../../auth/account-dependents.ts';

export type SubscriptionRow = Tables['subscriptions']['$inferSelect'];

/** What an administrator decided about the subscription of a person who pays. */
export type Decided = { decision: SubscriptionDecision; reason: string | null; row: SubscriptionRow };

/** What decides about access. Rows of the database and subscriptions of the service both have it. */
export type Terms = Pick<
  PaidSubscription,
  'status' | 'cancelAtPeriodEnd' | 'cancelAt' | 'currentPeriodEnd' | 'refunded' | 'disputed'
>;

/** Whether it renews or may still be paid, so that a second one must not begin. */
export const isLive = ({ status }: Pick<Terms, 'status'>): boolean =>
  status === 'active' || status === 'trialing' || status === 'past_due';

/** Whether it can never be paid again. */
export const isEnded = ({ status }: { status: SubscriptionStatusName }): boolean =>
  status === 'canceled' || status === 'incomplete_expired';

/** Whether the person or an operator has decided that it ends instead of renewing. */
export const isCancelling = ({ cancelAtPeriodEnd, cancelAt }: Terms): boolean => cancelAtPeriodEnd || cancelAt !== null;

/** Whether the service will try to take a payment for it again. */
export const isCharged = (terms: Terms): boolean =>
  isLive(terms) && (terms.status === 'past_due' || !isCancelling(terms));

/** When its access ends, if that is known now; null while it renews. An unpaid renewal keeps it until its period ends. */
export function endOf(terms: Terms): Date | null {
  if (isCancelling(terms)) return terms.cancelAt ?? terms.currentPeriodEnd;
  return terms.status === 'past_due' ? terms.currentPeriodEnd : null;
}

/** Whether a subscription gives SuperNoek at `now`. A refund in full or a dispute that is not won ends the access. */
export function gives(terms: Terms, now: Date): boolean {
  if (!isLive(terms) || terms.refunded || terms.disputed) return false;
  const end = endOf(terms);
  return end === null || end > now;
}

/**
 * The level after a person's subscriptions changed from `before` to `after`; null if it stays. The level changes only when what
 * they give changes, so that what an administrator set is kept until then. Administrators keep their level.
 */
export function levelAfter(
  stored: StoredLevel,
  before: readonly Terms[],
  after: readonly Terms[],
  now: Date,
): StoredLevel | null {
  if (stored.accessLevel === 'admin') return null;
  const gave = before.some((terms) => gives(terms, now));
  const giving = after.filter((terms) => gives(terms, now));
  if (giving.length === 0)
    return gave && stored.accessLevel === 'supernoek' ? { accessLevel: 'basic', premiumUntil: null } : null;
  if (gave && stored.accessLevel === 'basic') return null;
  const premiumUntil = lastEnd(giving);
  const isSame = stored.accessLevel === 'supernoek' && stored.premiumUntil?.getTime() === premiumUntil?.getTime();
  return isSame ? null : { accessLevel: 'supernoek', premiumUntil };
}

/** The latest end; null if one of them renews. */
function lastEnd(giving: readonly Terms[]): Date | null {
  const ends = giving.map(endOf);
  if (ends.some((end) => end === null)) return null;
  return new Date(Math.max(...ends.map((end) => end?.getTime() ?? 0)));
}

/** The subscription that a person means: the one that runs, otherwise the one that waits for its payment, otherwise the last. */
export function currentOf<One extends Pick<Terms, 'status'> & { createdAt: Date }>(all: readonly One[]): One | null {
  const newestFirst = all.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  return (
    newestFirst.find(isLive) ??
    newestFirst.find(({ status }) => status === 'incomplete') ??
    newestFirst.find(({ status }) => status !== 'incomplete_expired') ??
    null
  );
}
