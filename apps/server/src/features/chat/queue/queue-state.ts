import { interruptedByMessage } from '@noek/contract/chat/texts';
import type { Database } from '@noek/db/database';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { ConversationRow, MessageRow } from '../records/chat.queries.ts';
import { pauseTexts, type QueuedRow, queuedRows } from '../records/queue.queries.ts';

type Pause = Database['tables']['queuePauses']['$inferSelect'];

/** What decides whether the next message of a conversation is sent. */
export type QueueState = {
  conversation: ConversationRow;
  head: Pick<MessageRow, 'role' | 'status' | 'error'> | null;
  isRunning: boolean;
  first: QueuedRow;
  paused: Pause | null;
};

/** The state of a queue; null if nothing waits, or the conversation is gone or in the trash. */
export async function queueState(db: Database, conversationId: number): Promise<QueueState | null> {
  const { conversations: c, messages: m, queuePauses: p } = db.tables;
  const [first] = await queuedRows(db, conversationId);
  if (!first) return null;
  // Read before the rest: a turn that is written in between moves its head, and then nothing is sent.
  const [conversation] = await db.orm
    .select()
    .from(c)
    .where(and(eq(c.id, conversationId), isNull(c.deletedAt)));
  if (!conversation) return null;
  const [isRunning, [paused = null], [head = null]] = await Promise.all([
    isAnswering(db, conversationId),
    db.orm.select().from(p).where(eq(p.conversationId, conversationId)),
    db.orm
      .select({ role: m.role, status: m.status, error: m.error })
      .from(m)
      .where(eq(m.id, conversation.headMessageId ?? '')),
  ]);
  // The answer may end between the two reads. Then its end is followed by another look.
  return { conversation, head, isRunning: isRunning || head?.status === 'streaming', first, paused };
}

/** The running answer of a conversation. */
export async function runningAnswerOf(db: Database, conversationId: number): Promise<string | null> {
  const { generations: g, messages: m } = db.tables;
  // Few answers run at a time, but a conversation may have many messages. CROSS JOIN keeps SQLite from reordering the join.
  const [running] = await db.orm
    .select({ id: g.messageId })
    .from(g)
    .crossJoin(m)
    .where(and(eq(m.id, g.messageId), eq(m.conversationId, conversationId)))
    .limit(1);
  return running?.id ?? null;
}

export const isAnswering = async (db: Database, conversationId: number): Promise<boolean> =>
  (await runningAnswerOf(db, conversationId)) !== null;

/** The same as a condition of a statement. */
export const noAnswerRuns = (conversationId: number) =>
  sql`not exists (select 1 from generations as g cross join messages as m where m.id = g.message_id and m.conversation_id = ${conversationId})`;

/** Why the queue waits after the answer that is the head; null if that ended well, or was interrupted by a message. */
export function pauseAfter(head: QueueState['head']): { reason: 'stopped' | 'failed'; message: string } | null {
  if (!head || head.role === 'user') return null;
  if (head.status === 'stopped' && head.error === interruptedByMessage) return null;
  if (head.status === 'stopped') return { reason: 'stopped', message: pauseTexts.stopped };
  if (head.status === 'complete' && head.error === null) return null;
  return { reason: 'failed', message: pauseTexts.failed };
}
