import { type Database, isForeignKeyViolation, isUniqueViolation } from '@noek/db/database';
import type { Tables } from '@noek/db/tables';
import { and, eq, gt, gte, isNotNull, isNull, ne, or, type SQL } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { announceMail } from '../../outbox/enqueue-mail.ts';
import { stopWebhooksStatement } from '../../webhook-outbox/stop-webhooks.ts';
import { runAfter } from '../account-dependents.ts';
import { findUserByAddress } from '../auth.queries.ts';
import { callerOf, limit } from '../limits/auth-limits.ts';
import { mailResetLink } from '../password/forgot-password.ts';
import { endSetUp } from '../second-factor/remove-factor.ts';
import { hashToken } from '../secrets/one-time-token.ts';
import { addSignOut, announceSignOut } from '../session/sign-out.ts';
import { revokeAllTokens } from '../tokens/revoke-token.ts';

type Link = Tables['emailTokens']['$inferSelect'];

/**
 * Undoes a change of address with the token that the old address got. The person who made the change knew the password and may have added
 * other ways to sign in. So all sessions end, the password becomes void, links, identities and passkeys added since are deleted, and the
 * address gets a link to set a new password. An authenticator app stays. Throws BAD_REQUEST for a used, expired or unknown token, and
 * RATE_LIMITED.
 */
export async function undoEmailChange(ctx: Ctx, { token }: { token: string }): Promise<{ message: string }> {
  await limit(ctx, 'linkIp', callerOf(ctx));
  const link = await findLink(ctx, hashToken(token));
  if (!link) throw invalid();
  const holder = await findUserByAddress(ctx.db, link.email);
  if (holder && holder.id !== link.userId) throw belongsToAnother();
  await restore(ctx, link).catch((error) => {
    if (isForeignKeyViolation(error)) throw invalid();
    throw isUniqueViolation(error) ? belongsToAnother() : error;
  });
  announceMail(ctx);
  announceSignOut(ctx, link.userId);
  runAfter('afterEmailChange', ctx, link.userId);
  if ('user' in ctx.actor && ctx.actor.user.id === link.userId) ctx.cookies.set('session', null);
  return { message: 'Your email address was restored. We sent you a link to set a new password.' };
}

/** Whether an account has undone a change of its address, which voids the password. Known until a new one is set. */
export async function hasUndoneEmailChange({ db }: Ctx, userId: string): Promise<boolean> {
  const { emailTokens } = db.tables;
  const undone = and(eq(emailTokens.userId, userId), isUndone(db));
  return (await db.orm.select({ id: emailTokens.id }).from(emailTokens).where(undone).limit(1)).length > 0;
}

/** The links that undid a change of address. */
export const isUndone = ({ tables: { emailTokens } }: Database) =>
  and(eq(emailTokens.purpose, 'undo-email-change'), isNotNull(emailTokens.consumedAt)) as SQL;

async function findLink({ db, now }: Ctx, id: string): Promise<(Link & { userId: string }) | null> {
  const { emailTokens } = db.tables;
  const [link] = await db.orm
    .select()
    .from(emailTokens)
    .where(
      and(
        eq(emailTokens.id, id),
        eq(emailTokens.purpose, 'undo-email-change'),
        isNull(emailTokens.consumedAt),
        gt(emailTokens.expiresAt, now()),
      ),
    );
  return link?.userId ? { ...link, userId: link.userId } : null;
}

async function restore(ctx: Ctx, link: Link & { userId: string }): Promise<void> {
  const { emailTokens, identities, passkeys, sessions, users } = ctx.db.tables;
  const { userId, email } = link;
  const at = ctx.now();
  const [user] = await ctx.db.orm.select({ id: users.id, name: users.name }).from(users).where(eq(users.id, userId));
  if (!user) throw invalid();
  const since = gte(emailTokens.createdAt, link.createdAt);
  await ctx.db.atomic((step) => {
    step.add(
      step.orm
        .update(users)
        .set({
          email,
          previousEmail: null,
          emailVerifiedAt: at,
          passwordHash: null,
          needsPasswordReset: true,
          updatedAt: at,
        })
        .where(eq(users.id, userId)),
    );
    step.must(
      step.orm
        .update(emailTokens)
        .set({ consumedAt: at })
        .where(and(eq(emailTokens.id, link.id), isNull(emailTokens.consumedAt), gt(emailTokens.expiresAt, at)))
        .returning({ id: emailTokens.id }),
      invalid,
    );
    step.add(step.orm.delete(sessions).where(eq(sessions.userId, userId)));
    addSignOut(ctx, step, userId);
    revokeAllTokens(ctx.db, step, userId);
    step.add(stopWebhooksStatement(ctx, step.orm, userId));
    step.add(
      step.orm.delete(passkeys).where(and(eq(passkeys.userId, userId), gte(passkeys.createdAt, link.createdAt))),
    );
    endSetUp(ctx, step, userId);
    step.add(
      step.orm.delete(identities).where(and(eq(identities.userId, userId), gte(identities.createdAt, link.createdAt))),
    );
    step.add(
      step.orm
        .delete(emailTokens)
        .where(
          and(
            eq(emailTokens.userId, userId),
            ne(emailTokens.id, link.id),
            ne(emailTokens.purpose, 'sign-up'),
            or(ne(emailTokens.purpose, 'undo-email-change'), since),
          ),
        ),
    );
    mailResetLink(ctx, step, { ...user, email, previousEmail: null }, null);
  });
}

const invalid = () => new AppError('BAD_REQUEST', 'This link is invalid or has expired.');
const belongsToAnother = () => new AppError('BAD_REQUEST', 'This email address now belongs to another account.');
