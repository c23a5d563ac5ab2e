import { eq } from 'drizzle-orm';
import { openDatabase } from '../../../../packages/db/src/open.ts';
import type { ServerProcess } from '../../../server/src/testing/server-process.ts';
import type { Account } from './accounts.ts';

/** Lets the sign-ins of an account be an hour old, directly in the database of the running server: they are no fresh proof any more. */
export async function ageSignIns(server: ServerProcess, { email }: Account): Promise<void> {
  const db = await openDatabase(`file:${server.dataDir}/noek.db`);
  try {
    const { sessions, users } = db.tables;
    const owner = db.orm.select({ id: users.id }).from(users).where(eq(users.email, email));
    const [user] = await owner;
    if (!user) throw new Error(`${email} has no account.`);
    const provenAt = new Date(Date.now() - 60 * 60_000);
    await db.write((orm) => orm.update(sessions).set({ provenAt }).where(eq(sessions.userId, user.id)));
  } finally {
    await db.close();
  }
}
