import { accountSecurity } from '@noek/contract/auth/limits';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { newChallenge } from '../secrets/challenge.ts';

const forMs = accountSecurity.secondFactorMinutes * 60_000;

/** A challenge for the second step of a sign-in, whose first step has succeeded. */
export async function secondFactorChallenge(
  ctx: Ctx,
  userId: string,
  method: 'password' | 'google' | 'company',
): Promise<string> {
  let challenge = '';
  await ctx.db.write((orm) => {
    const made = newChallenge(ctx, orm, { purpose: 'second-factor', userId, method, forMs });
    challenge = made.challenge;
    return made.statement;
  });
  return challenge;
}

/** Refuses a right password where a second factor is needed, too: SECOND_FACTOR_REQUIRED with a challenge. */
export async function secondFactorRequired(ctx: Ctx, userId: string): Promise<AppError> {
  const challenge = await secondFactorChallenge(ctx, userId, 'password');
  return new AppError('SECOND_FACTOR_REQUIRED', 'Enter the code from your authenticator app.', {
    flags: { challenge },
  });
}
