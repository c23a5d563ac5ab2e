import type { SharedConversation, SharedFile, SharedMessageDocument } from '@noek/contract/chat/sharing';
import type { ReadableDocument } from '@noek/contract/documents/sharing';
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { documentNotFound } from '../../documents/documents.queries.ts';
import { type FileRow, fileNotFound, toFile } from '../../files/files.queries.ts';
import { type ConversationRow, conversationNotFound, isShared } from '../records/chat.queries.ts';
import { ownedBy, ownerOf } from '../records/owner.ts';
import { sharedSources, withDocuments } from './shared-snapshot.ts';

/**
 * A shared conversation as it was when it was shared, for anyone. Throws the same NOT_FOUND for one that was never shared, is
 * no longer shared, has expired, or was deleted; with `unlessOwn` also for the actor's own.
 */
export async function readShared(
  ctx: Ctx,
  input: { conversationId: number; unlessOwn?: boolean | undefined },
): Promise<SharedConversation> {
  const { shareSnapshots: s, messages: m } = ctx.db.tables;
  const conversation = await findShared(ctx, input);
  const [[snapshot], files, documents] = await Promise.all([
    ctx.db.orm.select().from(s).where(eq(s.conversationId, conversation.id)),
    conversation.shareIncludesFiles ? readFiles(ctx, conversation.id) : new Map<string, FileRow>(),
    readDocumentIds(ctx, conversation),
  ]);
  // It was ended in the meantime.
  if (!snapshot) throw conversationNotFound();
  const { title, messages } = snapshot;
  const [first] = await ctx.db.orm
    .select({ parentId: m.parentId })
    .from(m)
    .where(eq(m.id, messages[0]?.id ?? ''));
  const shownFile = ({ id, name, type, deleted }: SharedFile): SharedFile => {
    const file = id === undefined ? undefined : files.get(id);
    if (file) return toFile(file);
    // The link includes it, so it is there as long as it exists.
    const isGone = deleted ?? (id !== undefined && conversation.shareIncludesFiles);
    return { name, type, ...(isGone && { deleted: true }) };
  };
  const shownDocument = (document: SharedMessageDocument): SharedMessageDocument =>
    document.id !== undefined && documents.has(document.id) ? document : { title: document.title, kind: document.kind };
  return {
    conversation: {
      id: conversation.id,
      title,
      sharedAt: conversation.sharedAt.toISOString(),
      olderLeftOut: Boolean(first?.parentId),
    },
    // Snapshots from before web search, files and documents have none.
    messages: messages.map(({ documents: made = [], ...message }) => ({
      ...message,
      sources: sharedSources(message.sources, files),
      files: (message.files ?? []).map(shownFile),
      ...withDocuments(made.map(shownDocument)),
    })),
  };
}

/** The row of a shared conversation. Throws as `readShared`. */
export async function findShared(
  ctx: Ctx,
  input: { conversationId: number; unlessOwn?: boolean | undefined },
): Promise<ConversationRow & { sharedAt: Date }> {
  const { conversations: c, users } = ctx.db.tables;
  const [row] = await ctx.db.orm
    .select({ conversation: c })
    .from(c)
    .leftJoin(users, eq(users.id, c.userId))
    .where(and(eq(c.id, input.conversationId), isNull(users.deletedAt), input.unlessOwn ? notOwn(ctx) : undefined));
  const sharedAt = row?.conversation.sharedAt;
  if (!sharedAt || !isShared(row.conversation, ctx.now())) throw conversationNotFound();
  return { ...row.conversation, sharedAt };
}

/** One of the files that a link includes, while its readers may have it. Throws the same NOT_FOUND in every other case. */
export async function findSharedFile(
  ctx: Ctx,
  { conversationId, fileId }: { conversationId: number; fileId: string },
): Promise<FileRow> {
  const { shareIncludesFiles } = await findShared(ctx, { conversationId });
  const file = shareIncludesFiles ? (await readFiles(ctx, conversationId, fileId)).get(fileId) : undefined;
  if (!file) throw fileNotFound();
  return file;
}

