import type { SignUpInput } from '@noek/contract/auth';
import type { Ctx } from '../../../context.ts';
import { announceMail, mailStatement, mailToNobody } from '../../outbox/enqueue-mail.ts';
import { againWithoutAccount } from '../account/account-gone.ts';
import { accountExistsMail } from '../auth.mails.ts';
import { findUserByAddress, isProven } from '../auth.queries.ts';
import { emailToken } from '../email/email-token.ts';
import { callerOf, limit, limitMailbox, takeMail } from '../limits/auth-limits.ts';
import { hashPassword } from '../password/password.ts';
import { signUpLinkStatements } from './sign-up-link.ts';

/**
 * Keeps what the person chose and mails a link; the account is made when the link is opened, with the password of that very
 * sign-up. For a taken address the answer and the work are the same, nothing about the account changes, and its owner gets a
 * mail. Throws RATE_LIMITED.
 */
export async function signUp(ctx: Ctx, { name, email, password }: SignUpInput): Promise<{ message: string }> {
  await limit(ctx, 'signUpIp', callerOf(ctx));
  await limitMailbox(ctx, 'signUp', email);
  const choice = { email, name, passwordHash: await hashPassword(password) };
  await againWithoutAccount(async () => {
    const holder = await findUserByAddress(ctx.db, email);
    const owner = holder && isProven(holder, email) ? holder : null;
    const mails = await takeMail(ctx, owner ? 'account-exists' : 'verify-email', email);
    await ctx.db.atomic((orm) =>
      !mails
        ? [
            emailToken(ctx, orm, { purpose: 'sign-up', ...(owner ? { userId: owner.id } : {}), ...choice }).statement,
            mailToNobody(ctx, orm, accountExistsMail(ctx.config, choice)),
          ]
        : owner
          ? [
              // Signing in with this password is answered as for a new account: the two cannot be told apart.
              emailToken(ctx, orm, { purpose: 'sign-up', userId: owner.id, ...choice }).statement,
              mailStatement(ctx, orm, {
                kind: 'account-exists',
                to: email,
                userId: owner.id,
                ...accountExistsMail(ctx.config, owner),
              }),
            ]
          : signUpLinkStatements(ctx, orm, choice),
    );
  });
  announceMail(ctx);
  return { message: 'Check your email: we sent you a link to verify your address.' };
}
