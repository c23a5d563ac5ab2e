import type { AdminUser, SubscriptionDecision } from '@noek/contract/admin/schemas';
import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { requireAdministrator } from '../../auth/administrators/require-administrator.ts';
import { addSignOut } from '../../auth/session/sign-out.ts';
import { revokeAllTokens } from '../../auth/tokens/revoke-token.ts';
import { withdrawMailsStatement } from '../../campaigns/unsubscribing/withdraw-mails.ts';
import { announceMail } from '../../outbox/enqueue-mail.ts';
import { carryOutDecisions } from '../../subscription/decisions/carry-out-decisions.ts';
import {
  decideSubscription,
  hasOpenAttempt,
  storeDecision,
  writeDecision,
} from '../../subscription/decisions/decide-subscription.ts';
import { toAdminUser } from './people.queries.ts';
import { readAccount, stepOnAccount } from './user-steps.ts';

/**
 * Suspends an account: its sessions, API tokens, connected apps and running answers end, the emails of campaigns that wait for it are
 * withdrawn, and signing in is refused until the suspension is lifted. Its data is kept. A person who pays gets a mail that says what
 * happens to the subscription. An unpaid attempt to subscribe ends. A suspended account stays as it is. Throws UNAUTHORIZED, FORBIDDEN,
 * NOT_FOUND, SUBSCRIPTION_DECISION_REQUIRED, and CONFLICT for the caller's own account and the only administrator.
 */
export async function suspendUser(
  ctx: Ctx,
  {
    id,
    reason,
    subscription: decision,
  }: { id: string; reason: string; subscription?: SubscriptionDecision | undefined },
): Promise<AdminUser> {
  const caller = requireAdministrator(ctx);
  if (caller.user.id === id) throw new AppError('CONFLICT', "You can't suspend your own account.");
  const before = await readAccount(ctx, id);
  if (before.suspendedAt) return toAdminUser(before, ctx.now());
  const { sessions, users } = ctx.db.tables;
  const at = ctx.now();
  const decided = await decideSubscription(ctx, before, { decision, reason, losesPlan: true, isWithoutPlan: true });
  const hasAttempt = !decided && (await hasOpenAttempt(ctx, id));
  const suspended = await stepOnAccount(ctx, {
    id,
    reason,
    action: 'user.suspended',
    keepsAdministrator: true,
    ...(decided && { detail: { subscription: [null, decided.decision] } }),
    update: (orm) =>
      orm
        .update(users)
        .set({ suspendedAt: at, updatedAt: at })
        .where(and(eq(users.id, id), isNull(users.suspendedAt)))
        .returning(),
    also(step) {
      step.add(step.orm.delete(sessions).where(eq(sessions.userId, id)));
      addSignOut(ctx, step, id);
      revokeAllTokens(ctx.db, step, id);
      step.add(withdrawMailsStatement(ctx, step.orm, { userId: id, status: 'cancelled' }));
      if (decided) writeDecision(ctx, step, { ...before, suspendedAt: at }, decided);
      else if (hasAttempt) step.add(storeDecision(ctx, step.orm, id, { decision: 'end-now', reason: null }));
    },
  });
  announceMail(ctx);
  if (decided || hasAttempt) ctx.background.run('a subscription could not be ended', () => carryOutDecisions(ctx));
  return suspended;
}

/**
 * Lets a suspended person sign in again. An account that is not suspended stays as it is. Throws UNAUTHORIZED, FORBIDDEN and
 * NOT_FOUND.
 */
export async function liftSuspension(
  ctx: Ctx,
  { id, reason }: { id: string; reason?: string | undefined },
): Promise<AdminUser> {
  requireAdministrator(ctx);
  const before = await readAccount(ctx, id);
  if (!before.suspendedAt) return toAdminUser(before, ctx.now());
  const { users } = ctx.db.tables;
  return stepOnAccount(ctx, {
    id,
    reason,
    action: 'user.suspension-lifted',
    update: (orm) =>
      orm
        .update(users)
        .set({ suspendedAt: null, updatedAt: ctx.now() })
        .where(and(eq(users.id, id), isNotNull(users.suspendedAt)))
        .returning(),
  });
}
