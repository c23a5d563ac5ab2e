import type { Database, StatementResult, Step } from '@noek/db/database';
import { and, eq } from 'drizzle-orm';
import type { ConversationRow, MessageRow } from '../records/chat.queries.ts';
import { titleFromAnswer } from './title.ts';

/**
 * Titles a conversation after its answer, where its first message ("Hi!") did not say what it is about. The result has the conversation if
 * its title has changed; null if the answer gives no title.
 */
export function titleConversation(
  { tables }: Database,
  step: Step,
  { conversationId, content }: Pick<MessageRow, 'conversationId' | 'content'>,
  provisionalTitle: string,
): StatementResult<ConversationRow[]> | null {
  const title = titleFromAnswer(content);
  const { conversations: c } = tables;
  if (title === null) return null;
  return step.add(
    step.orm
      .update(c)
      .set({ title })
      .where(and(eq(c.id, conversationId), eq(c.title, provisionalTitle)))
      .returning(),
  );
}
