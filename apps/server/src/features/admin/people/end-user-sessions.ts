import { eq } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { addSignOut } from '../../auth/session/sign-out.ts';
import { stepOnAccount } from './user-steps.ts';

/** Signs a person out everywhere; it may be the caller. API tokens stay. Throws UNAUTHORIZED, FORBIDDEN and NOT_FOUND. */
export async function endUserSessions(
  ctx: Ctx,
  { id, reason }: { id: string; reason?: string | undefined },
): Promise<{ message: string }> {
  const { sessions, users } = ctx.db.tables;
  await stepOnAccount(ctx, {
    id,
    reason,
    action: 'user.sessions-ended',
    // Sign-ins take the same lock: one either ends here or begins afterwards.
    update: (orm) =>
      orm
        .update(users)
        .set({ signedInAt: users.signedInAt as never })
        .where(eq(users.id, id))
        .returning(),
    also(step) {
      step.add(step.orm.delete(sessions).where(eq(sessions.userId, id)));
      addSignOut(ctx, step, id);
    },
  });
  return { message: 'All sessions ended.' };
}
