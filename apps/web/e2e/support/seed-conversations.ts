import { randomInt } from 'node:crypto';
import { openDatabase } from '../../../../packages/db/src/open.ts';
import type { ServerProcess } from '../../../server/src/testing/server-process.ts';
import type { Account } from './accounts.ts';

const perStatement = 500;
const minuteMs = 60_000;

/**
 * Writes this number of conversations for an account directly into the database of the running server. "Chat 1" is the newest, and
 * each next one is a minute older. Resolves to their ids.
 */
export async function seedConversations(server: ServerProcess, { email }: Account, count: number): Promise<number[]> {
  // Tests share a database, so each takes ids of its own.
  const first = randomInt(1e12);
  const ids = Array.from({ length: count }, (_, n) => first + n);
  const db = await openDatabase(`file:${server.dataDir}/noek.db`);
  try {
    const { users, conversations } = db.tables;
    const user = (await db.orm.select().from(users)).find((row) => row.email === email);
    if (!user) throw new Error(`${email} has no account.`);
    const now = Date.now();
    for (let from = 0; from < count; from += perStatement) {
      const rows = Array.from({ length: Math.min(perStatement, count - from) }, (_, i) => {
        const at = new Date(now - (from + i) * minuteMs);
        return {
          id: first + from + i,
          userId: user.id,
          title: `Chat ${from + i + 1}`,
          createdAt: at,
          updatedAt: at,
        };
      });
      await db.write((orm) => orm.insert(conversations).values(rows));
    }
    return ids;
  } finally {
    await db.close();
  }
}
