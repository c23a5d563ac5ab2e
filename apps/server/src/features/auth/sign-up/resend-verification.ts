import type { Orm, Statement } from '@noek/db/database';
import type { Ctx } from '../../../context.ts';
import { announceMail } from '../../outbox/enqueue-mail.ts';
import { againWithoutAccount } from '../account/account-gone.ts';
import { findUserByAddress, isProven } from '../auth.queries.ts';
import { noLinkStatement } from '../email/email-token.ts';
import { newAddressLinkStatements } from '../email/new-address-link.ts';
import { callerOf, limit, limitMailbox, takeMail } from '../limits/auth-limits.ts';
import { repeatedSignUp, signUpLinkStatements } from './sign-up-link.ts';

/** Mails fresh verification links for what waits for one; the answer and the work are always the same. Throws RATE_LIMITED. */
export async function resendVerification(ctx: Ctx, { email }: { email: string }): Promise<{ message: string }> {
  await limit(ctx, 'resendIp', callerOf(ctx));
  await limitMailbox(ctx, 'resend', email);
  await againWithoutAccount(async () => {
    const links = await waitingLinks(ctx, email);
    await ctx.db.atomic((orm) => links(orm));
  });
  announceMail(ctx);
  return { message: 'Verification email sent! Please check your inbox and spam folder.' };
}

/** The statements that mail every link an address waits for: of a sign-up, of an account that was changed to it, or none. */
export async function waitingLinks(ctx: Ctx, email: string): Promise<(orm: Orm) => [Statement, ...Statement[]]> {
  const [holder, choice] = await Promise.all([findUserByAddress(ctx.db, email), repeatedSignUp(ctx, email)]);
  const proven = holder !== null && isProven(holder, email);
  const claimed = (await takeMail(ctx, 'verify-email', holder && !proven ? email : null)) ? holder : null;
  const chosen = (await takeMail(ctx, 'verify-email', choice && !proven ? email : null)) ? choice : null;
  return (orm) => [
    noLinkStatement(ctx, orm),
    ...(claimed ? newAddressLinkStatements(ctx, orm, claimed) : []),
    ...(chosen ? signUpLinkStatements(ctx, orm, chosen) : []),
  ];
}
