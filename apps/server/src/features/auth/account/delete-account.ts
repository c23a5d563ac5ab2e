import { randomUUID } from 'node:crypto';
import type { Orm, Statement } from '@noek/db/database';
import { eq } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { announceMail, mailStatement } from '../../outbox/enqueue-mail.ts';
import { accountDeletedMail } from '../auth.mails.ts';
import { provenEmail, type UserRow } from '../auth.queries.ts';
import { requireSession } from '../session/require-user.ts';
import { announceEndedSessions } from '../session/watch-session.ts';
import { DeletionOutdated } from './account-dependents.ts';

/** How often something may begin while the account is being deleted. */
const maxTries = 5;

/**
 * Deletes the caller's account and all its data in one step, after ending what is outside the database. Afterwards no row names
 * the person, except the audit entry of the deletion and, until it is sent, the confirmation to the last address that they
 * proved to be theirs. Throws UNAUTHORIZED, and the error of an external service that refuses.
 */
export async function deleteAccount(ctx: Ctx): Promise<{ message: string }> {
  const { id } = requireSession(ctx).user;
  for (let tries = 1; ; tries++)
    try {
      await endAndDelete(ctx, id);
      break;
    } catch (error) {
      if (!(error instanceof DeletionOutdated) || tries >= maxTries) throw error;
    }
  for (const part of ctx.accountDependents) await part.afterDeletion?.(ctx, id);
  ctx.cookies.set('session', null);
  ctx.cookies.set('device', null);
  return { message: 'Account Deleted' };
}

async function endAndDelete(ctx: Ctx, id: string): Promise<void> {
  for (const part of ctx.accountDependents) await part.beforeDeletion?.(ctx, id);
  const { users } = ctx.db.tables;
  const [me] = await ctx.db.orm.select().from(users).where(eq(users.id, id));
  if (!me) return;
  const counts: number[] = [];
  await ctx.db.atomic(
    (orm) => {
      const dependents = ctx.accountDependents.map((part) => part.deleteAccount?.(ctx, orm, id) ?? []);
      counts.splice(0, counts.length, ...dependents.map(({ length }) => length));
      return deletion(ctx, orm, me, dependents.flat());
    },
    (rows) => {
      let at = 1;
      for (const [i, part] of ctx.accountDependents.entries()) {
        part.verifyDeletion?.(rows.slice(at, at + (counts[i] ?? 0)));
        at += counts[i] ?? 0;
      }
    },
  );
  announceMail(ctx);
  announceEndedSessions(ctx, id);
}

function deletion(ctx: Ctx, orm: Orm, me: UserRow, before: readonly Statement[]): Statement[] {
  const { auditLog, emailTokens, outbox, users } = ctx.db.tables;
  const { id } = me;
  const to = provenEmail(me);
  const mail = { kind: 'account-deleted', to, forgetWhenDone: true, ...accountDeletedMail(me) };
  const entry = { id: randomUUID(), actorId: null, action: 'user.deleted', targetUserId: id, detail: {} };
  return [
    // Sign-ins take the same lock: one either finishes before this step or finds no account.
    orm.update(users).set({ passwordHash: null }).where(eq(users.id, id)),
    ...before,
    orm.delete(users).where(eq(users.id, id)),
    ...ctx.accountDependents.flatMap((part) => part.deleteAccount?.(ctx, orm, id) ?? []),
    orm.delete(emailTokens).where(eq(emailTokens.email, to)),
    orm.delete(outbox).where(eq(outbox.recipient, to)),
    orm.update(auditLog).set({ actorId: null }).where(eq(auditLog.actorId, id)),
    orm.update(auditLog).set({ targetUserId: null }).where(eq(auditLog.targetUserId, id)),
    orm.insert(auditLog).values({ ...entry, createdAt: ctx.now() }),
    mailStatement(ctx, orm, mail),
  ];
}
