import { eachSwitch } from '@noek/contract/auth/switches';
import type { Step } from '@noek/db/database';
import { and, eq, inArray, isNull, or } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { announceMail, mailStatement } from '../../outbox/enqueue-mail.ts';
import { DeletionOutdated } from '../account-dependents.ts';
import {
  lockAdministrators,
  refuseLastAdministrator,
  requireOtherAdministrator,
} from '../administrators/administrators.ts';
import { auditStatement } from '../administrators/audit-statement.ts';
import { accountDeletedMail } from '../auth.mails.ts';
import { findUserByAddress, provenEmail, type UserRow } from '../auth.queries.ts';
import { requireSession } from '../session/require-user.ts';
import { announceEndedSessions } from '../session/watch-session.ts';
import { revokeAllTokens } from '../tokens/revoke-token.ts';
import { announceDeletion } from './announce-deletion.ts';
import { deletedAction, emptyAccount, removeFiles } from './empty-account.ts';

/** How often the deletion starts over because something new began outside the database meanwhile. */
const maxTries = 20;
/** How many steps of emptying the caller waits for. */
const stepsAtOnce = 30;

/**
 * Deletes the caller's account, after ending what is outside the database. One short step makes it unusable and invisible and frees its
 * address. Then its data is deleted in small steps, so that a large account delays no other request. Afterwards no row names the person,
 * except the audit entry of the deletion and, until it is sent, the confirmation to the last address that they had verified. Throws
 * UNAUTHORIZED, CONFLICT for the only administrator, and the error of an external service that refuses.
 */
export async function deleteAccount(ctx: Ctx): Promise<{ message: string }> {
  const { id } = requireSession(ctx).user;
  for (let tries = 1; ; tries++)
    try {
      await endAndDelete(ctx, id);
      break;
    } catch (error) {
      if (!(error instanceof DeletionOutdated)) throw error;
      if (tries >= maxTries) throw busy(error);
    }
  ctx.cookies.set('session', null);
  ctx.cookies.set('device', null);
  await removeFiles(ctx, ctx.accountDependents, id);
  await emptySmallAccount(ctx, id);
  return { message: 'Account Deleted' };
}

/** Empties an account at once if it is small. What is left is emptied later. */
async function emptySmallAccount(ctx: Ctx, id: string): Promise<void> {
  try {
    for (let step = 0; step < stepsAtOnce; step++) if (!(await emptyAccount(ctx, ctx.accountDependents, id))) break;
  } catch (error) {
    // The account is already gone for everyone, and the rest is emptied later.
    ctx.log.error({ err: error }, 'a deleted account could not be emptied at once');
  }
  announceDeletion(ctx);
}

const busy = (cause: unknown) =>
  new AppError('CONFLICT', 'Your account is changing at the moment. Please try again.', { cause });

async function endAndDelete(ctx: Ctx, id: string): Promise<void> {
  await refuseLastAdministrator(ctx, id);
  for (const part of ctx.accountDependents) await part.beforeDeletion?.(ctx, id);
  const { users } = ctx.db.tables;
  const [me] = await ctx.db.orm.select().from(users).where(eq(users.id, id));
  if (!me) return;
  const addresses = await provenAddresses(ctx, me);
  const mails = await mailsAbout(ctx, id, addresses);
  await ctx.db.atomic((step) => {
    const administrators = lockAdministrators(ctx, step);
    // Sign-ins take the same lock: one either finishes before this step or finds no account. A parallel call may have deleted it.
    step.must(
      step.orm
        .update(users)
        .set(deletedRow(id, ctx.now()))
        .where(and(eq(users.id, id), isNull(users.deletedAt)))
        .returning({ id: users.id }),
      signedOut,
    );
    step.check(() => requireOtherAdministrator(administrators, id));
    for (const part of ctx.accountDependents) part.deleteAccount?.(ctx, step, id);
    deleteOwnRows(ctx, step, me, addresses);
  });
  announceMail(ctx);
  announceEndedSessions(ctx, id);
  await ctx.mail.forget?.(mails);
}

