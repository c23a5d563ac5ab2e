import { randomUUID } from 'node:crypto';
import { isForeignKeyViolation, isUniqueViolation, type Orm, type Statement } from '@noek/db/database';
import { and, eq, isNotNull, isNull, ne, or } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import type { GoogleIdentity } from '../../../integrations/google/google-sign-in.ts';
import { announceMail, mailStatement } from '../../outbox/enqueue-mail.ts';
import { googleLinkedMail } from '../auth.mails.ts';
import { findUserByAddress, isProven, type UserRow } from '../auth.queries.ts';
import { removeFactorStatements } from '../second-factor/remove-factor.ts';
import { secondFactorChallenge } from '../second-factor/second-factor-required.ts';
import { endChallengesStatement } from '../secrets/challenge.ts';
import { securityEvent } from '../security-events/security-event.ts';
import { refuseSuspended } from '../session/refuse-suspended.ts';
import { prepareSession } from '../session/session.ts';
import { announceEndedSessions } from '../session/watch-session.ts';
import { firstAdmin, firstAdminAudit, newAccountStatements } from '../sign-up/new-account.ts';
import { revokeTokensStatement } from '../tokens/revoke-token.ts';

/** The new session, or what has to be answered with a second factor. */
type SignedInIdentity = { userId: string; sessionId: string } | { challenge: string };

/**
 * Signs in to the account of an identity. A new identity is linked to the account whose owner has proved to own its verified address;
 * earlier ways to sign in to that account end (see `claim`). Without such an account, it gets a new one, and an account that uses the
 * address without proof loses it. Returns the session; a challenge if the account needs a second factor, too; or null for a new identity whose
 * address is missing or not verified by the issuer.
 */
export async function signInIdentity(ctx: Ctx, identity: GoogleIdentity): Promise<SignedInIdentity | null> {
  for (let attempt = 1; ; attempt++)
    try {
      return await trySignIn(ctx, identity);
    } catch (error) {
      // Another tab was faster, or the account was deleted or changed its address in the meantime.
      const changed = isUniqueViolation(error) || isForeignKeyViolation(error) || error instanceof AddressChanged;
      if (attempt === 3 || !changed) throw error;
    }
}

async function trySignIn(ctx: Ctx, identity: GoogleIdentity) {
  const { identities } = ctx.db.tables;
  const { issuer, subject, email, emailVerified } = identity;
  const [known] = await ctx.db.orm
    .select({ userId: identities.userId })
    .from(identities)
    .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)));
  if (known)
    return beginSession(ctx, known.userId, (orm) =>
      emailVerified && email ? [confirm(ctx, orm, known.userId, email)] : [],
    );
  if (!email || !emailVerified) return null;

  const holder = await findUserByAddress(ctx.db, email);
  const link = (orm: Orm, userId: string) =>
    orm.insert(identities).values({ issuer, subject, userId, createdAt: ctx.now() });
  if (holder && isProven(holder, email)) {
    const signedIn = await beginSession(
      ctx,
      holder.id,
      (orm) => [...claim(ctx, orm, holder, email), link(orm, holder.id)],
      ([claimed]) => {
        if ((claimed as unknown[]).length === 0) throw new AddressChanged();
      },
    );
    announceMail(ctx);
    announceEndedSessions(ctx, holder.id);
    return signedIn;
  }
  if (holder && holder.previousEmail === null) {
    const steps = (orm: Orm) => [...takeOver(ctx, orm, holder.id, email), link(orm, holder.id)];
    const signedIn = await beginSession(ctx, holder.id, steps, () => {}, true);
    announceEndedSessions(ctx, holder.id);
    return signedIn;
  }
  const id = randomUUID();
  const name = (identity.name ?? email.split('@', 1)[0] ?? '').slice(0, 120);
  const account = { id, email, name, passwordHash: null, needsPasswordReset: false };
  return beginSession(ctx, id, (orm) => [...newAccountStatements(ctx, orm, account), link(orm, id)]);
}

/**
 * The first sign-in with this identity. A mail scanner may have opened the link that verified the address, for a stranger who
 * signed up with it. So if the account has a password, it is suspended until it is reset by mail, all sessions and unused links
 * end, an unconfirmed change of address is undone, and the owner is told.
 */
