import { openDatabase } from '../../../../packages/db/src/open.ts';
import type { ServerProcess } from '../../../server/src/testing/server-process.ts';

/** Lets all sign-ins be an hour old, directly in the database of the running server: they are no fresh proof any more. */
export async function ageSignIns(server: ServerProcess): Promise<void> {
  const db = await openDatabase(`file:${server.dataDir}/noek.db`);
  try {
    const provenAt = new Date(Date.now() - 60 * 60_000);
    await db.write((orm) => orm.update(db.tables.sessions).set({ provenAt }));
  } finally {
    await db.close();
  }
}
