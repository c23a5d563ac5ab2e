import type { User } from '@noek/contract/auth';
import type { Database } from '@noek/db/database';
import type { Tables } from '@noek/db/tables';
import { eq } from 'drizzle-orm';

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
