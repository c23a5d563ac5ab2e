import { randomUUID } from 'node:crypto';
import type { SignUpInput } from '@noek/contract/auth';
import { isUniqueViolation } from '@noek/db/database';
import type { Ctx } from '../../context.ts';
import { announceMail, mailStatement } from '../outbox/enqueue-mail.ts';
import { accountExistsMail } from './auth.mails.ts';
import { findUserByEmail, type UserRow } from './auth.queries.ts';
import { callerOf, limit } from './auth-limits.ts';
import { hashPassword } from './password.ts';
import { verificationStatements } from './verification-link.ts';

/**
 * Makes an account and mails its verification link. For a taken address the answer and the work are the same, nothing about
 * the account changes (its password least of all), and its owner gets a mail. Throws RATE_LIMITED.
 */
export async function signUp(ctx: Ctx, { name, email, password }: SignUpInput): Promise<{ message: string }> {
  await limit(ctx, 'signUpIp', callerOf(ctx));
  await limit(ctx, 'signUpAddress', email);
  const passwordHash = await hashPassword(password);
  const owner = (await findUserByEmail(ctx.db, email)) ?? (await insertAccount(ctx, { name, email, passwordHash }));
  if (owner) await mailOwner(ctx, owner);
  announceMail(ctx);
  return { message: 'Check your email: we sent you a link to verify your address.' };
}

/** Null when the account was made; its owner when somebody else was faster. */
async function insertAccount(
  ctx: Ctx,
  account: Pick<UserRow, 'name' | 'email' | 'passwordHash'>,
): Promise<UserRow | null> {
  const user = { id: randomUUID(), ...account };
  const createdAt = ctx.now();
  try {
    await ctx.db.atomic((orm) => [
      orm.insert(ctx.db.tables.users).values({ ...user, specialFeatures: [], createdAt, updatedAt: createdAt }),
      ...verificationStatements(ctx, orm, user, { again: false }),
    ]);
    return null;
  } catch (error) {
    if (isUniqueViolation(error)) return findUserByEmail(ctx.db, account.email);
    throw error;
  }
}

async function mailOwner(ctx: Ctx, owner: UserRow): Promise<void> {
  await ctx.db.atomic((orm) =>
    owner.emailVerifiedAt
      ? [mailStatement(ctx, orm, { kind: 'account-exists', to: owner.email, ...accountExistsMail(ctx.config, owner) })]
      : verificationStatements(ctx, orm, owner, { again: true }),
  );
}
