import type { ArchivedConversation, ArchivedMessage } from '@noek/contract/archive/schemas';
import type { Database } from '@noek/db/database';
import { and, eq, isNull, or } from 'drizzle-orm';
import type { ConversationRow } from '../../../chat/records/chat.queries.ts';
import { messageIdsIn } from './new-id.ts';

/** A conversation of the upload that the account has already: the original, or a copy from an earlier import. */
export type Known = { row: ConversationRow; isOriginal: boolean; messageIdOf(id: string): string };

/** Finds a conversation of an upload in the account. */
export async function findKnown(
  db: Database,
  userId: string,
  { origin }: Pick<ArchivedConversation, 'origin'>,
): Promise<Known | null> {
  const { conversations: c } = db.tables;
  const original = Number(origin);
  const same = Number.isSafeInteger(original)
    ? or(eq(c.importKey, origin), and(eq(c.id, original), isNull(c.importKey)))
    : eq(c.importKey, origin);
  const [row] = await db.orm
    .select()
    .from(c)
    .where(and(eq(c.userId, userId), same))
    .limit(1);
  if (!row) return null;
  const isOriginal = row.importKey === null;
  return { row, isOriginal, messageIdOf: isOriginal ? sameId : messageIdsIn(userId, row.id) };
}

const sameId = (id: string) => id;

/** Whether an import has already added the conversation, or all that is new in it. */
export async function wasAddedBy({ orm, tables }: Database, jobId: string, conversationId: number): Promise<boolean> {
  const { importedConversations: added } = tables;
  const [row] = await orm
    .select({ complete: added.complete })
    .from(added)
    .where(and(eq(added.jobId, jobId), eq(added.conversationId, conversationId), eq(added.complete, true)))
    .limit(1);
  return row !== undefined;
}

/** How much is kept at most until a message is known: messages, and UTF-16 code units of text. */
const mostUnknown = { messages: 1_000, text: 4_000_000 };

/**
 * The messages of an upload that a known conversation does not have. In a copy of a copy, messages have other ids: if none of the first ones
 * is known, nothing is new.
 */
export async function* newMessages(
  { orm, tables: { messages: m } }: Database,
  { row, isOriginal, messageIdOf }: Known,
  messages: AsyncIterable<ArchivedMessage>,
): AsyncGenerator<ArchivedMessage> {
  // Nothing is deleted from an original, so there is nothing to bring back.
  if (isOriginal || row.deletedAt) return;
  const rows = await orm.select({ id: m.id }).from(m).where(eq(m.conversationId, row.id));
  const ids = new Set(rows.map(({ id }) => id));
  let isSame = false;
  let text = 0;
  const waiting: ArchivedMessage[] = [];
  for await (const message of messages) {
    if (ids.has(messageIdOf(message.id))) isSame = true;
    else waiting.push(message);
    text += message.content.length;
    if (isSame) yield* waiting.splice(0);
    else if (waiting.length > mostUnknown.messages || text > mostUnknown.text) return;
  }
}
