import type { DocumentVersion } from '@noek/contract/documents/schemas';
import { desc, eq, sql } from 'drizzle-orm';
import type { Ctx } from '../../context.ts';
import { findDocument } from './documents.queries.ts';
import { toVersion } from './read-document.ts';

/** The versions of one of the caller's documents, the newest first. Throws NOT_FOUND. */
export async function listDocumentVersions(
  ctx: Ctx,
  { documentId }: { documentId: string },
): Promise<DocumentVersion[]> {
  await findDocument(ctx, documentId);
  const { documentVersions: v } = ctx.db.tables;
  const rows = await ctx.db.orm
    .select({
      ...{ number: v.number, madeBy: v.madeBy, messageId: v.messageId, createdAt: v.createdAt },
      bytes: sql<number>`octet_length(${v.content})`.mapWith(Number),
    })
    .from(v)
    .where(eq(v.documentId, documentId))
    .orderBy(desc(v.number));
  return rows.map(toVersion);
}
