import type { DocumentShare } from '@noek/contract/documents/sharing';
import type { Database, Orm } from '@noek/db/database';
import { and, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import type { DocumentRow } from '../documents.queries.ts';

/** What ends the link of a document. A taken-down one stays so. */
export const noShare = {
  shareToken: null,
  sharedAt: null,
  shareExpiresAt: null,
  sharedVersion: null,
  sharedTitle: null,
} as const;

/** The statement that ends the links of all documents in these conversations, which are given as a query or as ids. */
export function endDocumentShares(
  { tables: { documents: d } }: Pick<Database, 'tables'>,
  orm: Orm,
  conversationIds: Parameters<typeof inArray>[1],
) {
  return orm
    .update(d)
    .set(noShare)
    .where(and(inArray(d.conversationId, conversationIds as number[]), isNotNull(d.shareToken)) as SQL);
}

/** The link of a document; null while it is not shared. */
export function shareOf({ config }: Pick<Ctx, 'config'>, row: DocumentRow): DocumentShare | null {
  const { shareToken: token, sharedAt, sharedVersion: version } = row;
  if (token === null || sharedAt === null || version === null) return null;
  return {
    url: `${config.origins.chat}/d/${token}`,
    token,
    documentId: row.id,
    version,
    sharedAt: sharedAt.toISOString(),
    expiresAt: row.shareExpiresAt?.toISOString() ?? null,
  };
}

/** Whether anyone with its link can read it. Its conversation is another matter. */
export const isDocumentShared = ({ shareToken, shareExpiresAt }: DocumentRow, now: Date): boolean =>
  shareToken !== null && (shareExpiresAt === null || shareExpiresAt > now);

/** How many of the person's documents have a link, expired ones included. */
export const countSharedDocuments = (userId: string): SQL<number> =>
  sql<number>`(select count(*) from documents as one join conversations as its on its.id = one.conversation_id where its.user_id = ${userId} and one.share_token is not null)`;
