import { backOff } from '@noek/db/back-off';
import { and, asc, eq, lte } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import type { PaidSubscription } from '../../../integrations/payments/payments.ts';
import { findCustomer } from '../rules/subscription.queries.ts';
import { isCancelling, isEnded } from '../rules/subscription-rules.ts';
import { type SyncDeps, syncSubscription } from '../sync/sync-subscription.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const perRound = 100;

type Due = Deps['db']['tables']['subscriptionDecisions']['$inferSelect'];

/**
 * Ends at the payment service the subscriptions that are to end. A failure is retried after 1, 2, 4 … minutes, at most an hour apart, until
 * it succeeds. Several processes may run it: each decision is claimed first.
 */
export async function carryOutDecisions(deps: SyncDeps): Promise<void> {
  const { subscriptionDecisions: d } = deps.db.tables;
  const due = await deps.db.orm.select().from(d).where(lte(d.dueAt, deps.now())).orderBy(asc(d.dueAt)).limit(perRound);
  for (const decision of due) {
    if (!(await claim(deps, decision))) continue;
    try {
      if (await carryOut(deps, decision)) await finish(deps, decision);
    } catch (error) {
      deps.log.warn({ err: error }, 'a subscription could not be ended yet');
    }
  }
}

async function claim({ db, now }: SyncDeps, { userId, dueAt, attempts }: Due): Promise<boolean> {
  const { subscriptionDecisions: d } = db.tables;
  const wait = backOff(attempts + 1, MINUTE, HOUR);
  const claimed = await db.write((orm) =>
    orm
      .update(d)
      .set({ dueAt: new Date(now().getTime() + wait), attempts: attempts + 1 })
      .where(and(eq(d.userId, userId), eq(d.attempts, attempts), dueAt ? eq(d.dueAt, dueAt) : undefined))
      .returning({ userId: d.userId }),
  );
  return claimed.length > 0;
}

/** False if this server does not use the payment service that charges the person. */
async function carryOut(deps: SyncDeps, { userId, decision }: Due): Promise<boolean> {
  const customer = await findCustomer(deps.db, userId);
  if (!customer) return true;
  if (customer.provider === 'stripe' && deps.payments.provider !== 'stripe') return false;
  const by = 'administrator';
  const synced = await syncSubscription(deps, userId, { by });
  const open = synced?.subscriptions.filter((one) => !isEnded(one) && !isLeaving(one, decision)) ?? [];
  for (const one of open)
    if (endsWithPeriod(one, decision)) await deps.payments.setCancelAtPeriodEnd(one.id, true);
    else await deps.payments.endSubscription(one.id);
  if (open.length > 0) await syncSubscription(deps, userId, { by });
  return true;
}

/** Only a paid subscription has a period to end with. */
const endsWithPeriod = ({ status }: Pick<PaidSubscription, 'status'>, decision: Due['decision']): boolean =>
  decision === 'end-with-period' && (status === 'active' || status === 'trialing');

const isLeaving = (one: PaidSubscription, decision: Due['decision']): boolean =>
  endsWithPeriod(one, decision) && isCancelling(one);

/** Unless another decision was made in the meantime. */
async function finish({ db }: SyncDeps, { userId, decidedAt, attempts }: Due): Promise<void> {
  const { subscriptionDecisions: d } = db.tables;
  await db.write((orm) =>
    orm
      .update(d)
      .set({ dueAt: null })
      .where(and(eq(d.userId, userId), eq(d.decidedAt, decidedAt), eq(d.attempts, attempts + 1))),
  );
}
