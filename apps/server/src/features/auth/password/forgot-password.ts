import type { Orm, Statement } from '@noek/db/database';
import type { Ctx } from '../../../context.ts';
import { announceMail, dummyMailStatement, mailStatement } from '../../outbox/enqueue-mail.ts';
import { passwordResetMail } from '../auth.mails.ts';
import { findUserByAddress, provenEmail, type UserRow } from '../auth.queries.ts';
import { callerOf, limit, limitMailbox, takeMailQuota } from '../limits/auth-limits.ts';
import { dummyLinkStatement, emailToken } from '../secrets/email-token.ts';
import { newToken } from '../secrets/one-time-token.ts';
import { retryIfAccountDeleted } from '../session/deleted-account.ts';
import { pendingLinks } from '../sign-up/resend-verification.ts';

/**
 * Mails a link that sets a new password to the last address that the account's owner proved to be theirs. Verification links
 * that are pending at the address are sent again. A mailbox gets at most three mails of a kind per hour. The response and the
 * work are always the same. Throws RATE_LIMITED.
 */
export async function forgotPassword(ctx: Ctx, { email }: { email: string }): Promise<{ message: string }> {
  await limit(ctx, 'forgotIp', callerOf(ctx));
  await limitMailbox(ctx, 'forgot', email);
  await retryIfAccountDeleted(async () => {
    const [user, links] = await Promise.all([findUserByAddress(ctx.db, email), pendingLinks(ctx, email)]);
    const maySend = await takeMailQuota(ctx, 'reset-password', user && provenEmail(user));
    await ctx.db.atomic((orm) => [
      ...links(orm),
      ...(user && maySend ? resetLinkStatements(ctx, orm, user) : dummyResetLinkStatements(ctx, orm)),
    ]);
  });
  announceMail(ctx);
  return { message: 'Password reset instructions have been sent to your email' };
}

/** The statements that create and mail the link that sets a new password. */
export function resetLinkStatements(
  ctx: Ctx,
  orm: Orm,
  user: Pick<UserRow, 'id' | 'name' | 'email' | 'previousEmail'>,
): Statement[] {
  const email = provenEmail(user);
  const { token, statement } = emailToken(ctx, orm, { purpose: 'reset-password', userId: user.id, email });
  const content = passwordResetMail(ctx.config, { name: user.name, token });
  return [statement, mailStatement(ctx, orm, { kind: 'reset-password', to: email, userId: user.id, ...content })];
}

/** The same work without a recipient. */
function dummyResetLinkStatements(ctx: Ctx, orm: Orm): Statement[] {
  const content = passwordResetMail(ctx.config, { name: 'Nobody', token: newToken() });
  return [dummyLinkStatement(ctx, orm), dummyMailStatement(ctx, orm, content)];
}
