import { openDatabase } from '../../../../packages/db/src/open.ts';
import { insertConversation, insertMessages } from '../../../../packages/db/src/testing/factories.ts';
import type { ServerProcess } from '../../../server/src/testing/server-process.ts';
import type { Account } from './accounts.ts';

const perStatement = 250;

/**
 * Writes a conversation with these messages (question, answer, question …) for an account directly into the database of the running
 * server. Resolves to its id and the ids of its messages.
 */
export async function seedMessages(
  server: ServerProcess,
  { email }: Account,
  texts: Parameters<typeof insertMessages>[2],
  title = 'A long conversation',
): Promise<{ id: number; messageIds: string[] }> {
  const db = await openDatabase(`file:${server.dataDir}/noek.db`);
  try {
    const user = (await db.orm.select().from(db.tables.users)).find((row) => row.email === email);
    if (!user) throw new Error(`${email} has no account.`);
    const { id } = await insertConversation(db, { userId: user.id, title });
    const messageIds: string[] = [];
    for (let from = 0; from < texts.length; from += perStatement) {
      const rows = await insertMessages(db, id, texts.slice(from, from + perStatement));
      messageIds.push(...rows.map((row) => row.id));
    }
    return { id, messageIds };
  } finally {
    await db.close();
  }
}
