import type { Step } from '@noek/db/database';
import type { Deps } from '../../../deps.ts';
import type { StoredLevel } from '../../auth/account-dependents.ts';
import { auditStatement } from '../../auth/administrators/audit-statement.ts';
import { provenEmail, type UserRow } from '../../auth/auth.queries.ts';
import { mailStatement } from '../../outbox/enqueue-mail.ts';
import { eventStatement } from '../../webhook-outbox/event-statement.ts';
import { disputedMail, paymentFailedMail, refundedMail, subscriptionEndedMail } from '../mails/subscription.mails.ts';
import { suspendedLinkOf } from '../mails/suspended-link.ts';
import { isLive, type SubscriptionRow } from '../rules/subscription-rules.ts';

type Change = {
  user: UserRow;
  /** The new level; null if it stays. */
  level: StoredLevel | null;
  before: readonly SubscriptionRow[];
  /** The subscriptions that differ from `before`. */
  changed: readonly SubscriptionRow[];
  by: string;
};

type Noticed = Pick<Deps, 'config' | 'db' | 'now'>;

/** The audit entries of a change, and the mails that a person expects about it. They contain no id of the payment service. */
export function addNotices(deps: Noticed, step: Step, { user, level, before, changed, by }: Change): void {
  const audit = (action: string, detail: object) =>
    step.add(auditStatement(deps, step.orm, { action, targetUserId: user.id, detail: { ...detail, by } }));
  for (const row of changed) {
    const old = before.find(({ id }) => id === row.id);
    const detail = differences(old, row);
    if (Object.keys(detail).length > 0) audit('subscription.changed', detail);
    const mail = mailAbout(deps, user, old, row);
    if (mail) step.add(mailStatement(deps, step.orm, { ...mail, to: provenEmail(user), userId: user.id }));
  }
  if (level && level.accessLevel !== user.accessLevel)
    audit('user.level-changed', { from: user.accessLevel, to: level.accessLevel });
}

/** The events of a change for webhooks of administrators: one for each subscription that differs in what matters. */
export function addEvents(deps: Noticed, step: Step, { user, level, before, changed }: Change): void {
  const accessLevel = level?.accessLevel ?? user.accessLevel;
  for (const row of changed) {
    const old = before.find(({ id }) => id === row.id);
    if (Object.keys(differences(old, row)).length === 0) continue;
    const { status, cancelAtPeriodEnd, refunded, disputed } = row;
    const previousStatus = old?.status ?? null;
    const data = { userId: user.id, status, previousStatus, cancelAtPeriodEnd, refunded, disputed, accessLevel };
    const event = { type: 'subscription.changed', userId: null, aboutUserId: user.id, data } as const;
    step.add(eventStatement(deps, step.orm, event));
  }
}

const audited = ['status', 'cancelAtPeriodEnd', 'refunded', 'disputed'] as const;

/** The fields that matter later, as [before, after]. */
const differences = (old: SubscriptionRow | undefined, row: SubscriptionRow) =>
  Object.fromEntries(
    audited
      .filter((key) => old?.[key] !== row[key] && (old || row[key]))
      .map((key) => [key, [old?.[key] ?? null, row[key]]]),
  );

/** The mail about a change; null if the person made it, or needs to know nothing. */
function mailAbout({ config, now }: Noticed, to: UserRow, old: SubscriptionRow | undefined, row: SubscriptionRow) {
  if (!old || !isLive(old)) return null;
  const user = { name: to.name, link: suspendedLinkOf(config, to, now()) };
  if (row.refunded && !old.refunded) return { kind: 'subscription-refunded', ...refundedMail(config, user) };
  if (!isLive(row)) return { kind: 'subscription-ended', ...subscriptionEndedMail(config, user) };
  if (row.disputed && !old.disputed) return { kind: 'payment-disputed', ...disputedMail(config, user) };
  if (row.status === 'past_due' && old.status !== 'past_due')
    return { kind: 'payment-failed', ...paymentFailedMail(config, user) };
  return null;
}
