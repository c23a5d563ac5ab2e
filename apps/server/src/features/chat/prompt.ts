import type { Database } from '@noek/db/database';
import { desc, eq } from 'drizzle-orm';
import type { LlmMessage } from '../../integrations/llm/llm.ts';
import type { MessageRow } from './chat.queries.ts';

/** How much of a conversation goes with a message: the newest turns that fit, in UTF-16 code units and rows. */
const historyBudget = 48_000;
const historyRows = 120;

const persona =
  'You are Noek, a friendly and precise AI assistant. Answer in the language of the question. ' +
  'Use Markdown where it helps: lists, tables and fenced code blocks with a language name. ' +
  'Say so when you are not sure, and never invent sources.';

export const promptFor = (turns: readonly LlmMessage[]): LlmMessage[] => [
  { role: 'system', content: persona },
  ...turns,
];

/** The turns that lead to an answer, oldest first: its question, the answer before that, and so on up the branch. */
export async function readTurns(
  db: Database,
  answer: Pick<MessageRow, 'conversationId' | 'parentId'>,
): Promise<LlmMessage[]> {
  const { messages } = db.tables;
  const rows = await db.orm
    .select({ id: messages.id, parentId: messages.parentId, role: messages.role, content: messages.content })
    .from(messages)
    .where(eq(messages.conversationId, answer.conversationId))
    .orderBy(desc(messages.ordinal))
    .limit(historyRows);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const turns: LlmMessage[] = [];
  let left = historyBudget;
  for (
    let at = answer.parentId && byId.get(answer.parentId);
    at;
    at = at.parentId ? byId.get(at.parentId) : undefined
  ) {
    left -= at.content.length;
    if (turns.length > 0 && left < 0) break;
    // Providers refuse empty turns: answers that failed leave one.
    if (at.content.trim()) turns.push({ role: at.role, content: at.content });
    byId.delete(at.id);
  }
  return turns.reverse();
}
