import type { SignUpInput } from '@noek/contract/auth/schemas';
import type { Ctx } from '../../../context.ts';
import { announceMail, dummyMailStatement, mailStatement } from '../../outbox/enqueue-mail.ts';
import { requireDeliverable } from '../../outbox/require-deliverable.ts';
import { refuseOtherSignIn } from '../account/only-company.ts';
import { accountExistsMail } from '../auth.mails.ts';
import { findUserByAddress, isProven } from '../auth.queries.ts';
import { returnTarget } from '../cross-domain/return-to.ts';
import { callerOf, limit, limitMailbox, takeMailQuota } from '../limits/auth-limits.ts';
import { emailToken } from '../secrets/email-token.ts';
import { hashPassword } from '../secrets/password.ts';
import { retryIfAccountDeleted } from '../session/deleted-account.ts';
import { rememberSignUp } from './sign-up-device.ts';
import { mailSignUpLink } from './sign-up-link.ts';

/**
 * Stores the sign-up and mails a link. Opening the link creates the account, with the password of that sign-up. On its page, it also signs in
 * the browser that made the sign-up. For an address that is already in use, the response and the work are the same, the account does not change, and its owner gets a mail.
 * Throws RATE_LIMITED, BAD_REQUEST for an address that cannot be sent to, and FORBIDDEN where people sign in with their company's account only.
 */
export async function signUp(ctx: Ctx, { name, email, password, ...input }: SignUpInput): Promise<{ message: string }> {
  refuseOtherSignIn(ctx);
  await limit(ctx, 'signUpIp', callerOf(ctx));
  await limitMailbox(ctx, 'signUp', email);
  await requireDeliverable(ctx, email);
  const returnTo = returnTarget(ctx.config, input.returnTo);
  const passwordHash = await hashPassword(password, { rank: 'other', of: callerOf(ctx) });
  const details = { email, name, passwordHash };
  await retryIfAccountDeleted(async () => {
    const holder = await findUserByAddress(ctx.db, email);
    const owner = holder && isProven(holder, email) ? holder : null;
    const maySend = await takeMailQuota(ctx, owner ? 'account-exists' : 'verify-email', email);
    await ctx.db.atomic((step) => {
      if (!maySend) {
        step.add(
          emailToken(ctx, step.orm, { purpose: 'sign-up', ...(owner ? { userId: owner.id } : {}), ...details })
            .statement,
        );
        step.add(dummyMailStatement(ctx, step.orm, accountExistsMail(ctx.config, { name, returnTo })));
      } else if (owner) {
        // Signing in with this password then gets the same response as for a new account, so the two cannot be told apart.
        step.add(emailToken(ctx, step.orm, { purpose: 'sign-up', userId: owner.id, ...details }).statement);
        step.add(
          mailStatement(ctx, step.orm, {
            kind: 'account-exists',
            to: email,
            userId: owner.id,
            ...accountExistsMail(ctx.config, { name: owner.name, returnTo }),
          }),
        );
      } else {
        mailSignUpLink(ctx, step, details, returnTo);
      }
    });
  });
  announceMail(ctx);
  // For a taken address too, so that the two cannot be told apart.
  rememberSignUp(ctx, details);
  return { message: 'Check your email: we sent you a link to verify your address.' };
}
