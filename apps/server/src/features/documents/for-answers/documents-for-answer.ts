import type { Document } from '@noek/contract/documents/schemas';
import type { Database } from '@noek/db/database';
import { preparedQuery } from '@noek/db/prepared';
import { and, desc, eq, or, sql } from 'drizzle-orm';
import { cutText } from '../../../text/cut-text.ts';
import { estimateTokens } from '../../../text/estimate-tokens.ts';

/** More documents of a conversation are not named to a model. */
const mostNamed = 50;
/** What a document takes in a prompt besides its text, in tokens. */
const tokensOfName = 60;
/** The beginning of a document is given if at least this much of it fits, in tokens. */
const smallestPart = 500;

/** A document as a model is told about it. `cut`: only its beginning is given. Without a text, there was no room for it. */
export type GivenDocument = Pick<Document, 'id' | 'title' | 'kind' | 'version'> & { text?: string; cut?: true };

/**
 * The documents of a conversation for the prompt of an answer, the most recently changed first, with as much of their newest text as the room
 * allows.
 */
export async function documentsForAnswer(
  db: Database,
  conversationId: number,
  tokens: number,
): Promise<GivenDocument[]> {
  const rows = await documentsOfConversation.run(db, { conversationId });
  if (rows.length === 0) return [];
  let left = tokens - rows.length * tokensOfName;
  // A token has at least one byte.
  let bytes = 0;
  const read = rows.filter((row, at) => {
    const isRead = at === 0 || bytes < 4 * left;
    bytes += row.bytes;
    return isRead;
  });
  const { documentVersions: v } = db.tables;
  const contents = await db.orm
    .select({ id: v.documentId, content: v.content })
    .from(v)
    .where(or(...read.map(({ id, version }) => and(eq(v.documentId, id), eq(v.number, version)))));
  const byId = new Map(contents.map(({ id, content }) => [id, content]));
  return rows.map(({ bytes: _, ...named }) => {
    const content = byId.get(named.id);
    if (content === undefined || left <= 0) return named;
    const needed = estimateTokens(content);
    if (needed <= left) {
      left -= needed;
      return { ...named, text: content };
    }
    if (left < smallestPart) return named;
    const part = cutText(content, Math.floor((content.length * left) / needed));
    left = 0;
    return { ...named, text: part, cut: true };
  });
}

type Named = Pick<Document, 'id' | 'title' | 'kind' | 'version'> & { bytes: number };

/** Every message runs this query. */
const documentsOfConversation = preparedQuery<{ conversationId: number }, Named[]>(
  'documents_of_conversation',
  (orm, { documents: d, documentVersions: v }, value) =>
    orm
      .select({
        ...{ id: d.id, title: d.title, kind: d.kind, version: d.version },
        bytes: sql<number>`octet_length(${v.content})`.mapWith(Number),
      })
      .from(d)
      .innerJoin(v, and(eq(v.documentId, d.id), eq(v.number, d.version)))
      .where(eq(d.conversationId, value('conversationId')))
      .orderBy(desc(d.updatedAt), desc(d.id))
      .limit(mostNamed),
);
