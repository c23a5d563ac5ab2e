import type { Document } from '@noek/contract/documents/schemas';
import type { Database } from '@noek/db/database';
import { and, eq, getTableColumns, isNull, type SQL } from 'drizzle-orm';
import type { BaseCtx } from '../../base-context.ts';
import { notFound } from '../../errors.ts';
import { type FileOwner, fileOwnerOf } from '../files/files.queries.ts';

export type DocumentRow = Database['tables']['documents']['$inferSelect'];
export type VersionRow = Database['tables']['documentVersions']['$inferSelect'];

/** The account or guest that has documents: the one that has their conversations. */
export type DocumentOwner = FileOwner;
export const documentOwnerOf = fileOwnerOf;

/** The owner of the documents of a conversation. */
export const ownerOfDocuments = ({
  userId,
  guestId,
}: {
  userId: string | null;
  guestId: string | null;
}): DocumentOwner => (userId === null ? { userId, guestId: guestId ?? '' } : { userId, guestId: null });

export const conversationNotFound = () => notFound('Conversation not found.');
export const documentNotFound = () => notFound('Document not found.');

/** The condition of an owner's conversations, with those in the trash. */
export const conversationsOf = (
  { tables: { conversations: c } }: Pick<Database, 'tables'>,
  owner: DocumentOwner,
): SQL => (owner.userId === null ? eq(c.guestId, owner.guestId) : eq(c.userId, owner.userId));

/** The condition of an owner's conversations outside the trash. */
export const openConversationsOf = (db: Pick<Database, 'tables'>, owner: DocumentOwner): SQL =>
  and(conversationsOf(db, owner), isNull(db.tables.conversations.deletedAt)) as SQL;

/** The owner of one of the actor's conversations outside the trash. Throws NOT_FOUND, also for other people's conversations. */
export async function requireOwnConversation(
  { db, actor }: Pick<BaseCtx, 'db' | 'actor'>,
  conversationId: number,
): Promise<DocumentOwner> {
  const owner = documentOwnerOf(actor);
  const { conversations: c } = db.tables;
  const found = owner
    ? await db.orm
        .select({ id: c.id })
        .from(c)
        .where(and(eq(c.id, conversationId), openConversationsOf(db, owner)))
    : [];
  if (!owner || found.length === 0) throw conversationNotFound();
  return owner;
}

/** A document with where its newest version comes from. */
export type DocumentWithOrigin = DocumentRow & Pick<VersionRow, 'madeBy' | 'messageId'>;

export const toDocument = (row: DocumentWithOrigin): Document => ({
  id: row.id,
  conversationId: row.conversationId,
  title: row.title,
  kind: row.kind,
  version: row.version,
  // Versions are numbered without gaps, and none is deleted alone.
  versions: row.version,
  madeBy: row.madeBy,
  messageId: row.messageId,
  updatedAt: row.updatedAt.toISOString(),
});

/** Reads documents with their newest versions: joins what the condition may ask about. */
export function selectDocuments({ orm, tables }: Pick<Database, 'orm' | 'tables'>, where: SQL) {
  const { conversations: c, documents: d, documentVersions: v } = tables;
  return orm
    .select({ ...getTableColumns(d), madeBy: v.madeBy, messageId: v.messageId })
    .from(d)
    .innerJoin(c, eq(c.id, d.conversationId))
    .innerJoin(v, and(eq(v.documentId, d.id), eq(v.number, d.version)))
    .where(where);
}

/** The condition of one of the actor's documents; null if they own nothing. Its conversation is outside the trash. */
export function ownDocument({ db, actor }: Pick<BaseCtx, 'db' | 'actor'>, documentId: string): SQL | null {
  const owner = documentOwnerOf(actor);
  return owner && (and(eq(db.tables.documents.id, documentId), openConversationsOf(db, owner)) as SQL);
}

/** One of the actor's documents. Throws NOT_FOUND, also for other people's documents. */
export async function findDocument(
  ctx: Pick<BaseCtx, 'db' | 'actor'>,
  documentId: string,
): Promise<DocumentWithOrigin> {
  const where = ownDocument(ctx, documentId);
  const [row] = where ? await selectDocuments(ctx.db, where) : [];
  if (!row) throw documentNotFound();
  return row;
}

/** A version of a document. Throws NOT_FOUND if the document does not have it. */
export async function findVersion(
  { orm, tables: { documentVersions: v } }: Pick<Database, 'orm' | 'tables'>,
  documentId: string,
  number: number,
): Promise<VersionRow> {
  const [row] = await orm
    .select()
    .from(v)
    .where(and(eq(v.documentId, documentId), eq(v.number, number)));
  if (!row) throw documentNotFound();
  return row;
}
