import type { SignInMethods } from '@noek/contract/auth/account';
import { count, eq } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { codesLeft } from '../second-factor/recovery-codes.ts';
import { requireUser } from '../session/require-user.ts';

/** How the caller can sign in. Throws UNAUTHORIZED. */
export async function signInMethods(ctx: Ctx): Promise<SignInMethods> {
  const { id } = requireUser(ctx).user;
  const { identities, passkeys, users } = ctx.db.tables;
  const [[row], linked, [counted], recoveryCodes] = await Promise.all([
    ctx.db.orm
      .select({ hash: users.passwordHash, suspended: users.needsPasswordReset, factorAt: users.secondFactorAt })
      .from(users)
      .where(eq(users.id, id)),
    ctx.db.orm.select({ issuer: identities.issuer }).from(identities).where(eq(identities.userId, id)).limit(1),
    ctx.db.orm.select({ passkeys: count() }).from(passkeys).where(eq(passkeys.userId, id)),
    codesLeft(ctx, id),
  ]);
  if (!row) throw new AppError('UNAUTHORIZED', 'Please sign in again.');
  const password = row.suspended ? 'suspended' : row.hash === null ? 'none' : 'set';
  return {
    password,
    google: linked.length > 0,
    passkeys: counted?.passkeys ?? 0,
    authenticatorSince: row.factorAt?.toISOString() ?? null,
    recoveryCodes,
    passkeyHost: ctx.config.passkeyHost,
  };
}
