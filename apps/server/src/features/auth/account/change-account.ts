import type { ChangeAccountInput, User } from '@noek/contract/auth/schemas';
import type { PersonSwitches } from '@noek/contract/auth/switches';
import { and, eq, isNull } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { toUser } from '../auth.queries.ts';
import { requireSession } from '../session/require-user.ts';
import { announceAccount } from './announce-account.ts';

/**
 * Changes the given fields and switches of the caller's account. Switches are read where they count, so a running answer honours them
 * too. Throws UNAUTHORIZED.
 */
export async function changeAccount(ctx: Ctx, changes: ChangeAccountInput & Partial<PersonSwitches>): Promise<User> {
  const { user } = requireSession(ctx);
  const { users } = ctx.db.tables;
  const [row] = await ctx.db.write((orm) =>
    orm
      .update(users)
      .set({ ...changes, updatedAt: ctx.now() })
      .where(and(eq(users.id, user.id), isNull(users.deletedAt)))
      .returning(),
  );
  if (!row) throw new AppError('UNAUTHORIZED', 'Please sign in again.');
  announceAccount(ctx, row.id);
  return toUser(row, ctx.now());
}
