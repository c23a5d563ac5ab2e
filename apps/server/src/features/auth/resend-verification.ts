import type { Ctx } from '../../context.ts';
import { announceMail } from '../outbox/enqueue-mail.ts';
import { findUserByEmail } from './auth.queries.ts';
import { callerOf, limit } from './auth-limits.ts';
import { verificationStatements } from './verification-link.ts';

/** Mails a fresh verification link if the address has an account that needs one; the answer is always the same. Throws RATE_LIMITED. */
export async function resendVerification(ctx: Ctx, { email }: { email: string }): Promise<{ message: string }> {
  await limit(ctx, 'resendIp', callerOf(ctx));
  await limit(ctx, 'resendAddress', email);
  const user = await findUserByEmail(ctx.db, email);
  if (user && !user.emailVerifiedAt) {
    await ctx.db.atomic((orm) => verificationStatements(ctx, orm, user, { again: false }));
    announceMail(ctx);
  }
  return { message: 'Verification email sent! Please check your inbox and spam folder.' };
}
