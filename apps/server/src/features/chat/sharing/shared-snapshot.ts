import { maxAnswerLength } from '@noek/contract/chat/limits';
import type { SharedMessage } from '@noek/contract/chat/sharing';
import type { Database } from '@noek/db/database';
import { and, desc, eq, ne } from 'drizzle-orm';
import { cutText } from '../../../text/cut-text.ts';
import { readableMessage } from '../rows/chat.queries.ts';

/** A snapshot holds the newest messages that fit into these limits, as JSON in UTF-8 bytes. */
const maxMessages = 1_000;
const maxBytes = 4 * 1024 * 1024;

/** The current branch of a conversation as others may read it, oldest first: final messages with text. */
export async function readSnapshot({ orm, tables }: Database, conversationId: number): Promise<SharedMessage[]> {
  const { messages: m } = tables;
  const rows = await orm
    .select({
      id: m.id,
      role: m.role,
      content: readableMessage(tables).content,
      createdAt: m.createdAt,
      status: m.status,
      answeredBy: m.answeredBy,
      sources: m.sources,
    })
    .from(m)
    .where(and(eq(m.conversationId, conversationId), eq(m.active, true), ne(m.status, 'streaming'), ne(m.content, '')))
    .orderBy(desc(m.ordinal))
    .limit(maxMessages);
  const newestFirst = rows.map((row) => ({
    ...row,
    content: cutText(row.content, maxAnswerLength),
    createdAt: row.createdAt.toISOString(),
    sources: row.sources ?? [],
  }));
  return newestThatFit(newestFirst, maxBytes).reverse();
}

/** The first of `newestFirst` that together are at most `bytes` long as JSON. */
export function newestThatFit(newestFirst: readonly SharedMessage[], bytes: number): SharedMessage[] {
  let left = bytes;
  const beyond = newestFirst.findIndex((message) => {
    left -= Buffer.byteLength(JSON.stringify(message));
    return left < 0;
  });
  return newestFirst.slice(0, beyond === -1 ? undefined : beyond);
}
