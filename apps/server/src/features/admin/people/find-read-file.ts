import { and, eq, exists, isNull, sql } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { recentReadings } from '../../auth/administrators/recent-readings.ts';
import { requireAdministrator } from '../../auth/administrators/require-administrator.ts';
import { type FileRow, fileNotFound } from '../../files/files.queries.ts';

/**
 * A file in a person's conversations, without temporary chats and those in the trash, for an administrator who has read their messages
 * within the last hour. The entry that this reading made in the audit log, with its reason, holds for the files, too. Reading a report is
 * not such a reading. Throws UNAUTHORIZED, FORBIDDEN, and NOT_FOUND, also without a reading.
 */
export async function findReadFile(ctx: Ctx, { id, fileId }: { id: string; fileId: string }): Promise<FileRow> {
  const caller = requireAdministrator(ctx).user.id;
  const { conversations: c, files: f, messageFiles: of, messages: m } = ctx.db.tables;
  if (!(await recentReadings(ctx, { actorId: caller, targetUserId: id })).has(null)) throw fileNotFound();
  const inConversation = ctx.db.orm
    .select({ one: sql`1` })
    .from(of)
    .innerJoin(m, eq(m.id, of.messageId))
    .innerJoin(c, eq(c.id, m.conversationId))
    .where(and(eq(of.fileId, f.id), eq(c.userId, id), isNull(c.deletedAt), eq(c.temporary, false)));
  const [file] = await ctx.db.orm
    .select()
    .from(f)
    .where(and(eq(f.id, fileId), eq(f.userId, id), exists(inConversation)));
  if (!file) throw fileNotFound();
  return file;
}
