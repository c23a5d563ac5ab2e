import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { BaseCtx } from '../../../base-context.ts';
import { AppError } from '../../../errors.ts';

/** Refuses every way to sign in to a suspended account, once the person has proved that it is theirs. Throws ACCOUNT_SUSPENDED. */
export async function refuseSuspended({ db, config }: BaseCtx, userId: string): Promise<void> {
  const { users } = db.tables;
  const [suspended] = await db.orm
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNotNull(users.suspendedAt)));
  if (!suspended) return;
  throw new AppError(
    'ACCOUNT_SUSPENDED',
    `This account is suspended. Write to ${config.supportEmail} if you think that this is a mistake.`,
  );
}

/** How many accounts are asked for at once: a statement has a limited number of values. */
const atOnce = 500;

/** The suspended and the deleted ones of these accounts. */
export async function accountsWithoutAccess(
  { db }: Pick<BaseCtx, 'db'>,
  userIds: readonly string[],
): Promise<string[]> {
  const { users } = db.tables;
  const withAccess = new Set<string>();
  for (let from = 0; from < userIds.length; from += atOnce) {
    const asked = userIds.slice(from, from + atOnce);
    const found = await db.orm
      .select({ id: users.id })
      .from(users)
      .where(and(inArray(users.id, asked), isNull(users.suspendedAt)));
    for (const { id } of found) withAccess.add(id);
  }
  return userIds.filter((id) => !withAccess.has(id));
}
