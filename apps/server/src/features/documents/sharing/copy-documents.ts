import type { ReadableDocument } from '@noek/contract/documents/sharing';
import type { Step } from '@noek/db/database';
import type { Ctx } from '../../../context.ts';
import { newDocument } from '../add-document.ts';
import { requireDocumentSpace } from '../document-space.ts';
import type { DocumentOwner, DocumentRow } from '../documents.queries.ts';

/** The copy of a document: its row, its only version, and the answer of the copied conversation that shows it. */
export type DocumentCopy = { row: DocumentRow; content: string; messageId: string };

/** The copy of a document for a conversation. */
export const copyOf = (
  { content, title, kind }: Pick<ReadableDocument, 'content' | 'title' | 'kind'>,
  { conversationId, messageId }: { conversationId: number; messageId: string },
  at: Date,
): DocumentCopy => ({
  row: newDocument({ conversationId, title, kind, sourceKey: null }, at),
  content,
  messageId,
});

/** Adds copies in the step that adds their conversation. Refuses the step with CONFLICT if the owner then had too many documents. */
export function storeDocumentCopies(ctx: Ctx, step: Step, owner: DocumentOwner, copies: readonly DocumentCopy[]): void {
  if (copies.length === 0) return;
  const { documents: d, documentVersions: v } = ctx.db.tables;
  const bytes = copies.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0);
  requireDocumentSpace(ctx, step, owner, { documents: copies.length, bytes });
  step.add(step.orm.insert(d).values(copies.map(({ row }) => row)));
  step.add(
    step.orm.insert(v).values(
      copies.map(({ row, content, messageId }) => ({
        ...{ documentId: row.id, number: 1, content, messageId, callKey: null, createdAt: row.createdAt },
        madeBy: 'answer' as const,
      })),
    ),
  );
}
