import type { AdminUser } from '@noek/contract/admin/schemas';
import type { Orm, Statement } from '@noek/db/database';
import { and, eq, isNull } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import {
  administratorsStatements,
  requireOtherAdministrator,
  requireStillAdministrator,
} from '../../auth/account/administrators.ts';
import { announceAccount } from '../../auth/account/announce-account.ts';
import { auditStatement } from '../../auth/audit/audit-statement.ts';
import type { UserRow } from '../../auth/auth.queries.ts';
import { requireAdministrator } from '../../auth/session/require-administrator.ts';
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
 * One step of an administrator on one account: an update, the statements that belong to it, and the audit entry. Afterwards, the person's
 * streams check their sessions and their pages read the account. `update` returns the changed row, or none if the account is gone. Throws
 * UNAUTHORIZED, FORBIDDEN, NOT_FOUND and, with `keepsAdministrator`, CONFLICT for the only administrator.
 */
export async function stepOnAccount(
  ctx: Ctx,
  step: {
    id: string;
    action: string;
    reason: string | undefined;
    /** What else the audit entry says. */
    detail?: Record<string, unknown>;
    keepsAdministrator?: boolean;
    update(orm: Orm): PromiseLike<UserRow[]>;
    more(orm: Orm): Statement[];
  },
): Promise<AdminUser> {
  const caller = requireAdministrator(ctx).user.id;
  const { id, action, reason } = step;
  const detail = { ...step.detail, ...(reason && { reason }) };
  const [, , [after]] = await ctx.db.atomic(
    (orm) => [
      ...administratorsStatements(ctx, orm),
      step.update(orm),
      auditStatement(ctx, orm, { action, actorId: caller, targetUserId: id, detail }),
      ...step.more(orm),
    ],
    ([, administrators, updated]) => {
      requireStillAdministrator(administrators, caller);
      if (step.keepsAdministrator) requireOtherAdministrator(administrators, id);
      if (updated.length === 0) throw userNotFound();
    },
  );
  announceSignOut(ctx, id);
  announceAccount(ctx, id);
  return toAdminUser(after as UserRow, ctx.now());
}
