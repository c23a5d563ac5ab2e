import type { DocumentLink } from '@noek/contract/documents/sharing';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { requireUser } from '../../auth/session/require-user.ts';
import { findDocument } from '../documents.queries.ts';
import { shareOf } from './document-shares.ts';

/**
 * The link of one of the person's documents, and why an administrator took it down, but not who it was. Throws UNAUTHORIZED and NOT_FOUND.
 */
export async function documentLink(ctx: Ctx, { documentId }: { documentId: string }): Promise<DocumentLink> {
  const userId = requireUser(ctx).user.id;
  const row = await findDocument(ctx, documentId);
  return {
    share: shareOf(ctx, row),
    newest: row.version,
    takenDown: row.shareTakenDownAt && {
      at: row.shareTakenDownAt.toISOString(),
      reason: await reasonOf(ctx, userId, documentId),
    },
  };
}

/** Why the link was taken down last; null when that is no longer kept. */
async function reasonOf({ db }: Ctx, userId: string, documentId: string): Promise<string | null> {
  const { auditLog: entries } = db.tables;
  const [entry] = await db.orm
    .select({ detail: entries.detail })
    .from(entries)
    .where(
      and(
        eq(entries.targetUserId, userId),
        eq(entries.action, 'share.taken-down'),
        eq(sql`${entries.detail} ->> 'document'`, documentId),
      ),
    )
    .orderBy(desc(entries.createdAt), desc(entries.id))
    .limit(1);
  const reason = entry?.detail.reason;
  return typeof reason === 'string' ? reason : null;
}
