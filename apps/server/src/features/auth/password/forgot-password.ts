import type { Orm, Statement } from '@noek/db/database';
import type { Ctx } from '../../../context.ts';
import { announceMail, mailStatement, mailToNobody } from '../../outbox/enqueue-mail.ts';
import { againWithoutAccount } from '../account/account-gone.ts';
import { passwordResetMail } from '../auth.mails.ts';
import { findUserByAddress, provenEmail, type UserRow } from '../auth.queries.ts';
import { newToken } from '../cross-domain/one-time-token.ts';
import { emailToken, noLinkStatement } from '../email/email-token.ts';
import { callerOf, limit, limitMailbox, takeMail } from '../limits/auth-limits.ts';
import { waitingLinks } from '../sign-up/resend-verification.ts';

/**
 * Mails a link that sets a new password, to the last address the account's owner proved to have. What still waits to be
 * verified at the address gets its link again. A mailbox gets at most three of a kind in an hour. The answer and the work are
 * always the same. Throws RATE_LIMITED.
 */
export async function forgotPassword(ctx: Ctx, { email }: { email: string }): Promise<{ message: string }> {
  await limit(ctx, 'forgotIp', callerOf(ctx));
  await limitMailbox(ctx, 'forgot', email);
  await againWithoutAccount(async () => {
    const [user, links] = await Promise.all([findUserByAddress(ctx.db, email), waitingLinks(ctx, email)]);
    const mails = await takeMail(ctx, 'reset-password', user && provenEmail(user));
    await ctx.db.atomic((orm) => [
      ...links(orm),
      ...(user && mails ? resetLinkStatements(ctx, orm, user) : noResetLinkStatements(ctx, orm)),
    ]);
  });
  announceMail(ctx);
  return { message: 'Password reset instructions have been sent to your email' };
}

/** The statements that make a link with which a password is set, and mail it. */
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

/** The same work for nobody. */
function noResetLinkStatements(ctx: Ctx, orm: Orm): Statement[] {
  const content = passwordResetMail(ctx.config, { name: 'Nobody', token: newToken() });
  return [noLinkStatement(ctx, orm), mailToNobody(ctx, orm, content)];
}
