import type { SignedInUser } from '@noek/contract/auth/schemas';
import type { SecondFactorInput } from '@noek/contract/auth/second-factor';
import type { Step } from '@noek/db/database';
import { eq } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { announceMail } from '../../outbox/enqueue-mail.ts';
import { toUser, type UserRow } from '../auth.queries.ts';
import { finishCompanyLogin } from '../company/company-logins.ts';
import { callerOf, codeSucceeded, limit, loginSucceeded } from '../limits/auth-limits.ts';
import { checkCode } from '../second-factor/authenticator-code.ts';
import { checkRecoveryCode } from '../second-factor/recovery-codes.ts';
import { findChallenge, takeChallenge } from '../secrets/challenge.ts';
import { recordFailedSignIn } from '../security-events/security-event.ts';
import { createSession } from '../session/session.ts';

/**
 * Finishes a sign-in that needs a second factor, with a code of the authenticator app or a recovery code; sets the session cookie. The
 * challenge and the code work once, and only together. Throws UNAUTHORIZED for a challenge that is unknown, used or expired, BAD_REQUEST
 * with `wrongCode: true`, ACCOUNT_SUSPENDED and RATE_LIMITED.
 */
export async function finishSignIn(ctx: Ctx, { challenge, ...proof }: SecondFactorInput): Promise<SignedInUser> {
  await limit(ctx, 'linkIp', callerOf(ctx));
  const found = await findChallenge(ctx, 'second-factor', challenge);
  const user = found?.userId ? await userOf(ctx, found.userId) : null;
  if (!user) throw expiredSignIn();
  const useProof = await checkProof(ctx, user, proof);
  const method = found?.method ?? 'password';
  const { movedConversations } = await createSession(ctx, user.id, { method }, (step, { familyId }) => {
    step.must(takeChallenge(ctx, step.orm, { purpose: 'second-factor', challenge, of: user.id }), expiredSignIn);
    useProof(step);
    // Otherwise the company has ended the login in the meantime.
    if (found && method === 'company')
      step.must(finishCompanyLogin(ctx, step.orm, { challengeId: found.id, familyId }), expiredSignIn);
  });
  announceMail(ctx);
  await codeSucceeded(ctx, user.id);
  await loginSucceeded(ctx, user.email, user.id);
  return { ...toUser(user, ctx.now()), movedConversations };
}

/** The result uses the proof up in a step. */
async function checkProof(
  ctx: Ctx,
  user: UserRow,
  { code, recoveryCode }: Omit<SecondFactorInput, 'challenge'>,
): Promise<(step: Step) => void> {
  try {
    return await (recoveryCode === undefined
      ? checkCode(ctx, user.id, code ?? '')
      : checkRecoveryCode(ctx, user, recoveryCode));
  } catch (error) {
    if (error instanceof AppError && error.flags.wrongCode === true)
      recordFailedSignIn(ctx, user.id, code === undefined ? 'a wrong recovery code' : 'a wrong code');
    throw error;
  }
}

async function userOf({ db }: Ctx, id: string): Promise<UserRow | null> {
  const { users } = db.tables;
  const [row] = await db.orm.select().from(users).where(eq(users.id, id));
  return row ?? null;
}

export const expiredSignIn = () => new AppError('UNAUTHORIZED', 'This sign-in has expired. Please sign in again.');
