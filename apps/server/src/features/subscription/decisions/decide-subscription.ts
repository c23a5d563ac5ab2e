import { type SubscriptionDecision, subscriptionDecisions } from '@noek/contract/admin/schemas';
import { isBlank } from '@noek/contract/text/characters';
import type { Orm, Statement, Step } from '@noek/db/database';
import { eq } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { provenEmail, type UserRow } from '../../auth/auth.queries.ts';
import { mailStatement } from '../../outbox/enqueue-mail.ts';
import { decisionMail } from '../mails/decision.mails.ts';
import { suspendedLinkOf } from '../mails/suspended-link.ts';
import { subscriptionsOf } from '../rules/subscription.queries.ts';
import { type Decided, isCharged, isLive, type SubscriptionRow } from '../rules/subscription-rules.ts';

/**
 * What an administrator's change means for the person's subscription; null if nothing is charged for it, or the person has the plan after
 * the change. `losesPlan`: the change takes the plan away. Then it throws SUBSCRIPTION_DECISION_REQUIRED without a decision. Throws
 * BAD_REQUEST if the subscription is kept without a reason.
 */
export async function decideSubscription(
  { db }: Pick<Ctx, 'db'>,
  user: Pick<UserRow, 'id'>,
  given: {
    decision: SubscriptionDecision | undefined;
    reason: string | undefined;
    losesPlan: boolean;
    isWithoutPlan: boolean;
  },
): Promise<Decided | null> {
  const { decision, reason = '' } = given;
  if (!given.losesPlan && (decision === undefined || !given.isWithoutPlan)) return null;
  const row = (await subscriptionsOf(db, user.id)).find(isCharged);
  if (!row) return null;
  if (decision === undefined) throw required(row);
  if (decision === 'keep' && isBlank(reason)) throw new AppError('BAD_REQUEST', 'Say why the subscription is kept.');
  return { decision, reason: isBlank(reason) ? null : reason, row };
}

/**
 * The statements that write a decision, so that it is carried out even if the payment service does not answer now, and that mail the
 * person. `user` is the account after the change. Run `carryOutDecisions` after the commit.
 */
export function writeDecision(ctx: Ctx, step: Step, user: UserRow, decided: Decided): void {
  const link = suspendedLinkOf(ctx.config, user, ctx.now());
  const mail = decisionMail(ctx.config, { name: user.name, ...decided, link });
  step.add(storeDecision(ctx, step.orm, user.id, decided));
  step.add(
    mailStatement(ctx, step.orm, { kind: 'subscription-decided', to: provenEmail(user), userId: user.id, ...mail }),
  );
}

/** The statement that writes a decision without telling the person: for their own decisions, and for unpaid attempts. */
export function storeDecision(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  orm: Orm,
  userId: string,
  { decision, reason }: Pick<Decided, 'decision' | 'reason'>,
): Statement {
  const { subscriptionDecisions: d } = db.tables;
  const decidedAt = now();
  const written = { decision, reason, decidedAt, dueAt: decision === 'keep' ? null : decidedAt, attempts: 0 };
  return orm
    .insert(d)
    .values({ userId, ...written })
    .onConflictDoUpdate({ target: d.userId, set: written });
}

/** Whether a person who does not pay has begun to subscribe, because a page that is still open could pay for it. */
export async function hasOpenAttempt({ db }: Pick<Ctx, 'db'>, userId: string): Promise<boolean> {
  const rows = await subscriptionsOf(db, userId);
  return !rows.some(isLive) && rows.some(({ status }) => status === 'incomplete');
}

/** The statement that withdraws a decision that is not carried out yet, because the person has the plan again. */
export function dropDecision({ db }: Pick<Ctx, 'db'>, orm: Orm, userId: string): Statement {
  const { subscriptionDecisions: d } = db.tables;
  return orm.delete(d).where(eq(d.userId, userId));
}

const required = ({ currentPeriodEnd }: SubscriptionRow) =>
  new AppError(
    'SUBSCRIPTION_DECISION_REQUIRED',
    'This person pays $30 per month for SuperNoek and would no longer have it. Say what happens to the subscription: end-now, end-with-period, or keep with a reason.',
    { flags: { decisions: subscriptionDecisions, currentPeriodEnd: currentPeriodEnd.toISOString() } },
  );
