import type { ResetPasswordInput } from '@noek/contract/auth/schemas';
import { isForeignKeyViolation } from '@noek/db/database';
import type { Tables } from '@noek/db/tables';
import { and, eq, gt, isNull, ne } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { announceMail, mailStatement } from '../../outbox/enqueue-mail.ts';
import { stopWebhooksStatement } from '../../webhook-outbox/stop-webhooks.ts';
import { mayDoWithoutCompany, onlyCompany } from '../account/only-company.ts';
import { passwordChangedMail } from '../auth.mails.ts';
import { provenEmail, type UserRow } from '../auth.queries.ts';
import { callerOf, limit, loginSucceeded, takeMailQuota } from '../limits/auth-limits.ts';
import { rememberDevice } from '../limits/known-device.ts';
import { endChallengesStatement } from '../secrets/challenge.ts';
import { hashToken } from '../secrets/one-time-token.ts';
import { hashPassword } from '../secrets/password.ts';
import { securityEvent } from '../security-events/security-event.ts';
import { addSignOut, announceSignOut } from '../session/sign-out.ts';
import { revokeAllTokens } from '../tokens/revoke-token.ts';

/**
 * Sets a new password with the token of a mail. The link also proves the address that it was sent to: that becomes the account's
 * verified address, and the browser becomes a known device. All sessions of the account end, and the owner gets a mail. Throws
 * BAD_REQUEST for a used, expired or unknown token, RATE_LIMITED, and FORBIDDEN where people sign in with their company's account only.
 */
export async function resetPassword(
  ctx: Ctx,
  { token, newPassword }: ResetPasswordInput,
): Promise<{ message: string }> {
  await limit(ctx, 'linkIp', callerOf(ctx));
  const found = await findLink(ctx, hashToken(token));
  if (!(await mayDoWithoutCompany(ctx, found?.user.id))) throw onlyCompany();
  if (!found) throw invalid();
  await setPassword(ctx, found, await hashPassword(newPassword, { rank: 'known', of: found.user.id }));
  rememberDevice(ctx, found.user.id);
  await loginSucceeded(ctx, found.link.email, found.user.id);
  announceMail(ctx);
  announceSignOut(ctx, found.user.id);
  if ('user' in ctx.actor && ctx.actor.user.id === found.user.id) ctx.cookies.set('session', null);
  return { message: 'Your password was changed. You can now sign in with it.' };
}

type Found = { user: UserRow; link: Tables['emailTokens']['$inferSelect'] };

/** A link that is still valid, with its account. */
async function findLink({ db, now }: Ctx, id: string): Promise<Found | null> {
  const { emailTokens, users } = db.tables;
  const [row] = await db.orm
    .select({ user: users, link: emailTokens })
    .from(emailTokens)
    .innerJoin(users, eq(users.id, emailTokens.userId))
    .where(
      and(
        eq(emailTokens.id, id),
        eq(emailTokens.purpose, 'reset-password'),
        isNull(emailTokens.consumedAt),
        gt(emailTokens.expiresAt, now()),
      ),
    );
  return row && provenEmail(row.user) === row.link.email ? row : null;
}

async function setPassword(ctx: Ctx, { user, link }: Found, passwordHash: string): Promise<void> {
  const { emailTokens, sessions, users } = ctx.db.tables;
  const at = ctx.now();
  const address = { email: link.email, previousEmail: null, emailVerifiedAt: user.emailVerifiedAt ?? at };
  const asRead =
    user.previousEmail === null ? isNull(users.previousEmail) : eq(users.previousEmail, user.previousEmail);
  const notifies = await takeMailQuota(ctx, 'password-changed', link.email);
  await ctx.db
    .atomic((step) => {
      step.must(
        step.orm
          .update(users)
          .set({ passwordHash, needsPasswordReset: false, ...address, updatedAt: at })
          .where(and(eq(users.id, user.id), eq(users.email, user.email), asRead))
          .returning({ id: users.id }),
        invalid,
      );
      step.must(
        step.orm
          .update(emailTokens)
          .set({ consumedAt: at })
          .where(and(eq(emailTokens.id, link.id), isNull(emailTokens.consumedAt), gt(emailTokens.expiresAt, at)))
          .returning({ id: emailTokens.id }),
        invalid,
      );
      step.add(step.orm.delete(sessions).where(eq(sessions.userId, user.id)));
      addSignOut(ctx, step, user.id);
      revokeAllTokens(ctx.db, step, user.id);
      step.add(stopWebhooksStatement(ctx, step.orm, user.id));
      step.add(endChallengesStatement(ctx, step.orm, user.id));
      step.add(securityEvent(ctx, step.orm, { userId: user.id, kind: 'password-reset' }));
      step.add(
        step.orm
          .delete(emailTokens)
          .where(
            and(
              eq(emailTokens.userId, user.id),
              eq(emailTokens.purpose, 'reset-password'),
              ne(emailTokens.id, link.id),
            ),
          ),
      );
      if (notifies)
        step.add(
          mailStatement(ctx, step.orm, {
            kind: 'password-changed',
            to: link.email,
            userId: user.id,
            ...passwordChangedMail(ctx.config, user),
          }),
        );
    })
    .catch((error) => {
      throw isForeignKeyViolation(error) ? invalid() : error;
    });
}

const invalid = () =>
  new AppError('BAD_REQUEST', 'This reset link is invalid or has expired. Please request a new one.');
