import type { User } from '@noek/contract/auth';
import type { Database } from '@noek/db/database';
import type { Tables } from '@noek/db/tables';
import { eq, or } from 'drizzle-orm';

export type UserRow = Tables['users']['$inferSelect'];

/** The columns a User is made of. */
export function userColumns({ users }: Tables) {
  const { id, name, email, accessLevel, specialFeatures, allowModelTraining, memoryEnabled, emailVerifiedAt } = users;
  return { id, name, email, accessLevel, specialFeatures, allowModelTraining, memoryEnabled, emailVerifiedAt };
}

/** A row as the world may see it. */
export function toUser(row: Pick<UserRow, keyof ReturnType<typeof userColumns>>): User {
  const { id, name, email, accessLevel, specialFeatures, allowModelTraining, memoryEnabled, emailVerifiedAt } = row;
  const emailVerified = emailVerifiedAt !== null;
  return { id, name, email, accessLevel, specialFeatures, allowModelTraining, memoryEnabled, emailVerified };
}

/** The account of an address that is trimmed and in lower case already. */
export async function findUserByEmail(db: Database, email: string): Promise<UserRow | null> {
  const { users } = db.tables;
  const [row] = await db.orm.select().from(users).where(eq(users.email, email));
  return row ?? null;
}

/** The account that has an address, or had it verified until a change that is not verified yet; the address is taken by it. */
export async function findUserByAddress(db: Database, address: string): Promise<UserRow | null> {
  const { users } = db.tables;
  const [row] = await db.orm
    .select()
    .from(users)
    .where(or(eq(users.email, address), eq(users.previousEmail, address)));
  return row ?? null;
}

/** Has somebody proved to own this address, so that it leads to this account and no other? */
export const isProven = (user: UserRow, address: string): boolean =>
  user.previousEmail === address || (user.email === address && user.emailVerifiedAt !== null);

/** Where mail about the safety of an account goes: the last address its owner proved to have. */
export const provenEmail = (user: Pick<UserRow, 'email' | 'previousEmail'>): string => user.previousEmail ?? user.email;
