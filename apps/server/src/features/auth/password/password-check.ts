import { eq } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { limit } from '../limits/auth-limits.ts';
import { verifyPassword } from '../secrets/password.ts';
import type { SignedIn } from '../session/require-user.ts';

/**
 * Checks the password of a signed-in person. Returns the hash that matched, so that the next write can require that the account still has
 * it. Throws BAD_REQUEST with `wrongPassword: true`, and RATE_LIMITED.
 */
export async function checkOwnPassword(ctx: Ctx, { user, sessionId }: SignedIn, password: string): Promise<string> {
  await limit(ctx, 'passwordSession', sessionId);
  await limit(ctx, 'passwordUser', user.id);
  const { users } = ctx.db.tables;
  const [row] = await ctx.db.orm
    .select({ passwordHash: users.passwordHash, suspended: users.needsPasswordReset })
    .from(users)
    .where(eq(users.id, user.id));
  const matches = await verifyPassword(row?.passwordHash, password, { rank: 'known', of: user.id });
  if (row && (row.passwordHash === null || row.suspended))
    throw new AppError(
      'BAD_REQUEST',
      `${row.suspended ? 'Your password is suspended.' : 'Your account has no password yet.'} Choose "Forgot Password" on the sign-in page to set one.`,
    );
  if (!row?.passwordHash || !matches) throw wrongPassword();
  return row.passwordHash;
}

export const wrongPassword = () =>
  new AppError('BAD_REQUEST', 'The current password is incorrect.', { flags: { wrongPassword: true } });
