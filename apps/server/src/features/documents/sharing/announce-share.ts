import type { Ctx } from '../../../context.ts';
import { announceDocument } from '../announce-document.ts';
import { type DocumentOwner, type DocumentRow, findVersion, toDocument } from '../documents.queries.ts';

/** Tells the owner's open pages that the link of a document has changed. Call it after the commit. */
export async function announceShare(ctx: Ctx, owner: DocumentOwner, row: DocumentRow): Promise<void> {
  const { madeBy, messageId } = await findVersion(ctx.db, row.id, row.version);
  announceDocument(ctx, owner, toDocument({ ...row, madeBy, messageId }));
}
