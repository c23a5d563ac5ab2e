import type { ReadableDocument } from '@noek/contract/documents/sharing';
import { and, eq, isNull } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { recentReadings } from '../../auth/administrators/recent-readings.ts';
import { requireAdministrator } from '../../auth/administrators/require-administrator.ts';
import { documentNotFound } from '../../documents/documents.queries.ts';

/**
 * A version of a document in a person's conversations, without temporary chats and those in the trash, for an administrator who has read
 * their messages within the last hour. The entry that this reading made in the audit log, with its reason, holds for the document, too.
 * Reading a report is not such a reading. Throws UNAUTHORIZED, FORBIDDEN, and NOT_FOUND, also without a reading.
 */
export async function readUserDocument(
  ctx: Ctx,
  { id, documentId, version }: { id: string; documentId: string; version: number },
): Promise<ReadableDocument> {
  const actorId = requireAdministrator(ctx).user.id;
  if (!(await recentReadings(ctx, { actorId, targetUserId: id })).has(null)) throw documentNotFound();
  const { conversations: c, documents: d, documentVersions: v } = ctx.db.tables;
  const [row] = await ctx.db.orm
    .select({ title: d.title, kind: d.kind, content: v.content, createdAt: v.createdAt })
    .from(v)
    .innerJoin(d, eq(d.id, v.documentId))
    .innerJoin(c, eq(c.id, d.conversationId))
    .where(
      and(
        eq(v.documentId, documentId),
        eq(v.number, version),
        eq(c.userId, id),
        isNull(c.deletedAt),
        eq(c.temporary, false),
      ),
    );
  if (!row) throw documentNotFound();
  const { createdAt, ...read } = row;
  return { ...read, updatedAt: createdAt.toISOString() };
}
