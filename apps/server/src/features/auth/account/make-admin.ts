import { normalEmail } from '@noek/contract/auth/email-address';
import type { User } from '@noek/contract/auth/schemas';
import { and, eq, isNotNull } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { AppError, notFound } from '../../../errors.ts';
import { auditStatement } from '../administrators/audit-statement.ts';
import { findUserByEmail, toUser, userColumns } from '../auth.queries.ts';
import { announceAccount } from './announce-account.ts';

/**
 * Makes the account of an address an administrator; for scripts (actor "system"). Throws NOT_FOUND, and CONFLICT if the address is not
 * verified, because anyone could have signed up with it.
 */
export async function makeAdmin(ctx: Ctx, { email }: { email: string }): Promise<User> {
  if (ctx.actor.kind !== 'system') throw new AppError('FORBIDDEN', 'Only the operator may do this.');
  const found = await findUserByEmail(ctx.db, normalEmail(email));
  if (!found) throw notFound('No account has this email address.');
  const { users } = ctx.db.tables;
  const now = ctx.now();
  const entry = { action: 'user.made-admin', targetUserId: found.id, detail: { by: 'script' } };
  const {
    rows: [user],
  } = await ctx.db.atomic((step) => {
    const updated = step.must(
      step.orm
        .update(users)
        .set({ accessLevel: 'admin', premiumUntil: null, updatedAt: now })
        .where(and(eq(users.id, found.id), isNotNull(users.emailVerifiedAt)))
        .returning(userColumns(ctx.db.tables)),
      () => new AppError('CONFLICT', "This account's email address has not been verified yet."),
    );
    step.add(auditStatement(ctx, step.orm, entry));
    return updated;
  });
  announceAccount(ctx, found.id);
  return toUser(user as NonNullable<typeof user>, now);
}
