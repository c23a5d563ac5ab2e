import type { NewAuthenticator } from '@noek/contract/auth/second-factor';
import type { Step } from '@noek/db/database';
import { and, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { AppError, notFound } from '../../../errors.ts';
import { announceMail, mailStatement } from '../../outbox/enqueue-mail.ts';
import { announceAccount } from '../account/announce-account.ts';
import { ownRow, provenEmail, type UserRow } from '../auth.queries.ts';
import { codeSucceeded, limitCode } from '../limits/auth-limits.ts';
import { endChallengesStatement } from '../secrets/challenge.ts';
import { emailToken } from '../secrets/email-token.ts';
import { authenticatorAddedMail } from '../security.mails.ts';
import { securityChange } from '../security-change.ts';
import { securityEvent } from '../security-events/security-event.ts';
import { refuseDeletedAccount } from '../session/deleted-account.ts';
import { requireSession, signInFirst } from '../session/require-user.ts';
import { newSecret, sealSecret, setUpUri, stepOf, wrongCode } from './authenticator-code.ts';
import { newRecoveryCodes, replaceCodes } from './recovery-codes.ts';
import { removeFactor } from './remove-factor.ts';

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
 * hashes are stored. Older links in mails that lead to a new password become void. Throws BAD_REQUEST with `wrongCode: true`, CONFLICT if
 * there is nothing to finish, and RATE_LIMITED.
 */
export async function confirmAuthenticator(ctx: Ctx, { code }: { code: string }): Promise<{ recoveryCodes: string[] }> {
  const { user, sessionId } = requireSession(ctx);
  const { id } = user;
  await limitCode(ctx, id);
  const { authenticators: a, users } = ctx.db.tables;
  const [pending] = await ctx.db.orm.select().from(a).where(eq(a.userId, id));
  if (!pending) throw notBegun();
  if (pending.confirmedAt) throw alreadySetUp();
  const lastStep = stepOf(ctx, id, pending.secret, code);
  if (lastStep === null) throw wrongCode();
  const me = await ownRow(ctx, id);
  const renewLinks = await linksOfNewFactor(ctx, me, sessionId);
  const recoveryCodes = newRecoveryCodes();
  const at = ctx.now();
  await ctx.db.atomic((step) => {
    step.add(step.orm.update(users).set({ secondFactorAt: at, updatedAt: at }).where(eq(users.id, id)));
    step.must(
      step.orm
        .update(a)
        .set({ confirmedAt: at, lastStep })
        .where(and(eq(a.userId, id), eq(a.secret, pending.secret), isNull(a.confirmedAt)))
        .returning({ userId: a.userId }),
      alreadySetUp,
    );
    replaceCodes(ctx, step, id, recoveryCodes);
    step.add(endChallengesStatement(ctx, step.orm, id));
    step.add(securityEvent(ctx, step.orm, { userId: id, kind: 'authenticator-added' }));
    renewLinks(step);
  });
  announceMail(ctx);
  announceAccount(ctx, id);
  await codeSucceeded(ctx, id);
  return { recoveryCodes };
}

/** Removes the authenticator app and the recovery codes. Throws NOT_FOUND and UNAUTHORIZED. */
export async function removeAuthenticator(ctx: Ctx): Promise<{ message: string }> {
  const { id } = requireSession(ctx).user;
  const me = await ownRow(ctx, id);
  await ctx.db.atomic((step) => {
    const removed = removeFactor(ctx, step, id);
    step.check(() => {
      if (removed.rows.length === 0) throw noAuthenticator();
    });
    securityChange(ctx, step, me, 'authenticator-removed');
  });
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
  await ctx.db.atomic((step) => {
    // It locks the row: two renewals do not mix their codes.
    step.must(
      step.orm
        .update(a)
        .set({ lastStep: a.lastStep as never })
        .where(and(eq(a.userId, id), isNotNull(a.confirmedAt)))
        .returning({ userId: a.userId }),
      noAuthenticator,
    );
    replaceCodes(ctx, step, id, recoveryCodes);
    securityChange(ctx, step, me, 'recovery-codes-made');
  });
  announceMail(ctx);
  return { recoveryCodes };
}

const alreadySetUp = () => new AppError('CONFLICT', 'An authenticator app is set up already. Remove it first.');
const notBegun = () => new AppError('CONFLICT', 'The set-up has ended. Please begin again.');
const noAuthenticator = () => notFound('Your account has no authenticator app.');

/**
 * What a new second factor does to links in mails: older ones that lead to a new password or begin to remove a factor become void, as does
 * the one that ends the login in which the factor was set up. The mail about the factor has a new one for that login. Links about other
 * logins, and those of an address that the account no longer has, stay: they take the account back from an intruder, whose factor must not
 * void them. None of them removes a factor. Throws UNAUTHORIZED if the session has ended. Call `announceMail` after the commit.
 */
async function linksOfNewFactor(ctx: Ctx, user: UserRow, sessionId: string): Promise<(step: Step) => void> {
  const { emailTokens: t, sessions } = ctx.db.tables;
  const [login] = await ctx.db.orm
    .select({ familyId: sessions.familyId, createdAt: sessions.createdAt })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, user.id)));
  if (!login) throw signInFirst();
  const email = provenEmail(user);
  const ofLogin = and(eq(t.purpose, 'not-me'), eq(t.familyId, login.familyId), eq(t.email, email));
  return (step) => {
    const { token, statement } = emailToken(ctx, step.orm, { purpose: 'not-me', userId: user.id, email, ...login });
    const content = authenticatorAddedMail(ctx.config, { name: user.name, token });
    step.add(
      step.orm
        .delete(t)
        .where(and(eq(t.userId, user.id), or(inArray(t.purpose, ['reset-password', 'begin-factor-reset']), ofLogin))),
    );
    step.add(statement);
    step.add(mailStatement(ctx, step.orm, { kind: 'authenticator-added', to: email, userId: user.id, ...content }));
  };
}
