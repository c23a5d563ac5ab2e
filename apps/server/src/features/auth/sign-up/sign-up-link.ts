import type { Step } from '@noek/db/database';
import { and, desc, eq, gt, isNotNull, isNull } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { mailStatement } from '../../outbox/enqueue-mail.ts';
import { verificationMail } from '../auth.mails.ts';
import { emailToken } from '../secrets/email-token.ts';

/** How long a sign-up stays pending, in milliseconds. Each link expires after a day; until this time it can be sent again. */
export const signUpLifetimeMs = 30 * 24 * 60 * 60_000;

/** What a person entered at sign-up. Without a password hash, the account gets its password by a reset. */
export type SignUpDetails = { email: string; name: string; passwordHash: string | null };

/**
 * The statements that create and mail the link that completes a sign-up. Earlier links stay valid. `returnTo`: the checked address that
 * the link leads back to.
 */
export function mailSignUpLink(ctx: Ctx, step: Step, details: SignUpDetails, returnTo: string | null): void {
  const { token, statement } = emailToken(ctx, step.orm, { purpose: 'sign-up', ...details });
  const content = verificationMail(ctx.config, {
    name: details.name,
    token,
    hasPassword: details.passwordHash !== null,
    returnTo,
  });
  step.add(statement);
  step.add(mailStatement(ctx, step.orm, { kind: 'verify-email', to: details.email, ...content }));
}

/** The newest pending sign-up with an address. */
export async function newestSignUp(ctx: Ctx, email: string): Promise<SignUpDetails | null> {
  const [newest] = await pendingSignUps(ctx, email, 1);
  return newest ?? null;
}

/**
 * The sign-up that a resent link completes. The owner of the mailbox cannot tell whose sign-up it is: if there were several
 * with different passwords, the link carries none, so that a stranger's password never gets into the owner's account.
 */
export async function signUpToResend(ctx: Ctx, email: string): Promise<SignUpDetails | null> {
  const [newest, ...others] = await pendingSignUps(ctx, email, 50);
  if (!newest) return null;
  return others.some(({ passwordHash }) => passwordHash !== newest.passwordHash)
    ? { ...newest, passwordHash: null }
    : newest;
}

async function pendingSignUps({ db, now }: Ctx, email: string, limit: number) {
  const { emailTokens } = db.tables;
  const rows = await db.orm
    .select({ name: emailTokens.name, passwordHash: emailTokens.passwordHash })
    .from(emailTokens)
    .where(
      and(
        eq(emailTokens.email, email),
        eq(emailTokens.purpose, 'sign-up'),
        isNull(emailTokens.consumedAt),
        isNotNull(emailTokens.passwordHash),
        gt(emailTokens.createdAt, new Date(now().getTime() - signUpLifetimeMs)),
      ),
    )
    .orderBy(desc(emailTokens.createdAt))
    .limit(limit);
  return rows.map(({ name, passwordHash }) => ({ email, name: name ?? '', passwordHash }));
}
