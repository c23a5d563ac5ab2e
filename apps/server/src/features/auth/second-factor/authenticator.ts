import type { NewAuthenticator } from '@noek/contract/auth/second-factor';
import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { AppError, notFound } from '../../../errors.ts';
import { announceMail } from '../../outbox/enqueue-mail.ts';
import { announceAccount } from '../account/announce-account.ts';
import { ownRow } from '../auth.queries.ts';
import { codeSucceeded, limitCode } from '../limits/auth-limits.ts';
import { endChallengesStatement } from '../secrets/challenge.ts';
import { securityChange } from '../security-change.ts';
import { securityEvent } from '../security-events/security-event.ts';
import { refuseDeletedAccount } from '../session/deleted-account.ts';
import { requireSession } from '../session/require-user.ts';
import { newSecret, sealSecret, setUpUri, stepOf, wrongCode } from './authenticator-code.ts';
import { linksOfNewFactor } from './links-of-new-factor.ts';
import { newRecoveryCodes, replaceCodesStatements } from './recovery-codes.ts';
import { removeFactorStatements } from './remove-factor.ts';

/** Begins to set up an authenticator app: a new secret, which counts once its code was entered. Throws CONFLICT and UNAUTHORIZED. */
export async function startAuthenticator(ctx: Ctx): Promise<NewAuthenticator> {
  const { user } = requireSession(ctx);
  const { authenticators: a } = ctx.db.tables;
  const secret = newSecret();
  const row = { secret: sealSecret(ctx, user.id, secret), createdAt: ctx.now(), lastStep: 0 };
  const stored = await ctx.db
    .write((orm) =>
      orm
        .insert(a)
        .values({ userId: user.id, ...row })
        .onConflictDoUpdate({ target: a.userId, set: row, setWhere: isNull(a.confirmedAt) })
        .returning({ userId: a.userId }),
    )
    .catch(refuseDeletedAccount);
  if (stored.length === 0) throw alreadySetUp();
  return { secret, uri: setUpUri(secret, user.email) };
}

/**
 * Finishes the set-up with the current code of the app. From then on, sign-ins need a code. Returns the recovery codes, of which only
 * hashes are stored. Older links in mails that lead to a new password become void. Throws BAD_REQUEST with `wrongCode: true`, CONFLICT if there is nothing to finish, and RATE_LIMITED.
 */
export async function confirmAuthenticator(ctx: Ctx, { code }: { code: string }): Promise<{ recoveryCodes: string[] }> {
  const { user, sessionId } = requireSession(ctx);
  const { id } = user;
  await limitCode(ctx, id);
  const { authenticators: a, users } = ctx.db.tables;
  const [pending] = await ctx.db.orm.select().from(a).where(eq(a.userId, id));
  if (!pending) throw notBegun();
  if (pending.confirmedAt) throw alreadySetUp();
  const step = stepOf(ctx, id, pending.secret, code);
  if (step === null) throw wrongCode();
  const me = await ownRow(ctx, id);
  const renewLinks = await linksOfNewFactor(ctx, me, sessionId);
  const recoveryCodes = newRecoveryCodes();
  const at = ctx.now();
  await ctx.db.atomic(
    (orm) => [
      orm.update(users).set({ secondFactorAt: at, updatedAt: at }).where(eq(users.id, id)),
      orm
        .update(a)
        .set({ confirmedAt: at, lastStep: step })
        .where(and(eq(a.userId, id), eq(a.secret, pending.secret), isNull(a.confirmedAt)))
        .returning({ userId: a.userId }),
      ...replaceCodesStatements(ctx, orm, id, recoveryCodes),
      endChallengesStatement(ctx, orm, id),
      securityEvent(ctx, orm, { userId: id, kind: 'authenticator-added' }),
      ...renewLinks(orm),
    ],
    ([, confirmed]) => {
      if ((confirmed as unknown[]).length === 0) throw alreadySetUp();
    },
  );
  announceMail(ctx);
  announceAccount(ctx, id);
  await codeSucceeded(ctx, id);
  return { recoveryCodes };
}

/** Removes the authenticator app and the recovery codes. Throws NOT_FOUND and UNAUTHORIZED. */
export async function removeAuthenticator(ctx: Ctx): Promise<{ message: string }> {
  const { id } = requireSession(ctx).user;
  const me = await ownRow(ctx, id);
  await ctx.db.atomic(
    (orm) => [...removeFactorStatements(ctx, orm, id), ...securityChange(ctx, orm, me, 'authenticator-removed')],
    ([, removed]) => {
      if ((removed as unknown[]).length === 0) throw noAuthenticator();
    },
  );
  announceMail(ctx);
  announceAccount(ctx, id);
  return { message: 'Authenticator app removed.' };
}

/** Replaces the recovery codes. Returns the new ones, once. Throws NOT_FOUND without an authenticator app, and UNAUTHORIZED. */
export async function renewRecoveryCodes(ctx: Ctx): Promise<{ recoveryCodes: string[] }> {
  const { id } = requireSession(ctx).user;
  const me = await ownRow(ctx, id);
  const { authenticators: a } = ctx.db.tables;
  const recoveryCodes = newRecoveryCodes();
  await ctx.db.atomic(
    (orm) => [
      // It locks the row: two renewals do not mix their codes.
      orm
        .update(a)
        .set({ lastStep: a.lastStep as never })
        .where(and(eq(a.userId, id), isNotNull(a.confirmedAt)))
        .returning({ userId: a.userId }),
      ...replaceCodesStatements(ctx, orm, id, recoveryCodes),
      ...securityChange(ctx, orm, me, 'recovery-codes-made'),
    ],
    ([found]) => {
      if ((found as unknown[]).length === 0) throw noAuthenticator();
    },
  );
  announceMail(ctx);
  return { recoveryCodes };
}

const alreadySetUp = () => new AppError('CONFLICT', 'An authenticator app is set up already. Remove it first.');
const notBegun = () => new AppError('CONFLICT', 'The set-up has ended. Please begin again.');
const noAuthenticator = () => notFound('Your account has no authenticator app.');
