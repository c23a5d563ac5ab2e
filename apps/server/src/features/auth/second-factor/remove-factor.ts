import type { Orm, Statement } from '@noek/db/database';
import { and, eq, isNull } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { endChallengesStatement } from '../secrets/challenge.ts';
import { removeCodesStatement } from './recovery-codes.ts';

/** Removes the authenticator app and the recovery codes of a person. The second statement has a row if there was an app. */
export function removeFactorStatements(ctx: Pick<Ctx, 'db' | 'now'>, orm: Orm, userId: string): Statement[] {
  const { authenticators, users } = ctx.db.tables;
  return [
    orm.update(users).set({ secondFactorAt: null, updatedAt: ctx.now() }).where(eq(users.id, userId)),
    orm.delete(authenticators).where(eq(authenticators.userId, userId)).returning({ userId: authenticators.userId }),
    removeCodesStatement(ctx, orm, userId),
    endChallengesStatement(ctx, orm, userId),
  ];
}

/**
 * Ends the challenges of a person and the set-up of an authenticator app that has not been confirmed. For links in mails: a reader of the
 * mail must not get past a confirmed factor, so no link removes one. Only its own codes do, an administrator, and the 72 hours.
 */
export function endSetUpStatements(ctx: Pick<Ctx, 'db'>, orm: Orm, userId: string): Statement[] {
  const { authenticators: t } = ctx.db.tables;
  return [
    orm.delete(t).where(and(eq(t.userId, userId), isNull(t.confirmedAt))),
    endChallengesStatement(ctx, orm, userId),
  ];
}