/** Those of the files that a link includes, in the given order. */
export async function findSharedFiles(
  ctx: Ctx,
  { conversationId, fileIds }: { conversationId: number; fileIds: readonly string[] },
): Promise<FileRow[]> {
  const files = fileIds.length > 0 ? await readFiles(ctx, conversationId) : new Map<string, FileRow>();
  return fileIds.flatMap((id) => files.get(id) ?? []);
}

/** The ids of the documents that a link includes, without deleted ones and those that an administrator keeps from being shared. */
async function readDocumentIds({ db }: Ctx, { id, shareIncludesDocuments }: ConversationRow): Promise<Set<string>> {
  const { shareDocuments: of, documents: d } = db.tables;
  if (!shareIncludesDocuments) return new Set();
  const rows = await db.orm
    .select({ id: d.id })
    .from(of)
    .innerJoin(d, eq(d.id, of.documentId))
    .where(and(eq(of.conversationId, id), isNull(d.shareTakenDownAt)));
  return new Set(rows.map((row) => row.id));
}

/**
 * One of the documents that a link includes, as it was when it was shared, while its readers may have it. Throws the same NOT_FOUND in every
 * other case.
 */
export async function readSharedDocument(
  ctx: Ctx,
  { conversationId, documentId }: { conversationId: number; documentId: string },
): Promise<ReadableDocument> {
  const { shareIncludesDocuments } = await findShared(ctx, { conversationId });
  const [document] = shareIncludesDocuments ? await sharedDocuments(ctx, conversationId, [documentId]) : [];
  if (!document) throw documentNotFound();
  const { title, kind, content, createdAt } = document;
  return { title, kind, content, updatedAt: createdAt.toISOString() };
}

/** Those of these documents that a link includes, as they were when it was shared: the first ones that together have at most `bytes`. */
export async function sharedDocuments(
  { db }: Ctx,
  conversationId: number,
  ids: readonly string[],
  bytes = Number.POSITIVE_INFINITY,
) {
  const { shareDocuments: of, documents: d, documentVersions: v } = db.tables;
  if (ids.length === 0) return [];
  const included = (some: readonly string[]) =>
    and(eq(of.conversationId, conversationId), inArray(of.documentId, [...some]));
  const sizes = await db.orm
    .select({ id: of.documentId, bytes: sql<number>`octet_length(${v.content})`.mapWith(Number) })
    .from(of)
    .innerJoin(v, and(eq(v.documentId, of.documentId), eq(v.number, of.version)))
    .where(included(ids));
  const sizeOf = new Map(sizes.map((row) => [row.id, row.bytes]));
  let left = bytes;
  const fitting = ids.filter((id) => {
    const size = sizeOf.get(id);
    if (size === undefined || size > left) return false;
    left -= size;
    return true;
  });
  if (fitting.length === 0) return [];
  return db.orm
    .select({ id: d.id, title: of.title, kind: d.kind, content: v.content, createdAt: v.createdAt })
    .from(of)
    .innerJoin(d, eq(d.id, of.documentId))
    .innerJoin(v, and(eq(v.documentId, of.documentId), eq(v.number, of.version)))
    .where(and(included(fitting), isNull(d.shareTakenDownAt)));
}

/** The files that a link includes, or one of them, by id. */
async function readFiles({ db }: Ctx, conversationId: number, fileId?: string): Promise<Map<string, FileRow>> {
  const { shareFiles: of, files: f } = db.tables;
  const rows = await db.orm
    .select({ file: f })
    .from(of)
    .innerJoin(f, eq(f.id, of.fileId))
    .where(and(eq(of.conversationId, conversationId), fileId === undefined ? undefined : eq(of.fileId, fileId)));
  return new Map(rows.map(({ file }) => [file.id, file]));
}

/**
 * Conversations that the actor does not own. A plain NOT would leave out those with the other kind of owner, because that column is null
 * there.
 */
function notOwn({ db, actor }: Ctx): SQL | undefined {
  const owner = ownerOf(actor);
  return owner ? sql`case when ${ownedBy(db, owner)} then 1 else 0 end = 0` : undefined;
}