/**
 * The addresses that the account's owner has proved to be theirs, the current one first. Earlier ones are included as long as a link or a
 * mail remembers the change. Leaves out any that belongs to another account now.
 */
async function provenAddresses({ db }: Ctx, me: UserRow): Promise<string[]> {
  const { emailTokens: t, outbox: o } = db.tables;
  const links = await db.orm
    .select({ address: t.email })
    .from(t)
    .where(and(eq(t.userId, me.id), eq(t.purpose, 'undo-email-change')));
  const mails = await db.orm
    .select({ address: o.recipient })
    .from(o)
    .where(and(eq(o.userId, me.id), eq(o.kind, 'email-changed')));
  const addresses = [provenEmail(me)];
  for (const { address } of [...links, ...mails]) {
    const holder = addresses.includes(address) ? me : await findUserByAddress(db, address);
    if (!addresses.includes(address) && (holder === null || holder.id === me.id)) addresses.push(address);
  }
  return addresses;
}

/** The ids of the mails that are deleted with an account. */
async function mailsAbout({ db }: Ctx, userId: string, addresses: readonly string[]): Promise<string[]> {
  const { outbox: o } = db.tables;
  const rows = await db.orm
    .select({ id: o.id })
    .from(o)
    .where(or(eq(o.userId, userId), inArray(o.recipient, [...addresses])));
  return rows.map(({ id }) => id);
}

/** Deletes what auth stores about a person, and writes the audit entry and the confirmation. */
function deleteOwnRows(ctx: Ctx, step: Step, me: UserRow, addresses: string[]): void {
  const { authChallenges, authenticators, companyLogins, crossDomainTokens, emailTokens } = ctx.db.tables;
  const { identities, outbox, passkeys, recoveryCodes, securityEvents, sessions, tokenMessages } = ctx.db.tables;
  const { orm } = step;
  const { id } = me;
  const to = provenEmail(me);
  const mail = { kind: 'account-deleted', to, forgetWhenDone: true, ...accountDeletedMail(me) };
  const entry = { action: deletedAction, targetUserId: id, detail: {} };
  step.add(orm.delete(crossDomainTokens).where(eq(crossDomainTokens.userId, id)));
  step.add(orm.delete(sessions).where(eq(sessions.userId, id)));
  revokeAllTokens(ctx.db, step, id);
  step.add(orm.delete(tokenMessages).where(eq(tokenMessages.userId, id)));
  step.add(orm.delete(identities).where(eq(identities.userId, id)));
  step.add(orm.delete(companyLogins).where(eq(companyLogins.userId, id)));
  step.add(orm.delete(passkeys).where(eq(passkeys.userId, id)));
  step.add(orm.delete(authenticators).where(eq(authenticators.userId, id)));
  step.add(orm.delete(recoveryCodes).where(eq(recoveryCodes.userId, id)));
  step.add(orm.delete(authChallenges).where(eq(authChallenges.userId, id)));
  step.add(orm.delete(securityEvents).where(eq(securityEvents.userId, id)));
  step.add(orm.delete(emailTokens).where(or(eq(emailTokens.userId, id), inArray(emailTokens.email, addresses))));
  step.add(orm.delete(outbox).where(or(eq(outbox.userId, id), inArray(outbox.recipient, addresses))));
  step.add(auditStatement(ctx, orm, entry));
  step.add(mailStatement(ctx, orm, mail));
}

/** The row of a deleted account: it contains no name, cannot sign in, gets no mail and has no rights. */
const deletedRow = (id: string, at: Date) => ({
  name: '',
  // Unique, and not a possible address.
  email: `deleted ${id}`,
  previousEmail: null,
  passwordHash: null,
  needsPasswordReset: false,
  emailVerifiedAt: null,
  accessLevel: 'basic' as const,
  premiumUntil: null,
  specialFeatures: [],
  ...eachSwitch(() => false),
  instructions: '',
  suspendedAt: at,
  unsubscribedAt: at,
  secondFactorAt: null,
  passkeyOfferedAt: null,
  signedInAt: null,
  updatedAt: at,
  deletedAt: at,
});

const signedOut = () => new AppError('UNAUTHORIZED', 'Please sign in again.');
