import type { CreateDocumentInput, Document } from '@noek/contract/documents/schemas';
import { and, eq } from 'drizzle-orm';
import type { Ctx } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { addDocument } from './add-document.ts';
import { announceDocument } from './announce-document.ts';
import { requireOwnConversation, toDocument } from './documents.queries.ts';
import { requireTextSpaceFor } from './text-space.ts';

/**
 * Makes a document in one of the caller's conversations. Made from the same code block again, the first one is returned. Throws NOT_FOUND,
 * and CONFLICT if the caller has too many documents or no space for its text.
 */
export async function createDocument(ctx: Ctx, { from, ...input }: CreateDocumentInput): Promise<Document> {
  const owner = await requireOwnConversation(ctx, input.conversationId);
  if (from) await requireMessage(ctx, input.conversationId, from.messageId);
  await requireTextSpaceFor(ctx, input.content);
  const origin = from
    ? ({ madeBy: 'answer', messageId: from.messageId, sourceKey: `${from.messageId}:${from.block}` } as const)
    : ({ madeBy: 'person', messageId: null, sourceKey: null } as const);
  const { row, isNew } = await addDocument(ctx, owner, { ...input, ...origin });
  const document = toDocument(row);
  if (isNew) announceDocument(ctx, owner, document);
  return document;
}

async function requireMessage({ db }: Ctx, conversationId: number, messageId: string): Promise<void> {
  const { messages: m } = db.tables;
  const found = await db.orm
    .select({ id: m.id })
    .from(m)
    .where(and(eq(m.id, messageId), eq(m.conversationId, conversationId)));
  if (found.length === 0) throw notFound('Message not found.');
}
