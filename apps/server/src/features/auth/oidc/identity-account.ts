import { randomUUID } from 'node:crypto';
import type { AccessLevel } from '@noek/contract/subscription/plans';
import { isForeignKeyViolation, isUniqueViolation, type Orm, type Statement, type Step } from '@noek/db/database';
import { and, eq, isNotNull, isNull, ne, or } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import type { OidcIdentity } from '../../../integrations/oidc/oidc-sign-in.ts';
import { announceMail, type MailContent, mailStatement } from '../../outbox/enqueue-mail.ts';
import { announceEvents } from '../../webhook-outbox/event-statement.ts';
import { stopWebhooksStatement } from '../../webhook-outbox/stop-webhooks.ts';
import { findUserByAddress, isProven, type UserRow } from '../auth.queries.ts';
import { removeFactor } from '../second-factor/remove-factor.ts';
import { secondFactorChallenge } from '../second-factor/second-factor-required.ts';
import { endChallengesStatement } from '../secrets/challenge.ts';
import { hashToken } from '../secrets/one-time-token.ts';
import { securityEvent } from '../security-events/security-event.ts';
import { refuseSuspended } from '../session/refuse-suspended.ts';
import { prepareSession } from '../session/session.ts';
import { addSignOut, announceSignOut } from '../session/sign-out.ts';
import { auditFirstAdmin, firstAdmin, insertAccount } from '../sign-up/new-account.ts';
import { revokeAllTokens } from '../tokens/revoke-token.ts';
import { LevelChanged } from './level-changed.ts';
import { type SignedInIdentity, SignInRefused } from './provider-sign-in.ts';

/** What a sign-in writes in the same step as its session. */
export type SignInAddition = {
  /** Runs first in the step. */
  lock(step: Step): void;
  /**
   * Runs once the account and its identity exist. `familyId` is the new login, or the id of the challenge that has to be answered first. The
   * step throws LevelChanged to have the sign-in begin again.
   */
  addTo(step: Step, familyId: string): void;
  /** Runs after the commit. */
  finish(): void;
};

/** How a provider's identities are treated. */
export type IdentityRules = {
  method: 'google' | 'company';
  /** Whether the address of the identity counts as the person's own. */
  trustsEmail: boolean;
  /** The mail to the owner of an account with a password that the identity was linked to. */
  linkedMail(holder: UserRow): MailContent;
  /** What the list of security events says about that. */
  detail?: string;
  also?(account: { userId: string; accessLevel: AccessLevel }): Promise<SignInAddition>;
};

/**
 * Signs in to the account of an identity. A new identity is linked to the account whose owner has proved to own its trusted address;
 * earlier ways to sign in to that account end (see `claim`). Without such an account, it gets a new one, and an account that uses the
 * address without proof loses it. Returns the session, or a challenge if the account needs a second factor, too. Throws SignInRefused for a
 * new identity without a trusted address.
 */
export async function signInIdentity(
  ctx: Ctx,
  identity: OidcIdentity,
  rules: IdentityRules,
): Promise<SignedInIdentity> {
  for (let attempt = 1; ; attempt++)
    try {
      return await trySignIn(ctx, identity, rules);
    } catch (error) {
      // Another tab was faster, or the account was deleted or changed its address or level in the meantime.
      const changed =
        isUniqueViolation(error) ||
        isForeignKeyViolation(error) ||
        error instanceof AddressChanged ||
        error instanceof LevelChanged;
      if (attempt === 3 || !changed) throw error;
    }
}

async function trySignIn(ctx: Ctx, identity: OidcIdentity, rules: IdentityRules) {
  const { identities, users } = ctx.db.tables;
  const { issuer, subject, email } = identity;
  const [known] = await ctx.db.orm
    .select({ userId: identities.userId, accessLevel: users.accessLevel })
    .from(identities)
    .innerJoin(users, eq(users.id, identities.userId))
    .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)));
  if (known)
    return beginSession(ctx, rules, known, (step) => {
      if (rules.trustsEmail && email) step.add(confirm(ctx, step.orm, known.userId, email));
    });
  if (!email || !rules.trustsEmail) throw new SignInRefused('no_email');

  const holder = await findUserByAddress(ctx.db, email);
  const link = (step: Step, userId: string) =>
    step.add(step.orm.insert(identities).values({ issuer, subject, userId, createdAt: ctx.now() }));
  const level = { accessLevel: 'basic' as const, ...firstAdmin(ctx, email) };
  if (holder && isProven(holder, email)) {
    const account = { userId: holder.id, accessLevel: holder.accessLevel };
    const signedIn = await beginSession(ctx, rules, account, (step) => {
      claim(ctx, step, holder, email, rules);
      link(step, holder.id);
    });
    announceMail(ctx);
    announceSignOut(ctx, holder.id);
    return signedIn;
  }
  if (holder && holder.previousEmail === null) {
    const { accessLevel } = { accessLevel: holder.accessLevel, ...firstAdmin(ctx, email) };
    const account = { userId: holder.id, accessLevel, endsFactor: true };
    const signedIn = await beginSession(ctx, rules, account, (step) => {
      takeOver(ctx, step, holder.id, email);
      link(step, holder.id);
    });
    announceSignOut(ctx, holder.id);
    return signedIn;
  }
  const id = randomUUID();
  const name = (identity.name ?? email.split('@', 1)[0] ?? '').slice(0, 120);
  const account = { id, email, name, passwordHash: null, needsPasswordReset: false };
  const signedIn = await beginSession(ctx, rules, { userId: id, ...level }, (step) => {
    insertAccount(ctx, step, account);
    link(step, id);
  });
  announceEvents(ctx);
  return signedIn;
}

