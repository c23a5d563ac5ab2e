import { isForeignKeyViolation } from '@noek/db/database';
import type { Tables } from '@noek/db/tables';
import { and, eq, gt, gte, isNull, min } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { announceMail } from '../../outbox/enqueue-mail.ts';
import { callerOf, limit } from '../limits/auth-limits.ts';
import { removeFactorStatements } from '../second-factor/remove-factor.ts';
import { endChallengesStatement } from '../secrets/challenge.ts';
import { emailToken } from '../secrets/email-token.ts';
import { hashToken } from '../secrets/one-time-token.ts';
import { securityEvent } from '../security-events/security-event.ts';
import { announceEndedSessions } from '../session/watch-session.ts';

type Link = Tables['emailTokens']['$inferSelect'] & { userId: string };

/**
 * Ends a login that was not the owner's, with the token of the mail about it: that login ends on every host, the API tokens, passkeys and
 * authenticator app that were added since it began are removed, and the password is suspended. Returns a token that sets a new password.
 * Throws BAD_REQUEST for a used, expired or unknown token, and RATE_LIMITED.
 */
export async function notMe(ctx: Ctx, { token }: { token: string }): Promise<{ message: string; resetToken: string }> {
  await limit(ctx, 'linkIp', callerOf(ctx));
  const link = await findLink(ctx, hashToken(token));
  if (!link) throw invalid();
  const resetToken = await endLogin(ctx, link).catch((error) => {
    throw isForeignKeyViolation(error) ? invalid() : error;
  });
  announceMail(ctx);
  announceEndedSessions(ctx, link.userId);
  return { message: 'That login was ended. Please set a new password now.', resetToken };
}

async function findLink({ db, now }: Ctx, id: string): Promise<Link | null> {
  const { emailTokens: t } = db.tables;
  const [link] = await db.orm
    .select()
    .from(t)
    .where(and(eq(t.id, id), eq(t.purpose, 'not-me'), isNull(t.consumedAt), gt(t.expiresAt, now())));
  return link?.userId ? { ...link, userId: link.userId } : null;
}

async function endLogin(ctx: Ctx, link: Link): Promise<string> {
  const { apiTokens, authenticators, crossDomainTokens, emailTokens, passkeys, sessions, users } = ctx.db.tables;
  const { userId, familyId } = link;
  const ofLogin = and(eq(sessions.userId, userId), eq(sessions.familyId, familyId ?? ''));
  // The mail was written when the login began. If the login has ended, that is the time that is left.
  const [login] = await ctx.db.orm
    .select({ began: min(sessions.createdAt) })
    .from(sessions)
    .where(ofLogin);
  const since = login?.began ?? link.createdAt;
  const [added] = await ctx.db.orm
    .select({ userId: authenticators.userId })
    .from(authenticators)
    .where(and(eq(authenticators.userId, userId), gte(authenticators.confirmedAt, since)));
  let resetToken = '';
  await ctx.db.atomic(
    (orm) => {
      const reset = emailToken(ctx, orm, { purpose: 'reset-password', userId, email: link.email });
      resetToken = reset.token;
      return [
        // Sign-ins take the same lock: none of them can overlap with this step.
        orm
          .update(users)
          .set({ needsPasswordReset: true, updatedAt: ctx.now() })
          .where(and(eq(users.id, userId), isNull(users.deletedAt))),
        orm
          .update(emailTokens)
          .set({ consumedAt: ctx.now() })
          .where(and(eq(emailTokens.id, link.id), isNull(emailTokens.consumedAt), gt(emailTokens.expiresAt, ctx.now())))
          .returning({ id: emailTokens.id }),
        orm.delete(sessions).where(ofLogin),
        orm.delete(crossDomainTokens).where(eq(crossDomainTokens.userId, userId)),
        orm.delete(apiTokens).where(and(eq(apiTokens.userId, userId), gte(apiTokens.createdAt, since))),
        orm.delete(passkeys).where(and(eq(passkeys.userId, userId), gte(passkeys.createdAt, since))),
        ...(added ? removeFactorStatements(ctx, orm, userId) : [endChallengesStatement(ctx, orm, userId)]),
        reset.statement,
        securityEvent(ctx, orm, { userId, kind: 'not-me' }),
      ];
    },
    ([, used]) => {
      if ((used as unknown[]).length === 0) throw invalid();
    },
  );
  return resetToken;
}

const invalid = () => new AppError('BAD_REQUEST', 'This link is invalid or has expired.');
