import type { Document, UpdateDocumentInput } from '@noek/contract/documents/schemas';
import { documentProblems } from '@noek/contract/documents/texts';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { announceDocument } from './announce-document.ts';
import { changeDocument } from './change-document.ts';
import { documentNotFound, documentOwnerOf, findDocument, toDocument } from './documents.queries.ts';
import { readDocument } from './read-document.ts';
import { requireTextSpaceFor } from './text-space.ts';

/**
 * Changes the title of one of the caller's documents, or its content, which makes a new version. Throws BAD_REQUEST if there is nothing to
 * change, NOT_FOUND, CHANGED with the newest version if `baseVersion` is not the newest, and CONFLICT if there is no room.
 */
export async function updateDocument(
  ctx: Ctx,
  { documentId, baseVersion, content, title }: UpdateDocumentInput,
): Promise<Document> {
  if (content === undefined && title === undefined)
    throw new AppError('BAD_REQUEST', 'Give the new content, a new title, or both.');
  const owner = documentOwnerOf(ctx.actor);
  if (!owner) throw documentNotFound();
  const before = await findDocument(ctx, documentId);
  if (before.version !== baseVersion) throw await changed(ctx, documentId);
  if (content !== undefined) await requireTextSpaceFor(ctx, content);
  const version = content === undefined ? undefined : byPerson(content);
  const row = await changeDocument(ctx, owner, { documentId, baseVersion }, { title, version });
  if (!row) throw await changed(ctx, documentId);
  const document = toDocument({ ...row, ...(version ?? { madeBy: before.madeBy, messageId: before.messageId }) });
  announceDocument(ctx, owner, document);
  return document;
}

/** A version that a person has made. */
export const byPerson = (content: string) => ({ content, madeBy: 'person', messageId: null, callKey: null }) as const;

/** The refusal of a change to a version that is not the newest. Throws NOT_FOUND if the document is gone. */
async function changed(ctx: Ctx, documentId: string): Promise<AppError> {
  const document = await readDocument(ctx, { documentId });
  return new AppError('CHANGED', documentProblems.changed, { flags: { document } });
}
