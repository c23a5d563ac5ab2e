import { eq } from 'drizzle-orm';
import type { Ctx } from '../../context.ts';
import { announceMail, mailStatement } from '../outbox/enqueue-mail.ts';
import { accountDeletedMail } from './auth.mails.ts';
import { provenEmail } from './auth.queries.ts';
import { requireUser } from './require-user.ts';
import { announceEndedSessions } from './watch-session.ts';

/**
 * Deletes the own account with everything in it, in one step; what lies outside the database ends before. The last address
 * its owner proved to have gets a mail. Throws UNAUTHORIZED, and what an outside service refuses with.
 */
export async function deleteAccount(ctx: Ctx): Promise<{ message: string }> {
  const { id } = requireUser(ctx).user;
  const { emailTokens, outbox, users } = ctx.db.tables;
  for (const part of ctx.accountDependents) await part.beforeDeletion?.(ctx, id);
  const [me] = await ctx.db.orm.select().from(users).where(eq(users.id, id));
  if (me) {
    const to = provenEmail(me);
    await ctx.db.atomic((orm) => [
      // The lock a sign-in takes too: it is done before this step, or finds nobody.
      orm.update(users).set({ passwordHash: null }).where(eq(users.id, id)),
      ...ctx.accountDependents.flatMap((part) => part.deleteAccount?.(ctx, orm, id) ?? []),
      orm.delete(users).where(eq(users.id, id)),
      orm.delete(emailTokens).where(eq(emailTokens.email, to)),
      orm.delete(outbox).where(eq(outbox.recipient, to)),
      mailStatement(ctx, orm, { kind: 'account-deleted', to, ...accountDeletedMail(me) }),
    ]);
    announceMail(ctx);
    announceEndedSessions(ctx, id);
  }
  ctx.cookies.set('session', null);
  ctx.cookies.set('device', null);
  return { message: 'Account Deleted' };
}
