import type { Orm, Statement } from '@noek/db/database';
import { and, desc, eq, gt, isNotNull, isNull } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { mailStatement } from '../../outbox/enqueue-mail.ts';
import { verificationMail } from '../auth.mails.ts';
import { emailToken } from '../email/email-token.ts';

/** How long a sign-up waits, in milliseconds: its links are good for a day, and may be sent again until then. */
export const signUpWaitsMs = 30 * 24 * 60 * 60_000;

/** What a person chose at sign-up. Without a password hash the account gets its password by a reset. */
export type SignUpChoice = { email: string; name: string; passwordHash: string | null };

/** The statements that make a link with which the account of a sign-up is made, and mail it; links sent earlier stay good. */
export function signUpLinkStatements(ctx: Ctx, orm: Orm, choice: SignUpChoice): Statement[] {
  const { token, statement } = emailToken(ctx, orm, { purpose: 'sign-up', ...choice });
  const content = verificationMail(ctx.config, { name: choice.name, token, hasPassword: choice.passwordHash !== null });
  return [statement, mailStatement(ctx, orm, { kind: 'verify-email', to: choice.email, ...content })];
}

/** The newest sign-up with an address that still waits for its link to be opened. */
export async function newestSignUp(ctx: Ctx, email: string): Promise<SignUpChoice | null> {
  const [newest] = await waitingSignUps(ctx, email, 1);
  return newest ?? null;
}

/**
 * What a link that is mailed again stands for. The mailbox's owner cannot tell whose sign-up it repeats: when there were
 * several, it carries nobody's password, so that a stranger's never gets into the owner's account.
 */
export async function repeatedSignUp(ctx: Ctx, email: string): Promise<SignUpChoice | null> {
  const [newest, ...others] = await waitingSignUps(ctx, email, 50);
  if (!newest) return null;
  return others.some(({ passwordHash }) => passwordHash !== newest.passwordHash)
    ? { ...newest, passwordHash: null }
    : newest;
}

async function waitingSignUps({ db, now }: Ctx, email: string, limit: number) {
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
        gt(emailTokens.createdAt, new Date(now().getTime() - signUpWaitsMs)),
      ),
    )
    .orderBy(desc(emailTokens.createdAt))
    .limit(limit);
  return rows.map(({ name, passwordHash }) => ({ email, name: name ?? '', passwordHash }));
}
