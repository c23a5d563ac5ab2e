import type { StatementResult, Step } from '@noek/db/database';
import { and, eq, isNull } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { endChallengesStatement } from '../secrets/challenge.ts';
import { removeCodesStatement } from './recovery-codes.ts';

/** Removes the authenticator app and the recovery codes of a person. The result has a row if there was an app. */
export function removeFactor(ctx: Pick<Ctx, 'db' | 'now'>, step: Step, userId: string): StatementResult<unknown[]> {
  const { authenticators, users } = ctx.db.tables;
  step.add(step.orm.update(users).set({ secondFactorAt: null, updatedAt: ctx.now() }).where(eq(users.id, userId)));
  const removed = step.add(
    step.orm
      .delete(authenticators)
      .where(eq(authenticators.userId, userId))
      .returning({ userId: authenticators.userId }),
  );
  step.add(removeCodesStatement(ctx, step.orm, userId));
  step.add(endChallengesStatement(ctx, step.orm, userId));
  return removed;
}

/**
 * Ends the challenges of a person and the set-up of an authenticator app that has not been confirmed. For links in mails: a reader of the
 * mail must not get past a confirmed factor, so no link removes one. Only its own codes do, an administrator, and the 72 hours.
 */
export function endSetUp(ctx: Pick<Ctx, 'db'>, step: Step, userId: string): void {
  const { authenticators: t } = ctx.db.tables;
  step.add(step.orm.delete(t).where(and(eq(t.userId, userId), isNull(t.confirmedAt))));
  step.add(endChallengesStatement(ctx, step.orm, userId));
}
