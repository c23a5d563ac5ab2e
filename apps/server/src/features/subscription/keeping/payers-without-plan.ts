import type { PayerWithoutPlan, PersonPayment } from '@noek/contract/admin/schemas';
import { and, asc, eq, inArray, isNotNull, isNull, lte, ne, or } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { takeSlot } from '../../auth/limits/rate-limit.ts';
import { subscriptionsOf } from '../rules/subscription.queries.ts';
import { isCharged, type SubscriptionRow } from '../rules/subscription-rules.ts';

type Read = Pick<Deps, 'db' | 'now'>;
type DecisionRow = Deps['db']['tables']['subscriptionDecisions']['$inferSelect'];

/** How many people are listed. */
const atMost = 200;
const day = 24 * 60 * 60 * 1000;

/** What a person pays for SuperNoek, as it was last read from the payment service; null if nothing more is charged. */
export async function paymentOf({ db }: Pick<Deps, 'db'>, userId: string): Promise<PersonPayment | null> {
  const { subscriptionDecisions: d } = db.tables;
  const [rows, [decision]] = await Promise.all([
    subscriptionsOf(db, userId),
    db.orm.select().from(d).where(eq(d.userId, userId)),
  ]);
  const row = rows.find(isCharged);
  return row ? toPayment(row, decision ?? null) : null;
}

/**
 * The people who are charged for SuperNoek without having it: suspended, on Basic, or with a disputed payment. Those whose next
 * payment is nearest come first.
 */
export async function payersWithoutPlan({ db, now }: Read): Promise<PayerWithoutPlan[]> {
  const { users: u, subscriptions: s, subscriptionDecisions: d } = db.tables;
  const at = now();
  const isOnBasic = or(
    eq(u.accessLevel, 'basic'),
    and(eq(u.accessLevel, 'supernoek'), lte(u.premiumUntil, at)),
    and(ne(u.accessLevel, 'admin'), or(eq(s.disputed, true), eq(s.refunded, true))),
  );
  const renews = and(eq(s.cancelAtPeriodEnd, false), isNull(s.cancelAt));
  const found = await db.orm
    .select({ user: { id: u.id, name: u.name, email: u.email }, suspendedAt: u.suspendedAt, row: s, decision: d })
    .from(s)
    .innerJoin(u, eq(u.id, s.userId))
    .leftJoin(d, eq(d.userId, s.userId))
    .where(
      and(
        inArray(s.status, ['active', 'trialing', 'past_due']),
        or(eq(s.status, 'past_due'), renews),
        or(isNotNull(u.suspendedAt), isOnBasic),
      ),
    )
    .orderBy(asc(s.currentPeriodEnd), asc(u.id))
    .limit(atMost);
  return found.map(({ user, suspendedAt, row, decision }) => {
    const payment = toPayment(row as SubscriptionRow, decision as DecisionRow | null);
    const why = suspendedAt ? 'suspended' : row.disputed ? 'disputed' : 'basic';
    return { user, why, payment, advice: adviceOf(why, payment) };
  });
}

function toPayment(row: SubscriptionRow, decision: DecisionRow | null): PersonPayment {
  const { currentPeriodEnd, status, cardBrand, cardLast4 } = row;
  return {
    currentPeriodEnd: currentPeriodEnd.toISOString(),
    isOverdue: status === 'past_due',
    card: cardBrand && cardLast4 ? { brand: cardBrand, last4: cardLast4 } : null,
    // A decision about an earlier subscription says nothing about this one.
    decision:
      decision && decision.decidedAt >= row.createdAt
        ? {
            decision: decision.decision,
            reason: decision.reason,
            decidedAt: decision.decidedAt.toISOString(),
            isPending: decision.dueAt !== null,
          }
        : null,
  };
}

function adviceOf(why: PayerWithoutPlan['why'], { decision }: PersonPayment): string {
  if (decision?.isPending)
    return 'The payment service has not confirmed the end yet and is asked again. If this stays so, end the subscription there.';
  if (decision?.decision === 'keep')
    return `An administrator keeps the subscription: ${decision.reason ?? 'no reason given'}. Decide again when that no longer holds.`;
  if (why === 'disputed') return 'End the subscription, or wait until the bank has decided about the payment.';
  if (why === 'suspended') return 'Lift the suspension, or decide what happens to the subscription.';
  return 'Give SuperNoek back, or decide what happens to the subscription.';
}

/** Writes to the log, once per day whatever number of processes, how many people pay for SuperNoek without having it. */
export async function reportPayersWithoutPlan(deps: Read & Pick<Deps, 'log' | 'config'>): Promise<void> {
  if (!(await takeSlot(deps, ['payers without plan'], day))) return;
  const { length } = await payersWithoutPlan(deps);
  if (length > 0)
    deps.log.warn(
      { people: length },
      'people pay for SuperNoek without having it: open the list on the administrators page and decide what happens to each subscription',
    );
}
