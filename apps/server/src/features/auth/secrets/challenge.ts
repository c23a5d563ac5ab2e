import type { Orm, Statement } from '@noek/db/database';
import type { Tables } from '@noek/db/tables';
import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { hashToken, newToken } from './one-time-token.ts';

type ChallengeRow = Tables['authChallenges']['$inferSelect'];
type NewChallenge = Pick<ChallengeRow, 'purpose'> & Partial<Pick<ChallengeRow, 'userId' | 'method'>>;

/** A new challenge, of which only the hash is stored, and the statement that stores it. */
export function newChallenge(
  ctx: Ctx,
  orm: Orm,
  { forMs, ...given }: NewChallenge & { forMs: number },
): { challenge: string; statement: Statement } {
  const challenge = newToken();
  const row = { id: hashToken(challenge), expiresAt: new Date(ctx.now().getTime() + forMs), ...given };
  return { challenge, statement: orm.insert(ctx.db.tables.authChallenges).values(row) };
}

const usable = ({ db, now }: Ctx, purpose: ChallengeRow['purpose'], challenge: string) => {
  const { authChallenges: c } = db.tables;
  return and(eq(c.id, hashToken(challenge)), eq(c.purpose, purpose), isNull(c.consumedAt), gt(c.expiresAt, now()));
};

/** A challenge that can still be used; null for an unknown, used or expired one. */
export async function findChallenge(
  ctx: Ctx,
  purpose: ChallengeRow['purpose'],
  challenge: string,
): Promise<ChallengeRow | null> {
  const { authChallenges } = ctx.db.tables;
  const [row] = await ctx.db.orm
    .select()
    .from(authChallenges)
    .where(usable(ctx, purpose, challenge));
  return row ?? null;
}

/**
 * Uses a challenge up. The statement has a row only for one caller, while the challenge is valid. `of`: the person for whom it was made; null
 * for a challenge that was made without a person.
 */
export function takeChallenge(
  ctx: Ctx,
  orm: Orm,
  { purpose, challenge, of }: { purpose: ChallengeRow['purpose']; challenge: string; of: string | null },
) {
  const { authChallenges: c } = ctx.db.tables;
  return orm
    .update(c)
    .set({ consumedAt: ctx.now() })
    .where(and(usable(ctx, purpose, challenge), of === null ? isNull(c.userId) : eq(c.userId, of)))
    .returning({ id: c.id });
}

/**
 * Ends the sign-ins of a person that wait for a second factor. Use it in each step that changes the password or ends the sessions because a
 * secret may be known to others.
 */
export function endChallengesStatement({ db }: Pick<Ctx, 'db'>, orm: Orm, userId: string): Statement {
  const { authChallenges } = db.tables;
  return orm.delete(authChallenges).where(eq(authChallenges.userId, userId));
}
