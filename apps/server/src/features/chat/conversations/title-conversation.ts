import type { Database, Orm, Statement } from '@noek/db/database';
import { and, eq } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { type MessageRow, toConversation } from '../chat.queries.ts';
import type { Live } from '../live/live.ts';
import { ownerOfConversation } from '../owner.ts';
import { titleFromAnswer } from './title.ts';

type Answer = Pick<MessageRow, 'conversationId' | 'content'>;

/** Titles a conversation after its answer, where its first message ("Hi!") did not say what it is about. */
export function titleStatements(
  { tables }: Database,
  orm: Orm,
  { conversationId, content }: Answer,
  provisionalTitle: string,
): Statement[] {
  const title = titleFromAnswer(content);
  const { conversations: c } = tables;
  if (title === null) return [];
  return [
    orm
      .update(c)
      .set({ title })
      .where(and(eq(c.id, conversationId), eq(c.title, provisionalTitle))),
  ];
}

/** Sends the title that an answer gave to the owner's open pages. */
export async function publishTitle(
  { db, live, now }: Pick<Deps, 'db' | 'now'> & { live: Live },
  { conversationId }: Answer,
): Promise<void> {
  const { conversations: c } = db.tables;
  const [row] = await db.orm.select().from(c).where(eq(c.id, conversationId));
  if (!row) return;
  live.publish(ownerOfConversation(row), { type: 'conversation', conversation: toConversation(row, now()) });
}
