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

/** Those of the accounts that are suspended or deleted. */
export async function accountsWithoutAccess(
  { db }: Pick<BaseCtx, 'db'>,
  userIds: readonly string[],
): Promise<string[]> {
  if (userIds.length === 0) return [];
  const { users } = db.tables;
  const found = await db.orm
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, [...userIds]), isNull(users.suspendedAt)));
  const withAccess = new Set(found.map(({ id }) => id));
  return userIds.filter((id) => !withAccess.has(id));
}
