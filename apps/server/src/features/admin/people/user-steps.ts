import type { AdminUser } from '@noek/contract/admin/schemas';
import type { Orm, Step } from '@noek/db/database';
import { and, eq, isNull } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { announceAccount } from '../../auth/account/announce-account.ts';
import { administratorStep } from '../../auth/administrators/administrator-step.ts';
import { requireOtherAdministrator } from '../../auth/administrators/administrators.ts';
import type { UserRow } from '../../auth/auth.queries.ts';
import { announceSignOut } from '../../auth/session/sign-out.ts';
import { toAdminUser } from './people.queries.ts';

export const userNotFound = () => notFound('User not found.');

/** An account. Throws NOT_FOUND. */
export async function readAccount({ db }: Ctx, id: string): Promise<UserRow> {
  const { users } = db.tables;
  const [user] = await db.orm
    .select()
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)));
  if (!user) throw userNotFound();
  return user;
}

/**
 * One step of an administrator on one account: an update, what `also` adds, and the audit entry. Afterwards, the person's
 * streams check their sessions and their pages read the account. `update` returns the changed row, or none if the account is gone. Throws
 * UNAUTHORIZED, FORBIDDEN, NOT_FOUND and, with `keepsAdministrator`, CONFLICT for the only administrator.
 */
export async function stepOnAccount(
  ctx: Ctx,
  given: {
    id: string;
    action: string;
    reason: string | undefined;
    /** What else the audit entry says. */
    detail?: Record<string, unknown>;
    keepsAdministrator?: boolean;
    update(orm: Orm): PromiseLike<UserRow[]>;
    also?(step: Step): void;
  },
): Promise<AdminUser> {
  const { id, action, reason } = given;
  const entry = { action, targetUserId: id, detail: { ...given.detail, ...(reason && { reason }) } };
  const {
    rows: [after],
  } = await administratorStep(ctx, entry, (step, administrators) => {
    if (given.keepsAdministrator) step.check(() => requireOtherAdministrator(administrators, id));
    const updated = step.must(given.update(step.orm), userNotFound);
    given.also?.(step);
    return updated;
  });
  announceSignOut(ctx, id);
  announceAccount(ctx, id);
  return toAdminUser(after as UserRow, ctx.now());
}