/**
 * The first sign-in with this identity. A mail scanner may have opened the link that verified the address, for a stranger who
 * signed up with it. So if the account has a password, it is suspended until it is reset by mail, all sessions and unused links
 * end, an unconfirmed change of address is undone, and the owner is told.
 */
function claim(ctx: Ctx, step: Step, holder: UserRow, email: string, rules: IdentityRules): void {
  const { crossDomainTokens, emailTokens, passkeys, sessions, users } = ctx.db.tables;
  const stillTheirs = and(
    eq(users.id, holder.id),
    or(and(eq(users.email, email), isNotNull(users.emailVerifiedAt)), eq(users.previousEmail, email)),
  );
  const at = ctx.now();
  const kind = `${rules.method}-linked` as const;
  const unchanged = { signedInAt: users.signedInAt as never };
  const suspended = { needsPasswordReset: true, email, previousEmail: null, emailVerifiedAt: at, updatedAt: at };
  const hasPassword = holder.passwordHash !== null;
  step.must(
    step.orm
      .update(users)
      .set(hasPassword ? suspended : unchanged)
      .where(stillTheirs)
      .returning({ id: users.id }),
    () => new AddressChanged(),
  );
  const detail = rules.detail !== undefined && { detail: rules.detail };
  step.add(securityEvent(ctx, step.orm, { userId: holder.id, kind, ...detail }));
  if (!hasPassword) return;
  step.add(step.orm.delete(sessions).where(eq(sessions.userId, holder.id)));
  addSignOut(ctx, step, holder.id);
  revokeAllTokens(ctx.db, step, holder.id);
  step.add(stopWebhooksStatement(ctx, step.orm, holder.id));
  step.add(step.orm.delete(crossDomainTokens).where(eq(crossDomainTokens.userId, holder.id)));
  step.add(step.orm.delete(passkeys).where(eq(passkeys.userId, holder.id)));
  step.add(endChallengesStatement(ctx, step.orm, holder.id));
  step.add(
    step.orm.delete(emailTokens).where(and(eq(emailTokens.userId, holder.id), ne(emailTokens.purpose, 'sign-up'))),
  );
  step.add(mailStatement(ctx, step.orm, { kind, to: email, userId: holder.id, ...rules.linkedMail(holder) }));
}

/** The account no longer uses the address. */
class AddressChanged extends Error {}

/** Gives the owner of an address the account that used it unverified. The person who created it loses all access. */
function takeOver(ctx: Ctx, step: Step, userId: string, email: string): void {
  const { emailTokens, identities, passkeys, sessions, users, webhooks } = ctx.db.tables;
  const at = ctx.now();
  step.add(
    step.orm
      .update(users)
      .set({
        passwordHash: null,
        needsPasswordReset: false,
        emailVerifiedAt: at,
        updatedAt: at,
        ...firstAdmin(ctx, email),
      })
      .where(eq(users.id, userId)),
  );
  step.add(step.orm.delete(sessions).where(eq(sessions.userId, userId)));
  addSignOut(ctx, step, userId);
  revokeAllTokens(ctx.db, step, userId);
  step.add(step.orm.delete(webhooks).where(eq(webhooks.userId, userId)));
  step.add(step.orm.delete(emailTokens).where(eq(emailTokens.userId, userId)));
  step.add(step.orm.delete(identities).where(eq(identities.userId, userId)));
  step.add(step.orm.delete(passkeys).where(eq(passkeys.userId, userId)));
  removeFactor(ctx, step, userId);
  auditFirstAdmin(ctx, step, userId, email);
}

type SignedInAccount = {
  userId: string;
  accessLevel: AccessLevel;
  /** An account that is taken over from a person who never proved the address loses their second factor in the same step. */
  endsFactor?: boolean;
};

/** Creates the session, or the challenge of a second factor, in one step with what `before` adds. */
async function beginSession(
  ctx: Ctx,
  rules: IdentityRules,
  { userId, accessLevel, endsFactor = false }: SignedInAccount,
  before: (step: Step) => void,
): Promise<SignedInIdentity> {
  const also = await rules.also?.({ userId, accessLevel });
  const isChallenged = !endsFactor && (await hasSecondFactor(ctx, userId));
  if (isChallenged) await refuseSuspended(ctx, userId);
  const session = isChallenged ? null : await prepareSession(ctx, userId, { method: rules.method });
  const begun = await ctx.db.atomic((step) => {
    also?.lock(step);
    before(step);
    if (session) {
      also?.addTo(step, session.familyId);
      return { written: session.addTo(step), signedIn: { userId, sessionId: session.sessionId } };
    }
    const { challenge, statement } = secondFactorChallenge(ctx, step.orm, { userId, method: rules.method });
    also?.addTo(step, hashToken(challenge));
    step.add(statement);
    return { written: null, signedIn: { challenge } };
  });
  begun.written?.finish();
  also?.finish();
  return begun.signedIn;
}

async function hasSecondFactor({ db }: Ctx, userId: string): Promise<boolean> {
  const { users } = db.tables;
  const [row] = await db.orm.select({ at: users.secondFactorAt }).from(users).where(eq(users.id, userId));
  return row !== undefined && row.at !== null;
}

/** An address that the issuer has verified counts as verified for an account that was changed to it. */
function confirm({ db, now }: Ctx, orm: Orm, userId: string, email: string): Statement {
  const { users } = db.tables;
  return orm
    .update(users)
    .set({ emailVerifiedAt: now(), previousEmail: null, updatedAt: now() })
    .where(and(eq(users.id, userId), eq(users.email, email), isNull(users.emailVerifiedAt)));
}
