import type { DocumentVersion, DocumentWithContent } from '@noek/contract/documents/schemas';
import type { Ctx } from '../../context.ts';
import { findDocument, findVersion, toDocument, type VersionRow } from './documents.queries.ts';

/** One of the caller's documents with the content of its newest version. Throws NOT_FOUND. */
export async function readDocument(ctx: Ctx, { documentId }: { documentId: string }): Promise<DocumentWithContent> {
  const row = await findDocument(ctx, documentId);
  const { content } = await findVersion(ctx.db, row.id, row.version);
  return { ...toDocument(row), content };
}

/** One version of one of the caller's documents. Throws NOT_FOUND. */
export async function readDocumentVersion(
  ctx: Ctx,
  { documentId, version }: { documentId: string; version: number },
): Promise<DocumentVersion & { content: string }> {
  await findDocument(ctx, documentId);
  const row = await findVersion(ctx.db, documentId, version);
  return { ...toVersion({ ...row, bytes: Buffer.byteLength(row.content) }), content: row.content };
}

/** A version as its list shows it. */
export const toVersion = (
  row: Omit<VersionRow, 'content' | 'documentId' | 'callKey'> & { bytes: number },
): DocumentVersion => ({
  number: row.number,
  madeBy: row.madeBy,
  messageId: row.messageId,
  bytes: row.bytes,
  createdAt: row.createdAt.toISOString(),
});
