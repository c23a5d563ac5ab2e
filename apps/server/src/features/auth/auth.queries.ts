import type { User } from '@noek/contract/auth';
import type { Database } from '@noek/db/database';
import type { Tables } from '@noek/db/tables';
import { eq, or } from 'drizzle-orm';

export type UserRow = Tables['users']['$inferSelect'];

/** The columns that a User is built from. */
export function userColumns({ users }: Tables) {
  const { id, name, email, accessLevel, specialFeatures, allowModelTraining, memoryEnabled, emailVerifiedAt } = users;
  return { id, name, email, accessLevel, specialFeatures, allowModelTraining, memoryEnabled, emailVerifiedAt };
}

/** The public part of a user row. */
export function toUser(row: Pick<UserRow, keyof ReturnType<typeof userColumns>>): User {
  const { id, name, email, accessLevel, specialFeatures, allowModelTraining, memoryEnabled, emailVerifiedAt } = row;
  const emailVerified = emailVerifiedAt !== null;
  return { id, name, email, accessLevel, specialFeatures, allowModelTraining, memoryEnabled, emailVerified };
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
