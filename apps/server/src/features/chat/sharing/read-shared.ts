import type { SharedConversation, SharedFile } from '@noek/contract/chat/sharing';
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { type FileRow, fileNotFound, toFile } from '../../files/files.queries.ts';
import { type ConversationRow, conversationNotFound, isShared } from '../records/chat.queries.ts';
import { ownedBy, ownerOf } from '../records/owner.ts';
import { sharedSources } from './shared-snapshot.ts';

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
  const [[snapshot], files] = await Promise.all([
    ctx.db.orm.select().from(s).where(eq(s.conversationId, conversation.id)),
    conversation.shareIncludesFiles ? readFiles(ctx, conversation.id) : new Map<string, FileRow>(),
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
  return {
    conversation: {
      id: conversation.id,
      title,
      sharedAt: conversation.sharedAt.toISOString(),
      olderLeftOut: Boolean(first?.parentId),
    },
    // Snapshots from before web search and files have none.
    messages: messages.map((message) => ({
      ...message,
      sources: sharedSources(message.sources, files),
      files: (message.files ?? []).map(shownFile),
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
