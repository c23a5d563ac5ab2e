import type { Database, Orm } from '@noek/db/database';
import { and, eq } from 'drizzle-orm';
import type { MessageRow } from '../records/chat.queries.ts';
import { titleFromAnswer } from './title.ts';

/**
 * Titles a conversation after its answer, where its first message ("Hi!") did not say what it is about. The statements return the
 * conversation if its title has changed.
 */
export function titleStatements(
  { tables }: Database,
  orm: Orm,
  { conversationId, content }: Pick<MessageRow, 'conversationId' | 'content'>,
  provisionalTitle: string,
) {
  const title = titleFromAnswer(content);
  const { conversations: c } = tables;
  if (title === null) return [];
  return [
    orm
      .update(c)
      .set({ title })
      .where(and(eq(c.id, conversationId), eq(c.title, provisionalTitle)))
      .returning(),
  ];
}
