import type { SignedInUser } from '@noek/contract/auth/schemas';
import type { SecondFactorInput } from '@noek/contract/auth/second-factor';
import type { Orm, Statement } from '@noek/db/database';
import { eq } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { announceMail } from '../../outbox/enqueue-mail.ts';
import { toUser, type UserRow } from '../auth.queries.ts';
import { finishCompanyLogin } from '../company/company-logins.ts';
import { callerOf, codeSucceeded, limit, loginSucceeded } from '../limits/auth-limits.ts';
import { findChallenge, takeChallenge } from '../secrets/challenge.ts';
import { recordFailedSignIn } from '../security-events/security-event.ts';
import { createSession } from '../session/session.ts';
import { checkCode, usedCode } from './authenticator-code.ts';
import { checkRecoveryCode, wrongRecoveryCode } from './recovery-codes.ts';

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
  const { statements, refusal } = await checkProof(ctx, user, proof);
  const isAtCompany = found?.method === 'company';
  const { movedConversations } = await createSession(
    ctx,
    user.id,
    { method: found?.method ?? 'password' },
    {
      statements: (orm, { familyId }) => [
        takeChallenge(ctx, orm, { purpose: 'second-factor', challenge, of: user.id }),
        ...statements(orm),
        ...(isAtCompany ? [finishCompanyLogin(ctx, orm, { challengeId: found.id, familyId })] : []),
      ],
      verify(rows) {
        if ((rows[0] as unknown[]).length === 0) throw expiredSignIn();
        if ((rows[1] as unknown[]).length === 0) throw refusal();
        // The company has ended the login in the meantime.
        if (isAtCompany && (rows.at(-1) as unknown[]).length === 0) throw expiredSignIn();
      },
    },
  );
  announceMail(ctx);
  await codeSucceeded(ctx, user.id);
  await loginSucceeded(ctx, user.email, user.id);
  return { ...toUser(user, ctx.now()), movedConversations };
}

type Proof = { statements: (orm: Orm) => readonly Statement[]; refusal: () => AppError };

async function checkProof(ctx: Ctx, user: UserRow, proof: Omit<SecondFactorInput, 'challenge'>): Promise<Proof> {
  try {
    if (proof.recoveryCode !== undefined)
      return { statements: await checkRecoveryCode(ctx, user, proof.recoveryCode), refusal: wrongRecoveryCode };
    const use = await checkCode(ctx, user.id, proof.code ?? '');
    return { statements: (orm) => [use(orm)], refusal: usedCode };
  } catch (error) {
    if (error instanceof AppError && error.flags.wrongCode === true)
      recordFailedSignIn(ctx, user.id, proof.code === undefined ? 'a wrong recovery code' : 'a wrong code');
    throw error;
  }
}

async function userOf({ db }: Ctx, id: string): Promise<UserRow | null> {
  const { users } = db.tables;
  const [row] = await db.orm.select().from(users).where(eq(users.id, id));
  return row ?? null;
}

export const expiredSignIn = () => new AppError('UNAUTHORIZED', 'This sign-in has expired. Please sign in again.');
