import { accountSecurity } from '@noek/contract/auth/limits';
import type { Orm, Statement } from '@noek/db/database';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { newChallenge } from '../secrets/challenge.ts';

const forMs = accountSecurity.secondFactorMinutes * 60_000;

/** A challenge for the second step of a sign-in, whose first step has succeeded, and the statement that stores it. */
export const secondFactorChallenge = (
  ctx: Ctx,
  orm: Orm,
  { userId, method }: { userId: string; method: 'password' | 'google' | 'company' },
): { challenge: string; statement: Statement } =>
  newChallenge(ctx, orm, { purpose: 'second-factor', userId, method, forMs });

/** Refuses a right password where a second factor is needed, too: SECOND_FACTOR_REQUIRED with a challenge. */
export async function secondFactorRequired(ctx: Ctx, userId: string): Promise<AppError> {
  let challenge = '';
  await ctx.db.write((orm) => {
    const made = secondFactorChallenge(ctx, orm, { userId, method: 'password' });
    challenge = made.challenge;
    return made.statement;
  });
  return new AppError('SECOND_FACTOR_REQUIRED', 'Enter the code from your authenticator app.', {
    flags: { challenge },
  });
}
