import type { EmailsSetting } from '@noek/contract/campaigns/schemas';
import { and, eq, isNull } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { requireUser } from '../../auth/session/require-user.ts';
import { readUnsubscribeToken } from './unsubscribe-token.ts';
import { withdrawMailsStatement } from './withdraw-mails.ts';

/**
 * Sets whether the account of a link gets the emails that administrators write to many people. Everyone with the link may do it. For an
 * account that is deleted, nothing changes. Throws BAD_REQUEST for a link that is not ours.
 */
export async function setEmailsByLink(ctx: Ctx, { token, subscribed }: EmailsSetting & { token: string }) {
  await setEmails(ctx, accountOfLink(ctx, token), subscribed);
}

/** Whether the account of a link gets those emails. Throws BAD_REQUEST for a link that is not ours. */
export async function readEmailsByLink(ctx: Ctx, { token }: { token: string }): Promise<EmailsSetting> {
  return readEmails(ctx, accountOfLink(ctx, token));
}

/** Whether the caller gets those emails. Throws UNAUTHORIZED. */
export async function readOwnEmails(ctx: Ctx): Promise<EmailsSetting> {
  return readEmails(ctx, requireUser(ctx).user.id);
}

/** Sets whether the caller gets those emails. Throws UNAUTHORIZED. */
export async function setOwnEmails(ctx: Ctx, { subscribed }: EmailsSetting): Promise<EmailsSetting> {
  await setEmails(ctx, requireUser(ctx).user.id, subscribed);
  return { subscribed };
}

async function readEmails({ db }: Ctx, userId: string): Promise<EmailsSetting> {
  const { users } = db.tables;
  const [user] = await db.orm
    .select({ since: users.unsubscribedAt })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)));
  return { subscribed: user?.since === null };
}

/** Unsubscribing also withdraws the mails that wait to be sent. Subscribing again does not bring them back. */
async function setEmails({ db, now }: Ctx, userId: string, subscribed: boolean): Promise<void> {
  const { users } = db.tables;
  const isTheirs = and(eq(users.id, userId), isNull(users.deletedAt));
  if (subscribed) await db.write((orm) => orm.update(users).set({ unsubscribedAt: null }).where(isTheirs));
  else
    await db.atomic((step) => {
      step.add(
        step.orm
          .update(users)
          .set({ unsubscribedAt: now() })
          .where(and(isTheirs, isNull(users.unsubscribedAt))),
      );
      step.add(withdrawMailsStatement({ db }, step.orm, { userId, status: 'unsubscribed' }));
    });
}

function accountOfLink({ config }: Ctx, token: string): string {
  const userId = readUnsubscribeToken(config, token);
  if (userId === null) throw new AppError('BAD_REQUEST', 'This link is not valid. Open it again from the email.');
  return userId;
}
