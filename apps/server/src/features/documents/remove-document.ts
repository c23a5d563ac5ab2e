import { setTimeout as wait } from 'node:timers/promises';
import { and, eq, inArray } from 'drizzle-orm';
import type { Ctx } from '../../context.ts';
import { liveKeyOf } from './announce-document.ts';
import { deleteOldVersions } from './delete-versions.ts';
import { documentNotFound, documentOwnerOf, findDocument, openConversationsOf } from './documents.queries.ts';

const pauseMs = 2;

/** Deletes one of the caller's documents with all its versions and its link. Throws NOT_FOUND. */
export async function removeDocument(ctx: Ctx, { documentId }: { documentId: string }): Promise<{ message: string }> {
  const owner = documentOwnerOf(ctx.actor);
  if (!owner) throw documentNotFound();
  await findDocument(ctx, documentId);
  // Other work runs between the steps.
  while (await deleteOldVersions(ctx.db, documentId)) await wait(pauseMs);
  const { conversations: c, documents: d } = ctx.db.tables;
  const [row] = await ctx.db.write((orm) => {
    const own = orm.select({ id: c.id }).from(c).where(openConversationsOf(ctx.db, owner));
    return orm
      .delete(d)
      .where(and(eq(d.id, documentId), inArray(d.conversationId, own)))
      .returning({ conversationId: d.conversationId });
  });
  if (!row) throw documentNotFound();
  ctx.db.eraseDeleted();
  ctx.live.publish(liveKeyOf(owner), { type: 'document-gone', conversationId: row.conversationId, documentId });
  return { message: 'Document deleted.' };
}
