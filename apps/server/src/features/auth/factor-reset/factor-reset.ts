import { accountSecurity } from '@noek/contract/auth/limits';
import type { Orm, Step } from '@noek/db/database';
import type { Tables } from '@noek/db/tables';
import { and, eq, gt, isNotNull, isNull } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import { announceMail, mailStatement } from '../../outbox/enqueue-mail.ts';
import { ownRow, provenEmail, type UserRow } from '../auth.queries.ts';
import { callerOf, limit } from '../limits/auth-limits.ts';
import { emailToken } from '../secrets/email-token.ts';
import { hashToken } from '../secrets/one-time-token.ts';
import { factorResetPendingMail } from '../security.mails.ts';
import { securityEvent } from '../security-events/security-event.ts';

const HOUR = 60 * 60_000;
const dayMs = 24 * HOUR;
export const factorResetMs = accountSecurity.factorResetHours * HOUR;

type Purpose = 'begin-factor-reset' | 'stop-factor-reset';

/**
 * Begins to remove a lost second factor, with the token of the mail. It is removed after 72 hours, unless its owner stops it or signs in
 * with it. Asked again, the 72 hours do not begin again. Throws BAD_REQUEST for a used, expired or unknown token, and RATE_LIMITED.
 */
export async function beginFactorReset(ctx: Ctx, { token }: { token: string }): Promise<{ message: string }> {
  await limit(ctx, 'linkIp', callerOf(ctx));
  const userId = await findLink(ctx, 'begin-factor-reset', token);
  const user = await ownRow(ctx, userId);
  const { authenticators: a } = ctx.db.tables;
  const askedAt = ctx.now();
  await ctx.db.atomic((step) => {
    step.must(useLink(ctx, step.orm, 'begin-factor-reset', token), invalid);
    step.must(
      step.orm
        .update(a)
        .set({ resetAskedAt: askedAt, resetNextAt: new Date(askedAt.getTime() + dayMs) })
        .where(and(eq(a.userId, userId), isNotNull(a.confirmedAt), isNull(a.resetAskedAt)))
        .returning({ userId: a.userId }),
      nothingToReset,
    );
    step.add(securityEvent(ctx, step.orm, { userId, kind: 'factor-reset-begun' }));
    mailPendingReset(ctx, step, user, factorResetMs);
  });
  announceMail(ctx);
  return {
    message: `The authenticator app will be removed in ${accountSecurity.factorResetHours} hours. Until then, you get an email every day with a link that stops it.`,
  };
}

/** Keeps the second factor, with the token of one of the daily mails. Throws BAD_REQUEST for a token that is not valid, and RATE_LIMITED. */
export async function stopFactorReset(ctx: Ctx, { token }: { token: string }): Promise<{ message: string }> {
  await limit(ctx, 'linkIp', callerOf(ctx));
  const userId = await findLink(ctx, 'stop-factor-reset', token);
  const { authenticators: a } = ctx.db.tables;
  await ctx.db.atomic((step) => {
    step.must(useLink(ctx, step.orm, 'stop-factor-reset', token), invalid);
    step.must(
      step.orm
        .update(a)
        .set({ resetAskedAt: null, resetNextAt: null })
        .where(and(eq(a.userId, userId), isNotNull(a.resetAskedAt)))
        .returning({ userId: a.userId }),
      invalid,
    );
    step.add(securityEvent(ctx, step.orm, { userId, kind: 'factor-reset-stopped' }));
  });
  return { message: 'The authenticator app stays. If it was not you who asked, set a new password now.' };
}

/** The mail that tells the owner what will happen, with a link that stops it. */
export function mailPendingReset(
  deps: Pick<Deps, 'db' | 'now' | 'config'>,
  step: Step,
  user: Pick<UserRow, 'id' | 'name' | 'email' | 'previousEmail'>,
  leftMs: number,
): void {
  const to = provenEmail(user);
  const { token, statement } = emailToken(deps, step.orm, { purpose: 'stop-factor-reset', userId: user.id, email: to });
  const hoursLeft = Math.max(1, Math.ceil(leftMs / HOUR));
  const content = factorResetPendingMail(deps.config, { name: user.name, token, hoursLeft });
  step.add(statement);
  step.add(mailStatement(deps, step.orm, { kind: 'factor-reset-pending', to, userId: user.id, ...content }));
}

const usable = (t: Tables['emailTokens'], now: Date, purpose: Purpose, token: string) =>
  and(eq(t.id, hashToken(token)), eq(t.purpose, purpose), isNull(t.consumedAt), gt(t.expiresAt, now));

async function findLink({ db, now }: Ctx, purpose: Purpose, token: string): Promise<string> {
  const { emailTokens: t } = db.tables;
  const [link] = await db.orm
    .select({ userId: t.userId })
    .from(t)
    .where(usable(t, now(), purpose, token));
  if (!link?.userId) throw invalid();
  return link.userId;
}

function useLink({ db, now }: Ctx, orm: Orm, purpose: Purpose, token: string): PromiseLike<{ id: string }[]> {
  const { emailTokens: t } = db.tables;
  return orm
    .update(t)
    .set({ consumedAt: now() })
    .where(usable(t, now(), purpose, token))
    .returning({ id: t.id });
}

const invalid = () => new AppError('BAD_REQUEST', 'This link is invalid or has expired.');
const nothingToReset = () =>
  new AppError('BAD_REQUEST', 'There is nothing to remove, or the removal has begun already. Look at our last email.');
