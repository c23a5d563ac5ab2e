import type { Orm, Statement } from '@noek/db/database';
import { and, eq, gte } from 'drizzle-orm';
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

/** What ends the challenges of a person and removes an authenticator app that was confirmed at `since` or later. */
export async function removeFactorSince(
  ctx: Pick<Ctx, 'db' | 'now'>,
  userId: string,
  since: Date,
): Promise<(orm: Orm) => Statement[]> {
  const { authenticators: t } = ctx.db.tables;
  const [added] = await ctx.db.orm
    .select({ userId: t.userId })
    .from(t)
    .where(and(eq(t.userId, userId), gte(t.confirmedAt, since)));
  return (orm) => (added ? removeFactorStatements(ctx, orm, userId) : [endChallengesStatement(ctx, orm, userId)]);
}
