import type { Ctx } from '../../../context.ts';
import { announceMail, mailStatement } from '../../outbox/enqueue-mail.ts';
import { ownRow, provenEmail } from '../auth.queries.ts';
import { callerOf, limit, requireMailQuota } from '../limits/auth-limits.ts';
import { findChallenge } from '../secrets/challenge.ts';
import { emailToken } from '../secrets/email-token.ts';
import { beginFactorResetMail } from '../security.mails.ts';
import { refuseDeletedAccount } from '../session/deleted-account.ts';
import { expiredSignIn } from '../sign-in/finish-sign-in.ts';

/**
 * Mails a link that begins to remove the second factor, to a person who has given the password but lost the authenticator app and the
 * recovery codes. Throws UNAUTHORIZED for a challenge that is unknown, used or expired, and RATE_LIMITED.
 */
export async function lostSecondFactor(ctx: Ctx, { challenge }: { challenge: string }): Promise<{ message: string }> {
  await limit(ctx, 'forgotIp', callerOf(ctx));
  const found = await findChallenge(ctx, 'second-factor', challenge);
  if (!found?.userId) throw expiredSignIn();
  const user = await ownRow(ctx, found.userId);
  const to = provenEmail(user);
  await requireMailQuota(ctx, 'begin-factor-reset', to);
  await ctx.db
    .atomic((step) => {
      const { token, statement } = emailToken(ctx, step.orm, {
        purpose: 'begin-factor-reset',
        userId: user.id,
        email: to,
      });
      const content = beginFactorResetMail(ctx.config, { name: user.name, token });
      step.add(statement);
      step.add(mailStatement(ctx, step.orm, { kind: 'begin-factor-reset', to, userId: user.id, ...content }));
    })
    .catch(refuseDeletedAccount);
  announceMail(ctx);
  return { message: 'We sent you an email with a link. Open it within an hour.' };
}
