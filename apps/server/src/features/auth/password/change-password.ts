import type { ChangePasswordInput } from '@noek/contract/auth/schemas';
import { and, eq, ne } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { announceMail, mailStatement } from '../../outbox/enqueue-mail.ts';
import { stopWebhooksStatement } from '../../webhook-outbox/stop-webhooks.ts';
import { passwordChangedMail } from '../auth.mails.ts';
import { takeMailQuota } from '../limits/auth-limits.ts';
import { endChallengesStatement } from '../secrets/challenge.ts';
import { hashPassword } from '../secrets/password.ts';
import { securityEvent } from '../security-events/security-event.ts';
import { refuseDeletedAccount } from '../session/deleted-account.ts';
import { requireSession } from '../session/require-user.ts';
import { addSignOut, announceSignOut } from '../session/sign-out.ts';
import { revokeAllTokens } from '../tokens/revoke-token.ts';
import { checkOwnPassword, wrongPassword } from './password-check.ts';

/**
 * Changes the caller's password. This session stays, all others of the account end, reset links become void, and the owner gets
 * a mail. Throws UNAUTHORIZED, BAD_REQUEST with `wrongPassword: true`, and RATE_LIMITED.
 */
export async function changePassword(
  ctx: Ctx,
  { currentPassword, newPassword }: ChangePasswordInput,
): Promise<{ message: string }> {
  const me = requireSession(ctx);
  const checked = await checkOwnPassword(ctx, me, currentPassword);
  const passwordHash = await hashPassword(newPassword, { rank: 'known', of: me.user.id });
  const { emailTokens, sessions, users } = ctx.db.tables;
  const { id, email } = me.user;
  const notifies = await takeMailQuota(ctx, 'password-changed', email);
  await ctx.db
    .atomic((step) => {
      step.must(
        step.orm
          .update(users)
          .set({ passwordHash, needsPasswordReset: false, updatedAt: ctx.now() })
          .where(and(eq(users.id, id), eq(users.passwordHash, checked)))
          .returning({ id: users.id }),
        wrongPassword,
      );
      step.add(step.orm.delete(sessions).where(and(eq(sessions.userId, id), ne(sessions.id, me.sessionId))));
      addSignOut(ctx, step, id);
      revokeAllTokens(ctx.db, step, id);
      step.add(stopWebhooksStatement(ctx, step.orm, id));
      step.add(endChallengesStatement(ctx, step.orm, id));
      step.add(securityEvent(ctx, step.orm, { userId: id, kind: 'password-changed' }));
      step.add(
        step.orm.delete(emailTokens).where(and(eq(emailTokens.userId, id), eq(emailTokens.purpose, 'reset-password'))),
      );
      if (notifies)
        step.add(
          mailStatement(ctx, step.orm, {
            kind: 'password-changed',
            to: email,
            userId: id,
            ...passwordChangedMail(ctx.config, me.user),
          }),
        );
    })
    .catch(refuseDeletedAccount);
  announceMail(ctx);
  announceSignOut(ctx, id);
  return { message: 'Password Changed' };
}
