import type { ReadableDocument } from '@noek/contract/documents/sharing';
import { and, eq, isNull } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { type DocumentRow, documentNotFound, findVersion, type VersionRow } from '../documents.queries.ts';
import { isDocumentShared } from './document-shares.ts';

/**
 * The document behind a link, for anyone. Throws the same NOT_FOUND for a link that never was, was ended or taken down, has expired, or whose
 * document, conversation or owner was deleted.
 */
export async function findSharedDocument(
  ctx: Ctx,
  { token }: { token: string },
): Promise<DocumentRow & { sharedVersion: number }> {
  const { documents: d, conversations: c, users } = ctx.db.tables;
  const [row] = await ctx.db.orm
    .select({ document: d })
    .from(d)
    .innerJoin(c, eq(c.id, d.conversationId))
    .innerJoin(users, eq(users.id, c.userId))
    .where(
      and(
        eq(d.shareToken, token),
        isNull(d.shareTakenDownAt),
        isNull(c.deletedAt),
        eq(c.temporary, false),
        isNull(users.deletedAt),
      ),
    );
  const sharedVersion = row?.document.sharedVersion;
  if (!sharedVersion || !isDocumentShared(row.document, ctx.now())) throw documentNotFound();
  return { ...row.document, sharedVersion };
}

/** Whether a link works. */
export const isDocumentLink = (ctx: Ctx, token: string): Promise<boolean> =>
  findSharedDocument(ctx, { token }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError && error.code === 'NOT_FOUND') return false;
      throw error;
    },
  );

/** What readers of a document's link get: the document as it was when it was shared. Throws as `findSharedDocument`. */
export async function readSharedDocument(ctx: Ctx, input: { token: string }): Promise<ReadableDocument> {
  const document = await findSharedDocument(ctx, input);
  return readableOf(document, await findVersion(ctx.db, document.id, document.sharedVersion));
}

/** A version of a document for people other than its owner. Its title is the one that was shared. */
export const readableOf = (
  { kind, title, sharedTitle }: Pick<DocumentRow, 'kind' | 'title' | 'sharedTitle'>,
  { content, createdAt }: Pick<VersionRow, 'content' | 'createdAt'>,
): ReadableDocument => ({ title: sharedTitle ?? title, kind, content, updatedAt: createdAt.toISOString() });
