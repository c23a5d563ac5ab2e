import type { MailedLinkInput } from '@noek/contract/auth/schemas';
import type { Step } from '@noek/db/database';
import type { Ctx } from '../../../context.ts';
import { announceMail } from '../../outbox/enqueue-mail.ts';
import { findUserByAddress, isProven } from '../auth.queries.ts';
import { returnTarget } from '../cross-domain/return-to.ts';
import { callerOf, limit, limitMailbox, takeMailQuota } from '../limits/auth-limits.ts';
import { dummyLinkStatement } from '../secrets/email-token.ts';
import { retryIfAccountDeleted } from '../session/deleted-account.ts';
import { mailNewAddressLink } from './new-address-link.ts';
import { mailSignUpLink, signUpToResend } from './sign-up-link.ts';

/**
 * Mails new verification links for everything pending at an address. The response and the work are always the same.
 * Throws RATE_LIMITED.
 */
export async function resendVerification(ctx: Ctx, { email, returnTo }: MailedLinkInput): Promise<{ message: string }> {
  await limit(ctx, 'resendIp', callerOf(ctx));
  await limitMailbox(ctx, 'resend', email);
  await retryIfAccountDeleted(async () => {
    const links = await pendingLinks(ctx, email, returnTarget(ctx.config, returnTo));
    await ctx.db.atomic(links);
  });
  announceMail(ctx);
  return { message: 'Verification email sent! Please check your inbox and spam folder.' };
}

/**
 * What mails, in a step, all links pending at an address: for a sign-up, for an account that was changed to it, or none. `returnTo`: the
 * checked address that the link of a sign-up leads back to.
 */
export async function pendingLinks(ctx: Ctx, email: string, returnTo: string | null): Promise<(step: Step) => void> {
  const [holder, choice] = await Promise.all([findUserByAddress(ctx.db, email), signUpToResend(ctx, email)]);
  const proven = holder !== null && isProven(holder, email);
  const claimed = (await takeMailQuota(ctx, 'verify-email', holder && !proven ? email : null)) ? holder : null;
  const chosen = (await takeMailQuota(ctx, 'verify-email', choice && !proven ? email : null)) ? choice : null;
  return (step) => {
    step.add(dummyLinkStatement(ctx, step.orm));
    if (claimed) mailNewAddressLink(ctx, step, claimed);
    if (chosen) mailSignUpLink(ctx, step, chosen, returnTo);
  };
}
