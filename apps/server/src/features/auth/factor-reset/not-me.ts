import { isForeignKeyViolation, isUniqueViolation } from '@noek/db/database';
import type { Tables } from '@noek/db/tables';
import { and, eq, gt, gte, isNull, min, ne } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { announceMail } from '../../outbox/enqueue-mail.ts';
import { runAfter } from '../account-dependents.ts';
import { findUserByAddress } from '../auth.queries.ts';
import { callerOf, limit } from '../limits/auth-limits.ts';
import { endSetUp } from '../second-factor/remove-factor.ts';
import { emailToken } from '../secrets/email-token.ts';
import { hashToken } from '../secrets/one-time-token.ts';
import { securityEvent } from '../security-events/security-event.ts';
import { addSignOut, announceSignOut } from '../session/sign-out.ts';
import { revokeAllTokens } from '../tokens/revoke-token.ts';

type Link = Tables['emailTokens']['$inferSelect'] & { userId: string };

/**
 * Ends a login that was not the owner's, with the token of the mail about it: that login ends on every host, the API tokens, connected
 * apps, passkeys and linked accounts that were added since it began are removed, and the password is suspended. An authenticator app stays.
 * An address that was changed since then is set back to the one that got the mail. Returns a token that sets a new password. Throws
 * BAD_REQUEST for a used, expired or unknown token and if that address belongs to another account by now, and RATE_LIMITED.
 */
export async function notMe(ctx: Ctx, { token }: { token: string }): Promise<{ message: string; resetToken: string }> {
  await limit(ctx, 'linkIp', callerOf(ctx));
  const link = await findLink(ctx, hashToken(token));
  if (!link) throw invalid();
  const resetToken = await endLogin(ctx, link).catch((error) => {
    if (isForeignKeyViolation(error)) throw invalid();
    throw isUniqueViolation(error) ? belongsToAnother() : error;
  });
  announceMail(ctx);
  announceSignOut(ctx, link.userId);
  runAfter('afterEmailChange', ctx, link.userId);
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
  const { crossDomainTokens, emailTokens, identities, passkeys, sessions, users, webhooks } = ctx.db.tables;
  const { userId, familyId } = link;
  const ofLogin = and(eq(sessions.userId, userId), eq(sessions.familyId, familyId ?? ''));
  // The mail was written when the login began. If the login has ended, that is the time that is left.
  const [login] = await ctx.db.orm
    .select({ began: min(sessions.createdAt) })
    .from(sessions)
    .where(ofLogin);
  const since = login?.began ?? link.createdAt;
  const [user] = await ctx.db.orm.select({ email: users.email }).from(users).where(eq(users.id, userId));
  if (!user) throw invalid();
  const moved = user.email !== link.email;
  const holder = moved ? await findUserByAddress(ctx.db, link.email) : null;
  if (holder && holder.id !== userId) throw belongsToAnother();
  const restored = moved ? { email: link.email, previousEmail: null, emailVerifiedAt: ctx.now() } : {};
  return ctx.db.atomic((step) => {
    const reset = emailToken(ctx, step.orm, { purpose: 'reset-password', userId, email: link.email });
    // Sign-ins take the same lock: none of them can overlap with this step.
    step.add(
      step.orm
        .update(users)
        .set({ ...restored, needsPasswordReset: true, updatedAt: ctx.now() })
        .where(and(eq(users.id, userId), isNull(users.deletedAt))),
    );
    step.must(
      step.orm
        .update(emailTokens)
        .set({ consumedAt: ctx.now() })
        .where(and(eq(emailTokens.id, link.id), isNull(emailTokens.consumedAt), gt(emailTokens.expiresAt, ctx.now())))
        .returning({ id: emailTokens.id }),
      invalid,
    );
    step.add(step.orm.delete(sessions).where(ofLogin));
    addSignOut(ctx, step, userId);
    step.add(step.orm.delete(crossDomainTokens).where(eq(crossDomainTokens.userId, userId)));
    revokeAllTokens(ctx.db, step, userId, since);
    step.add(step.orm.delete(webhooks).where(and(eq(webhooks.userId, userId), gte(webhooks.createdAt, since))));
    step.add(step.orm.delete(passkeys).where(and(eq(passkeys.userId, userId), gte(passkeys.createdAt, since))));
    step.add(step.orm.delete(identities).where(and(eq(identities.userId, userId), gte(identities.createdAt, since))));
    endSetUp(ctx, step, userId);
    // Links that were sent to other addresses since then would take the account again.
    step.add(
      step.orm
        .delete(emailTokens)
        .where(
          and(eq(emailTokens.userId, userId), ne(emailTokens.email, link.email), gte(emailTokens.createdAt, since)),
        ),
    );
    step.add(reset.statement);
    step.add(securityEvent(ctx, step.orm, { userId, kind: 'not-me' }));
    return reset.token;
  });
}

const invalid = () => new AppError('BAD_REQUEST', 'This link is invalid or has expired.');
const belongsToAnother = () => new AppError('BAD_REQUEST', 'This email address now belongs to another account.');
