import type { User } from '@noek/contract/auth/schemas';
import type { PersonSwitches } from '@noek/contract/auth/switches';
import { and, eq, isNull } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { toUser } from '../auth.queries.ts';
import { requireSession } from '../session/require-user.ts';
import { announceAccount } from './announce-account.ts';

/**
 * Changes the given switches of the caller's account. They are read where they count, so a running answer honours them too.
 * Throws UNAUTHORIZED.
 */
export async function changeSettings(ctx: Ctx, settings: Partial<PersonSwitches>): Promise<User> {
  const { user } = requireSession(ctx);
  const { users } = ctx.db.tables;
  const [row] = await ctx.db.write((orm) =>
    orm
      .update(users)
      .set({ ...settings, updatedAt: ctx.now() })
      .where(and(eq(users.id, user.id), isNull(users.deletedAt)))
      .returning(),
  );
  if (!row) throw new AppError('UNAUTHORIZED', 'Please sign in again.');
  announceAccount(ctx, row.id);
  return toUser(row, ctx.now());
}