function claim(ctx: Ctx, orm: Orm, holder: UserRow, email: string): Statement[] {
  const { crossDomainTokens, emailTokens, passkeys, sessions, users } = ctx.db.tables;
  const stillTheirs = and(
    eq(users.id, holder.id),
    or(and(eq(users.email, email), isNotNull(users.emailVerifiedAt)), eq(users.previousEmail, email)),
  );
  const at = ctx.now();
  const unchanged = { signedInAt: users.signedInAt as never };
  const suspended = { needsPasswordReset: true, email, previousEmail: null, emailVerifiedAt: at, updatedAt: at };
  const hasPassword = holder.passwordHash !== null;
  const taken = orm
    .update(users)
    .set(hasPassword ? suspended : unchanged)
    .where(stillTheirs)
    .returning({ id: users.id });
  if (!hasPassword) return [taken];
  return [
    taken,
    orm.delete(sessions).where(eq(sessions.userId, holder.id)),
    revokeTokensStatement(ctx.db, orm, holder.id),
    orm.delete(crossDomainTokens).where(eq(crossDomainTokens.userId, holder.id)),
    orm.delete(passkeys).where(eq(passkeys.userId, holder.id)),
    endChallengesStatement(ctx, orm, holder.id),
    securityEvent(ctx, orm, { userId: holder.id, kind: 'google-linked' }),
    orm.delete(emailTokens).where(and(eq(emailTokens.userId, holder.id), ne(emailTokens.purpose, 'sign-up'))),
    mailStatement(ctx, orm, {
      kind: 'google-linked',
      to: email,
      userId: holder.id,
      ...googleLinkedMail(ctx.config, holder),
    }),
  ];
}

/** The account no longer uses the address. */
class AddressChanged extends Error {}

/** Gives the owner of an address the account that used it unverified. The person who created it loses all access. */
function takeOver(ctx: Ctx, orm: Orm, userId: string, email: string): Statement[] {
  const { emailTokens, identities, passkeys, sessions, users } = ctx.db.tables;
  const at = ctx.now();
  return [
    orm
      .update(users)
      .set({
        passwordHash: null,
        needsPasswordReset: false,
        emailVerifiedAt: at,
        updatedAt: at,
        ...firstAdmin(ctx, email),
      })
      .where(eq(users.id, userId)),
    orm.delete(sessions).where(eq(sessions.userId, userId)),
    revokeTokensStatement(ctx.db, orm, userId),
    orm.delete(emailTokens).where(eq(emailTokens.userId, userId)),
    orm.delete(identities).where(eq(identities.userId, userId)),
    orm.delete(passkeys).where(eq(passkeys.userId, userId)),
    ...removeFactorStatements(ctx, orm, userId),
    ...firstAdminAudit(ctx, orm, userId, email),
  ];
}

/** Creates the session in one step with the statements of `before`; `verify` checks the rows of those. */
async function beginSession(
  ctx: Ctx,
  userId: string,
  before: (orm: Orm) => Statement[],
  verify: (rows: readonly unknown[]) => void = () => {},
  endsFactor = false,
): Promise<SignedInIdentity> {
  const { users } = ctx.db.tables;
  const [account] = await ctx.db.orm.select({ factorAt: users.secondFactorAt }).from(users).where(eq(users.id, userId));
  // An account that is taken over from somebody who never proved the address loses their second factor in the same step.
  if (account?.factorAt && !endsFactor) {
    await refuseSuspended(ctx, userId);
    await ctx.db.atomic(
      (orm) => [...before(orm)],
      (rows: readonly unknown[]) => verify(rows),
    );
    return { challenge: await secondFactorChallenge(ctx, userId, 'google') };
  }
  const session = await prepareSession(ctx, userId, { method: 'google' });
  let first = 0;
  const own = (rows: readonly unknown[]) => rows.slice(first);
  const rows: readonly unknown[] = await ctx.db.atomic(
    (orm) => {
      const earlier = before(orm);
      first = earlier.length;
      return [...earlier, ...session.statements(orm)];
    },
    (results: readonly unknown[]) => {
      verify(results);
      session.verify(own(results));
    },
  );
  session.finish(own(rows));
  return { userId, sessionId: session.sessionId };
}

/** An address that the issuer has verified counts as verified for an account that was changed to it. */
function confirm({ db, now }: Ctx, orm: Orm, userId: string, email: string): Statement {
  const { users } = db.tables;
  return orm
    .update(users)
    .set({ emailVerifiedAt: now(), previousEmail: null, updatedAt: now() })
    .where(and(eq(users.id, userId), eq(users.email, email), isNull(users.emailVerifiedAt)));
}
