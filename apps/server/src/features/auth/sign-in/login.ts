import type { LoginInput, SignedInUser } from '@noek/contract/auth/schemas';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { mayDoWithoutCompany, onlyCompany } from '../account/only-company.ts';
import { findUserByEmail, toUser } from '../auth.queries.ts';
import { hasUndoneEmailChange } from '../email/undo-email-change.ts';
import { callerOf, limitLogin, loginSucceeded } from '../limits/auth-limits.ts';
import { knownDevice } from '../limits/known-device.ts';
import { secondFactorRequired } from '../second-factor/second-factor-required.ts';
import { verifyPassword } from '../secrets/password.ts';
import { recordFailedSignIn } from '../security-events/security-event.ts';
import { createSession } from '../session/session.ts';
import { newestSignUp } from '../sign-up/sign-up-link.ts';

/**
 * Signs in with email address and password; sets the session cookie. The password is checked first, with the same work for
 * unknown addresses, so that only its owner learns the state of an account. The password of a pending sign-up gets
 * EMAIL_NOT_VERIFIED whether or not the address has an account. Throws UNAUTHORIZED, SECOND_FACTOR_REQUIRED with a challenge, EMAIL_NOT_VERIFIED,
 * PASSWORD_RESET_REQUIRED (also for an account whose old hash is unusable), ACCOUNT_SUSPENDED and RATE_LIMITED, and FORBIDDEN where
 * people sign in with their company's account only.
 */
export async function login(ctx: Ctx, { email, password }: LoginInput): Promise<SignedInUser> {
  const [user, signUp] = await Promise.all([findUserByEmail(ctx.db, email), newestSignUp(ctx, email)]);
  await limitLogin(ctx, email, user?.id);
  const device = knownDevice(ctx, user?.id);
  const turn = device ? ({ rank: 'known', of: device } as const) : ({ rank: 'sign-in', of: callerOf(ctx) } as const);
  const [matches, signedUp] = await Promise.all([
    verifyPassword(user?.passwordHash, password, turn),
    verifyPassword(signUp?.passwordHash, password, turn),
  ]);
  if (!(await mayDoWithoutCompany(ctx, matches ? user?.id : undefined))) throw onlyCompany();
  if (user?.needsPasswordReset && (matches || user.passwordHash === null))
    throw resetRequired(await hasUndoneEmailChange(ctx, user.id));
  if (user && !matches) recordFailedSignIn(ctx, user.id, 'a wrong password');
  if (!user || !matches) throw signedUp ? notVerified() : new AppError('UNAUTHORIZED', 'Invalid email or password');
  if (!user.emailVerifiedAt) throw notVerified();
  if (user.secondFactorAt) throw await secondFactorRequired(ctx, user.id);
  const { movedConversations } = await createSession(ctx, user.id, { passwordHash: user.passwordHash });
  await loginSucceeded(ctx, email, user.id);
  return { ...toUser(user, ctx.now()), movedConversations };
}

const resetRequired = (hasUndoneChange: boolean) =>
  new AppError(
    'PASSWORD_RESET_REQUIRED',
    hasUndoneChange
      ? "Your account needs a new password. Please use 'Forgot Password' below to set one."
      : "Your account needs a password reset due to a system update. Please use 'Forgot Password' below to set a new password.",
    { flags: { needsPasswordReset: true } },
  );

export const notVerified = () =>
  new AppError(
    'EMAIL_NOT_VERIFIED',
    'Please verify your email address before signing in. Check your inbox for the verification link.',
    { flags: { emailVerificationRequired: true } },
  );
