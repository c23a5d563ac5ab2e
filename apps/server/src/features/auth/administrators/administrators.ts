import type { StatementResult, Step } from '@noek/db/database';
import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import type { BaseCtx } from '../../../base-context.ts';
import { AppError } from '../../../errors.ts';

/** The administrators who can sign in, while they are locked. */
export type Administrators = StatementResult<{ id: string }[]>;

/** Written exactly like this, the condition uses the partial index of administrators on both engines. */
const isAdministrator = sql`access_level = 'admin'`;

/**
 * Locks the administrators, so that two steps that change an account's level, suspension or existence do not overlap, and reads who they
 * are, for `requireOtherAdministrator` and `requireStillAdministrator`. Call it first in such a step.
 */
export function lockAdministrators({ db }: Pick<BaseCtx, 'db'>, step: Step): Administrators {
  const { users } = db.tables;
  step.add(
    step.orm
      .update(users)
      .set({ updatedAt: users.updatedAt as never })
      .where(isAdministrator),
  );
  return step.add(
    step.orm
      .select({ id: users.id })
      .from(users)
      .where(and(isAdministrator, isNull(users.suspendedAt))),
  );
}

/** Throws CONFLICT if this person is the only administrator who can sign in. */
export function requireOtherAdministrator({ rows }: Administrators, userId: string): void {
  if (rows.length === 1 && rows[0]?.id === userId) throw lastAdministrator();
}

/** Throws FORBIDDEN if the caller has lost the level since the call began. */
export function requireStillAdministrator({ rows }: Administrators, callerId: string): void {
  if (!rows.some(({ id }) => id === callerId)) throw notAdministrator();
}

/** Refuses early what `requireOtherAdministrator` would refuse in the step. Throws CONFLICT. */
export async function refuseLastAdministrator({ db }: Pick<BaseCtx, 'db'>, userId: string): Promise<void> {
  const { users } = db.tables;
  const ids = { id: users.id };
  const [me] = await db.orm
    .select(ids)
    .from(users)
    .where(and(isAdministrator, eq(users.id, userId)));
  if (!me) return;
  const others = and(isAdministrator, ne(users.id, userId), isNull(users.suspendedAt));
  if ((await db.orm.select(ids).from(users).where(others).limit(1)).length === 0) throw lastAdministrator();
}

/** Whether this person is the only administrator who can sign in. */
export async function isOnlyAdministrator({ db }: Pick<BaseCtx, 'db'>, userId: string): Promise<boolean> {
  const { users } = db.tables;
  const administrators = await db.orm
    .select({ id: users.id })
    .from(users)
    .where(and(isAdministrator, isNull(users.suspendedAt)))
    .limit(2);
  return administrators.length === 1 && administrators[0]?.id === userId;
}

export const notAdministrator = () => new AppError('FORBIDDEN', 'Only administrators may do this.');

const lastAdministrator = () =>
  new AppError('CONFLICT', 'This is the only administrator. Make somebody else an administrator first.');
