import type { User } from '@noek/contract/auth/schemas';
import { switchesOf } from '@noek/contract/auth/switches';
import type { AccessLevel } from '@noek/contract/subscription/plans';
import type { Database } from '@noek/db/database';
import type { Tables } from '@noek/db/tables';
import { and, eq, isNull, or } from 'drizzle-orm';
import type { BaseCtx } from '../../base-context.ts';
import { AppError } from '../../errors.ts';

export type UserRow = Tables['users']['$inferSelect'];

/** The columns that a User is built from. */
export function userColumns({ users }: Tables) {
  const { id, name, email, accessLevel, premiumUntil, specialFeatures, emailVerifiedAt, instructions } = users;
  return {
    id,
    name,
    email,
    accessLevel,
    premiumUntil,
    specialFeatures,
    ...switchesOf(users),
    emailVerifiedAt,
    instructions,
  };
}

/** The level that counts at `now`: SuperNoek that has a known end is basic from then on. */
export const levelAt = (row: Pick<UserRow, 'accessLevel' | 'premiumUntil'>, now: Date): AccessLevel =>
  row.accessLevel === 'supernoek' && row.premiumUntil !== null && row.premiumUntil <= now ? 'basic' : row.accessLevel;

/** The public part of a user row as it counts at `now`. */
export function toUser(row: Pick<UserRow, keyof ReturnType<typeof userColumns>>, now: Date): User {
  const { id, name, email, specialFeatures, emailVerifiedAt, instructions } = row;
  return {
    id,
    name,
    email,
    accessLevel: levelAt(row, now),
    specialFeatures,
    ...switchesOf(row),
    emailVerified: emailVerifiedAt !== null,
    instructions,
  };
}

/** The public part of an account as it counts at `now`; null for a deleted one. */
export async function readUser({ orm, tables }: Database, id: string, now: Date): Promise<User | null> {
  const { users } = tables;
  const [row] = await orm
    .select(userColumns(tables))
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)));
  return row ? toUser(row, now) : null;
}

/** The account that uses an address. The address must be trimmed and in lower case. */
export async function findUserByEmail(db: Database, email: string): Promise<UserRow | null> {
  const { users } = db.tables;
  const [row] = await db.orm.select().from(users).where(eq(users.email, email));
  return row ?? null;
}

/** The account that an address belongs to: the one that uses it, or whose verified address it was before a pending change. */
export async function findUserByAddress(db: Database, address: string): Promise<UserRow | null> {
  const { users } = db.tables;
  const [row] = await db.orm
    .select()
    .from(users)
    .where(or(eq(users.email, address), eq(users.previousEmail, address)));
  return row ?? null;
}

/** Whether the owner of this account has proved that the address is theirs. */
export const isProven = (user: UserRow, address: string): boolean =>
  user.previousEmail === address || (user.email === address && user.emailVerifiedAt !== null);

/** Where security mail goes: the last address that the account's owner proved to be theirs. */
export const provenEmail = (user: Pick<UserRow, 'email' | 'previousEmail'>): string => user.previousEmail ?? user.email;

/** The whole row of the caller's account. Throws UNAUTHORIZED if it was deleted in the meantime. */
export async function ownRow({ db }: Pick<BaseCtx, 'db'>, id: string): Promise<UserRow> {
  const { users } = db.tables;
  const [row] = await db.orm
    .select()
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)));
  if (!row) throw new AppError('UNAUTHORIZED', 'Please sign in again.');
  return row;
}
