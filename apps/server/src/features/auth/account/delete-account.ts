import type { Orm, Statement } from '@noek/db/database';
import { and, eq, inArray, or } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { announceMail, mailStatement } from '../../outbox/enqueue-mail.ts';
import { DeletionOutdated } from '../account-dependents.ts';
import { auditStatement } from '../audit/audit-statement.ts';
import { accountDeletedMail } from '../auth.mails.ts';
import { findUserByAddress, provenEmail, type UserRow } from '../auth.queries.ts';
import { requireSession } from '../session/require-user.ts';
import { announceEndedSessions } from '../session/watch-session.ts';
import { administratorsStatements, refuseLastAdministrator, requireOtherAdministrator } from './administrators.ts';

/** How often something may begin while the account is being deleted. */
const maxTries = 20;

/**
 * Deletes the caller's account and all its data in one step, after ending what is outside the database. Afterwards no row names
 * the person, except the audit entry of the deletion and, until it is sent, the confirmation to the last address that they
 * proved to be theirs. Throws UNAUTHORIZED, CONFLICT for the only administrator, and the error of an external service that refuses.
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
  for (const part of ctx.accountDependents)
    try {
      await part.afterDeletion?.(ctx, id);
    } catch (error) {
      // The account is gone all the same.
      ctx.log.error({ err: error }, 'what a deleted account had outside the database could not be removed');
    }
  return { message: 'Account Deleted' };
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
  const counts: number[] = [];
  await ctx.db.atomic(
    (orm) => {
      const dependents = ctx.accountDependents.map((part) => part.deleteAccount?.(ctx, orm, id) ?? []);
      counts.splice(0, counts.length, ...dependents.map(({ length }) => length));
      return [...administratorsStatements(ctx, orm), ...deletion(ctx, orm, me, addresses, dependents.flat())] as const;
    },
    ([, administrators, , ...rows]) => {
      requireOtherAdministrator(administrators, id);
      let at = 0;
      for (const [i, part] of ctx.accountDependents.entries()) {
        part.verifyDeletion?.(rows.slice(at, at + (counts[i] ?? 0)));
        at += counts[i] ?? 0;
      }
    },
  );
  announceMail(ctx);
  announceEndedSessions(ctx, id);
  await ctx.mail.forget?.(mails);
}

/**
 * The addresses that the account's owner has proved to be theirs, the current one first: those that they have left, too, as long as
 * a link or a mail remembers the change. Leaves out any that belongs to another account now.
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

function deletion(ctx: Ctx, orm: Orm, me: UserRow, addresses: string[], before: readonly Statement[]): Statement[] {
  const { auditLog, emailTokens, outbox, users } = ctx.db.tables;
  const { id } = me;
  const to = provenEmail(me);
  const mail = { kind: 'account-deleted', to, forgetWhenDone: true, ...accountDeletedMail(me) };
  const entry = { action: 'user.deleted', targetUserId: id, detail: {} };
  return [
    // Sign-ins take the same lock: one either finishes before this step or finds no account.
    orm.update(users).set({ passwordHash: null }).where(eq(users.id, id)),
    ...before,
    orm.delete(users).where(eq(users.id, id)),
    ...ctx.accountDependents.flatMap((part) => part.deleteAccount?.(ctx, orm, id) ?? []),
    orm.delete(emailTokens).where(inArray(emailTokens.email, addresses)),
    orm.delete(outbox).where(inArray(outbox.recipient, addresses)),
    orm.update(auditLog).set({ actorId: null }).where(eq(auditLog.actorId, id)),
    // What was changed, and why, may name the person.
    orm.update(auditLog).set({ targetUserId: null, detail: {} }).where(eq(auditLog.targetUserId, id)),
    auditStatement(ctx, orm, entry),
    mailStatement(ctx, orm, mail),
  ];
}
