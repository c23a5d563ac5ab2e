import { filesOfGuestPerDay, maxFileBytes } from '@noek/contract/files/limits';
import type { FilePage, ListedFile } from '@noek/contract/files/schemas';
import { fileSpaces } from '@noek/contract/subscription/plans';
import { after, nextCursorOf } from '@noek/db/list-cursor';
import { and, asc, desc, eq, inArray, isNull, sum } from 'drizzle-orm';
import type { Ctx } from '../../context.ts';
import { readCursor } from '../../read-cursor.ts';
import { fileOwnerOf, filesOf, notOnlyTemporary, toFile } from './files.queries.ts';

const spaceOfGuest = filesOfGuestPerDay * maxFileBytes.guest;

/**
 * The caller's files, the newest first, with the conversations and projects outside the trash that have them, and the space that all of them
 * use. Throws BAD_REQUEST for a cursor that no page gave.
 */
export async function listFiles(
  ctx: Ctx,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<FilePage> {
  const owner = fileOwnerOf(ctx.actor);
  const { files: f } = ctx.db.tables;
  const position = cursor === undefined ? undefined : after(readCursor(cursor), f.createdAt, f.id);
  const rows = owner
    ? await ctx.db.orm
        .select()
        .from(f)
        .where(and(filesOf(ctx.db, owner), notOnlyTemporary(ctx.db), position))
        .orderBy(desc(f.createdAt), desc(f.id))
        .limit(limit + 1)
    : [];
  const shown = rows.slice(0, limit);
  const ids = shown.map(({ id }) => id);
  const [conversations, projects, space] = await Promise.all([
    conversationsWith(ctx, ids),
    projectsWith(ctx, ids),
    readSpace(ctx),
  ]);
  return {
    files: shown.map((row) => ({
      ...toFile(row),
      createdAt: row.createdAt.toISOString(),
      conversations: conversations.get(row.id) ?? [],
      projects: projects.get(row.id) ?? [],
    })),
    nextCursor: nextCursorOf(
      rows.map(({ id, createdAt }) => ({ id, at: createdAt })),
      limit,
    ),
    ...space,
  };
}

async function conversationsWith({ db }: Ctx, fileIds: string[]): Promise<Map<string, ListedFile['conversations']>> {
  const { conversations: c, messageFiles: of, messages: m } = db.tables;
  const found = new Map<string, ListedFile['conversations']>();
  if (fileIds.length === 0) return found;
  const rows = await db.orm
    .selectDistinct({ fileId: of.fileId, id: c.id, title: c.title })
    .from(of)
    .innerJoin(m, eq(m.id, of.messageId))
    .innerJoin(c, eq(c.id, m.conversationId))
    .where(and(inArray(of.fileId, fileIds), isNull(c.deletedAt), eq(c.temporary, false)))
    .orderBy(c.id);
  for (const { fileId, ...conversation } of rows) found.set(fileId, [...(found.get(fileId) ?? []), conversation]);
  return found;
}

async function projectsWith({ db }: Ctx, fileIds: string[]): Promise<Map<string, ListedFile['projects']>> {
  const { projects: p, projectFiles: of } = db.tables;
  const found = new Map<string, ListedFile['projects']>();
  if (fileIds.length === 0) return found;
  const rows = await db.orm
    .select({ fileId: of.fileId, id: p.id, name: p.name })
    .from(of)
    .innerJoin(p, eq(p.id, of.projectId))
    .where(and(inArray(of.fileId, fileIds), isNull(p.deletedAt)))
    .orderBy(asc(p.createdAt), asc(p.id));
  for (const { fileId, ...project } of rows) found.set(fileId, [...(found.get(fileId) ?? []), project]);
  return found;
}

async function readSpace({ db, actor }: Ctx): Promise<Pick<FilePage, 'bytesUsed' | 'bytesLimit'>> {
  const { files: f, fileAccounts: a } = db.tables;
  if (actor.kind === 'user' || actor.kind === 'admin') {
    const [account] = await db.orm.select({ bytes: a.bytes }).from(a).where(eq(a.userId, actor.user.id));
    return { bytesUsed: account?.bytes ?? 0, bytesLimit: fileSpaces[actor.user.accessLevel] };
  }
  const owner = fileOwnerOf(actor);
  const [used] = owner
    ? await db.orm
        .select({ bytes: sum(f.size) })
        .from(f)
        .where(filesOf(db, owner))
    : [];
  return { bytesUsed: Number(used?.bytes ?? 0), bytesLimit: spaceOfGuest };
}
