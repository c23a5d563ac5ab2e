import { eq } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { requireAdministrator } from '../../auth/administrators/require-administrator.ts';
import { removeFactor } from '../../auth/second-factor/remove-factor.ts';
import { securityChange } from '../../auth/security-change.ts';
import { announceMail } from '../../outbox/enqueue-mail.ts';
import { readAccount, stepOnAccount } from '../people/user-steps.ts';

/**
 * Removes the authenticator app and the recovery codes of a person who lost both; the person is mailed. Throws UNAUTHORIZED, FORBIDDEN,
 * NOT_FOUND, and CONFLICT for an account without them and for the caller's own.
 */
export async function resetSecondFactor(
  ctx: Ctx,
  { id, reason }: { id: string; reason: string },
): Promise<{ message: string }> {
  const caller = requireAdministrator(ctx);
  if (caller.user.id === id)
    throw new AppError('CONFLICT', 'Remove the authenticator app of your own account in its security settings.');
  const before = await readAccount(ctx, id);
  if (!before.secondFactorAt) throw new AppError('CONFLICT', 'This account has no authenticator app.');
  const { users } = ctx.db.tables;
  await stepOnAccount(ctx, {
    id,
    reason,
    action: 'user.second-factor-removed',
    update: (orm) => orm.update(users).set({ updatedAt: ctx.now() }).where(eq(users.id, id)).returning(),
    also(step) {
      removeFactor(ctx, step, id);
      securityChange({ ...ctx, request: undefined }, step, before, 'authenticator-removed', 'by an administrator');
    },
  });
  announceMail(ctx);
  return { message: 'Authenticator app removed.' };
}
