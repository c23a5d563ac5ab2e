import type { DocumentKind } from '@noek/contract/documents/kinds';
import { isUniqueViolation } from '@noek/db/database';
import { and, eq, type SQL } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Deps } from '../../deps.ts';
import { requireDocumentSpace } from './document-space.ts';
import {
  conversationNotFound,
  type DocumentOwner,
  type DocumentRow,
  type DocumentWithOrigin,
  openConversationsOf,
  selectDocuments,
  type VersionRow,
} from './documents.queries.ts';

export type NewDocument = {
  conversationId: number;
  title: string;
  kind: DocumentKind;
  content: string;
  /** What it is made from. It is made once from the same; null for nothing. */
  sourceKey: string | null;
} & Pick<VersionRow, 'madeBy' | 'messageId'>;

/**
 * Adds a document to one of the owner's conversations. If it has one with the same source, that one is returned and nothing is added, also
 * when several calls do so at once. Throws NOT_FOUND, and CONFLICT if the owner has too many.
 */
export async function addDocument(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  owner: DocumentOwner,
  { content, madeBy, messageId, ...given }: NewDocument,
): Promise<{ row: DocumentWithOrigin; isNew: boolean }> {
  const { conversations: c, documents: d, documentVersions: v } = db.tables;
  const made = given.sourceKey === null ? null : await findBySource(db, given.conversationId, given.sourceKey);
  if (made) return { row: made, isNew: false };
  const at = now();
  const row = newDocument(given, at);
  try {
    await db.atomic((step) => {
      requireDocumentSpace({ db }, step, owner, { documents: 1, bytes: Buffer.byteLength(content) });
      // It is neither moved to the trash nor deleted before the commit.
      step.must(
        step.orm
          .update(c)
          .set({ createdAt: c.createdAt as never })
          .where(and(eq(c.id, given.conversationId), openConversationsOf(db, owner)))
          .returning({ id: c.id }),
        conversationNotFound,
      );
      step.add(step.orm.insert(d).values(row));
      step.add(
        step.orm
          .insert(v)
          .values({ documentId: row.id, number: 1, content, madeBy, messageId, callKey: null, createdAt: at }),
      );
    });
  } catch (error) {
    const other =
      given.sourceKey !== null && isUniqueViolation(error)
        ? await findBySource(db, given.conversationId, given.sourceKey)
        : null;
    if (!other) throw error;
    return { row: other, isNew: false };
  }
  return { row: { ...row, madeBy, messageId }, isNew: true };
}

async function findBySource(
  db: Deps['db'],
  conversationId: number,
  sourceKey: string,
): Promise<DocumentWithOrigin | null> {
  const { documents: d } = db.tables;
  const where = and(eq(d.conversationId, conversationId), eq(d.sourceKey, sourceKey)) as SQL;
  return (await selectDocuments(db, where))[0] ?? null;
}

/** The row of a new document. */
export const newDocument = (
  given: Pick<DocumentRow, 'conversationId' | 'title' | 'kind' | 'sourceKey'> & Partial<DocumentRow>,
  at: Date,
): DocumentRow => ({
  id: uuidv7(),
  version: 1,
  importKey: null,
  importJobId: null,
  createdAt: at,
  updatedAt: at,
  shareToken: null,
  sharedAt: null,
  shareExpiresAt: null,
  sharedVersion: null,
  sharedTitle: null,
  shareTakenDownAt: null,
  inSearch: false,
  ...given,
});
