import { randomUUID } from 'node:crypto';
import type { Orm, Statement } from '@noek/db/database';
import { eq } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { announceMail, mailStatement } from '../../outbox/enqueue-mail.ts';
import { accountDeletedMail } from '../auth.mails.ts';
import { provenEmail, type UserRow } from '../auth.queries.ts';
import { requireUser } from '../session/require-user.ts';
import { announceEndedSessions } from '../session/watch-session.ts';

/**
 * Deletes the own account with everything in it, in one step; what lies outside the database ends before. No row names the
 * person afterwards, but for the audit entry that says that an account is gone, and the mail that tells the last address its
 * owner proved to have, until it is sent. Throws UNAUTHORIZED, and what an outside service refuses with.
 */
export async function deleteAccount(ctx: Ctx): Promise<{ message: string }> {
  const { id } = requireUser(ctx).user;
  for (const part of ctx.accountDependents) await part.beforeDeletion?.(ctx, id);
  const { users } = ctx.db.tables;
  const [me] = await ctx.db.orm.select().from(users).where(eq(users.id, id));
  if (me) {
    await ctx.db.atomic((orm) => deletion(ctx, orm, me));
    announceMail(ctx);
    announceEndedSessions(ctx, id);
  }
  ctx.cookies.set('session', null);
  ctx.cookies.set('device', null);
  return { message: 'Account Deleted' };
}

function deletion(ctx: Ctx, orm: Orm, me: UserRow): Statement[] {
  const { auditLog, emailTokens, outbox, users } = ctx.db.tables;
  const { id } = me;
  const to = provenEmail(me);
  const dependents = () => ctx.accountDependents.flatMap((part) => part.deleteAccount?.(ctx, orm, id) ?? []);
  const mail = { kind: 'account-deleted', to, forgetWhenDone: true, ...accountDeletedMail(me) };
  const entry = { id: randomUUID(), actorId: null, action: 'user.deleted', targetUserId: id, detail: {} };
  return [
    // The lock a sign-in takes too: it is done before this step, or finds nobody.
    orm.update(users).set({ passwordHash: null }).where(eq(users.id, id)),
    ...dependents(),
    orm.delete(users).where(eq(users.id, id)),
    ...dependents(),
    orm.delete(emailTokens).where(eq(emailTokens.email, to)),
    orm.delete(outbox).where(eq(outbox.recipient, to)),
    orm.update(auditLog).set({ actorId: null }).where(eq(auditLog.actorId, id)),
    orm.update(auditLog).set({ targetUserId: null }).where(eq(auditLog.targetUserId, id)),
    orm.insert(auditLog).values({ ...entry, createdAt: ctx.now() }),
    mailStatement(ctx, orm, mail),
  ];
}
