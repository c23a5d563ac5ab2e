import type { SignInMethods } from '@noek/contract/auth/account';
import { count, eq } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { googleIssuer } from '../../../settings/config.ts';
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
    ctx.db.orm.select({ issuer: identities.issuer }).from(identities).where(eq(identities.userId, id)),
    ctx.db.orm.select({ passkeys: count() }).from(passkeys).where(eq(passkeys.userId, id)),
    codesLeft(ctx, id),
  ]);
  if (!row) throw new AppError('UNAUTHORIZED', 'Please sign in again.');
  const password = row.suspended ? 'suspended' : row.hash === null ? 'none' : 'set';
  const { companySignIn, googleSignIn, passkeyHost } = ctx.config;
  const issuers = new Set(linked.map(({ issuer }) => hrefOf(issuer)));
  return {
    password,
    google: issuers.has(hrefOf(googleSignIn?.issuer ?? googleIssuer)),
    companies: companySignIn.providers
      .filter(({ issuer }) => issuers.has(hrefOf(issuer)))
      .map(({ id: provider, name }) => ({ id: provider, name })),
    passkeys: counted?.passkeys ?? 0,
    authenticatorSince: row.factorAt?.toISOString() ?? null,
    recoveryCodes,
    passkeyHost,
  };
}

/** The same text for an address with and without a slash at its end, as discovery compares issuers. */
const hrefOf = (issuer: string) => (URL.canParse(issuer) ? new URL(issuer).href : issuer);
