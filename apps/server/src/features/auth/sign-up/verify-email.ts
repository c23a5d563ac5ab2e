import { randomUUID } from 'node:crypto';
import { isUniqueViolation, type Step } from '@noek/db/database';
import type { Tables } from '@noek/db/tables';
import { and, eq, gt, inArray, isNull, or } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { announceEvents } from '../../webhook-outbox/event-statement.ts';
import { announceAccount } from '../account/announce-account.ts';
import { findUserByAddress, isProven } from '../auth.queries.ts';
import { callerOf, limit } from '../limits/auth-limits.ts';
import { hashToken } from '../secrets/one-time-token.ts';
import { createSession } from '../session/session.ts';
import { auditFirstAdmin, firstAdmin, insertAccount } from './new-account.ts';
import { isOfSignUp } from './sign-up-device.ts';

type Verified = { verified: true; message: string; user: { name: string }; email: string; signedIn: boolean };
type Link = Tables['emailTokens']['$inferSelect'];

/**
 * Verifies the address that a link was mailed to: creates the account of a sign-up, or confirms a changed address. The owner
 * of ADMIN_EMAIL becomes an administrator. A link works once. Repeated until it expires (a double click, a page that loads
 * twice), the call returns the same result and changes nothing. With `signIn`, creates a session if this call created the account and a guest's
 * browser made its sign-up. Throws BAD_REQUEST with `verified: false`, and RATE_LIMITED.
 */
export async function verifyEmail(
  ctx: Ctx,
  { token, signIn = false }: { token: string; signIn?: boolean },
): Promise<Verified> {
  if (!token) throw refusal('No verification token found in the URL');
  await limit(ctx, 'linkIp', callerOf(ctx));
  const link = await findLink(ctx, hashToken(token));
  if (!link) throw invalid();
  const { name, createdId = null } =
    link.purpose === 'sign-up' ? await createAccount(ctx, link) : { name: await confirmAddress(ctx, link) };
  const signedIn = signIn && createdId !== null && (await signInHere(ctx, createdId, link));
  return { verified: true, message: 'Email Verified Successfully!', user: { name }, email: link.email, signedIn };
}

/** Signs this browser in to the account that was just created, if it made the sign-up. Returns whether it did. */
async function signInHere(ctx: Ctx, userId: string, link: Link): Promise<boolean> {
  if (ctx.actor.kind !== 'guest' || ctx.config.companySignIn.only || !isOfSignUp(ctx, link)) return false;
  await createSession(ctx, userId, { passwordHash: link.passwordHash });
  ctx.cookies.set('sign-up', null);
  return true;
}

/** A link that has not expired, used or not. */
async function findLink({ db, now }: Ctx, id: string): Promise<Link | undefined> {
  const { emailTokens } = db.tables;
  const [row] = await db.orm
    .select()
    .from(emailTokens)
    .where(
      and(
        eq(emailTokens.id, id),
        inArray(emailTokens.purpose, ['sign-up', 'verify-email']),
        gt(emailTokens.expiresAt, now()),
      ),
    );
  return row;
}

/**
 * Creates the account of a sign-up. Links of the same sign-up are marked as used; links of other sign-ups become void. `createdId`: the id of
 * the account, if this call created it.
 */
async function createAccount(ctx: Ctx, link: Link): Promise<{ name: string; createdId?: string }> {
  const name = link.name ?? '';
  if (link.consumedAt) return { name };
  const holder = await findUserByAddress(ctx.db, link.email);
  if (holder && isProven(holder, link.email)) {
    await requireUsed(ctx, link);
    return { name };
  }
  const { emailTokens: t } = ctx.db.tables;
  const { email, passwordHash } = link;
  const pending = and(eq(t.email, email), eq(t.purpose, 'sign-up'), isNull(t.consumedAt));
  const same = passwordHash === null ? eq(t.id, link.id) : or(eq(t.id, link.id), eq(t.passwordHash, passwordHash));
  const account = { id: randomUUID(), email, name, passwordHash, needsPasswordReset: passwordHash === null };
  const isFirst = await useLink(ctx, link, (step, alreadyUsed) => {
    const used = { consumedAt: ctx.now(), passwordHash: null };
    step.must(step.orm.update(t).set(used).where(and(pending, same)).returning({ id: t.id }), alreadyUsed);
    step.add(step.orm.delete(t).where(pending));
    insertAccount(ctx, step, account);
  });
  announceEvents(ctx);
  return isFirst ? { name, createdId: account.id } : { name };
}

/** Confirms the address that an account was changed to, if the account still uses it. */
async function confirmAddress(ctx: Ctx, link: Link): Promise<string> {
  const { emailTokens: t, users } = ctx.db.tables;
  const [user] = await ctx.db.orm
    .select()
    .from(users)
    .where(and(eq(users.id, link.userId ?? ''), eq(users.email, link.email)));
  if (!user) throw invalid();
  if (link.consumedAt) return user.name;
  const at = ctx.now();
  await useLink(ctx, link, (step, alreadyUsed) => {
    step.must(
      step.orm
        .update(t)
        .set({ consumedAt: at })
        .where(and(eq(t.id, link.id), isNull(t.consumedAt)))
        .returning({ id: t.id }),
      alreadyUsed,
    );
    step.add(
      step.orm
        .update(users)
        .set({ emailVerifiedAt: at, previousEmail: null, updatedAt: at, ...firstAdmin(ctx, link.email) })
        .where(and(eq(users.id, user.id), eq(users.email, link.email), isNull(users.emailVerifiedAt))),
    );
    if (!user.emailVerifiedAt) auditFirstAdmin(ctx, step, user.id, link.email);
  });
  announceAccount(ctx, user.id);
  return user.name;
}

/**
 * Runs a step that marks the link as used, or else throws `alreadyUsed`: then a parallel call was faster, and has done the same work. Returns
 * whether this call did it.
 */
async function useLink(ctx: Ctx, link: Link, build: (step: Step, alreadyUsed: () => Error) => void): Promise<boolean> {
  try {
    await ctx.db.atomic((step) => build(step, () => new AlreadyUsed()));
    return true;
  } catch (error) {
    if (!(error instanceof AlreadyUsed) && !isUniqueViolation(error)) throw error;
    await requireUsed(ctx, link);
    return false;
  }
}

/** The address is already in use. That is fine if a parallel call used this link for it. */
async function requireUsed(ctx: Ctx, link: Link): Promise<void> {
  if (!(await findLink(ctx, link.id))?.consumedAt) throw invalid();
}

class AlreadyUsed extends Error {}

const invalid = () => refusal('This verification link is invalid or has expired. Please request a new one.');
const refusal = (message: string) => new AppError('BAD_REQUEST', message, { flags: { verified: false } });
