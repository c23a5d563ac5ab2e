import type { MailedLinkInput } from '@noek/contract/auth/schemas';
import type { Step } from '@noek/db/database';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { announceMail, dummyMailStatement, mailStatement } from '../../outbox/enqueue-mail.ts';
import { mayDoWithoutCompany } from '../account/only-company.ts';
import { passwordResetMail } from '../auth.mails.ts';
import { findUserByAddress, provenEmail, type UserRow } from '../auth.queries.ts';
import { returnTarget } from '../cross-domain/return-to.ts';
import { callerOf, limit, limitMailbox, takeMailQuota } from '../limits/auth-limits.ts';
import { dummyLinkStatement, emailToken } from '../secrets/email-token.ts';
import { newToken } from '../secrets/one-time-token.ts';
import { retryIfAccountDeleted } from '../session/deleted-account.ts';
import { pendingLinks } from '../sign-up/resend-verification.ts';

/**
 * Mails a link that sets a new password to the last address that the account's owner proved to be theirs. Verification links
 * that are pending at the address are sent again. A mailbox gets at most three mails of a kind per hour. The response and the
 * work are always the same. Throws RATE_LIMITED. Where people sign in with their company's account only, it throws FORBIDDEN for every
 * address, and mails the last administrator alone.
 */
export async function forgotPassword(ctx: Ctx, { email, ...input }: MailedLinkInput): Promise<{ message: string }> {
  const returnTo = returnTarget(ctx.config, input.returnTo);
  await limit(ctx, 'forgotIp', callerOf(ctx));
  await limitMailbox(ctx, 'forgot', email);
  await retryIfAccountDeleted(async () => {
    const [found, links] = await Promise.all([findUserByAddress(ctx.db, email), pendingLinks(ctx, email, returnTo)]);
    const user = (await mayDoWithoutCompany(ctx, found?.id)) ? found : null;
    const maySend = await takeMailQuota(ctx, 'reset-password', user && provenEmail(user));
    await ctx.db.atomic((step) => {
      links(step);
      if (user && maySend) mailResetLink(ctx, step, user, returnTo);
      else mailDummyResetLink(ctx, step, returnTo);
    });
  });
  announceMail(ctx);
  if (ctx.config.companySignIn.only)
    throw new AppError(
      'FORBIDDEN',
      "If you are the last administrator, we have sent you a link. Everybody else signs in with their company's account.",
    );
  return { message: 'Password reset instructions have been sent to your email' };
}

/**
 * The statements that create and mail the link that sets a new password. `returnTo`: the checked address that the sign-in after it leads
 * back to.
 */
export function mailResetLink(
  ctx: Ctx,
  step: Step,
  user: Pick<UserRow, 'id' | 'name' | 'email' | 'previousEmail'>,
  returnTo: string | null,
): void {
  const email = provenEmail(user);
  const { token, statement } = emailToken(ctx, step.orm, { purpose: 'reset-password', userId: user.id, email });
  const content = passwordResetMail(ctx.config, { name: user.name, token, returnTo });
  step.add(statement);
  step.add(mailStatement(ctx, step.orm, { kind: 'reset-password', to: email, userId: user.id, ...content }));
}

/** The same work without a recipient. */
function mailDummyResetLink(ctx: Ctx, step: Step, returnTo: string | null): void {
  const content = passwordResetMail(ctx.config, { name: 'Nobody', token: newToken(), returnTo });
  step.add(dummyLinkStatement(ctx, step.orm));
  step.add(dummyMailStatement(ctx, step.orm, content));
}
