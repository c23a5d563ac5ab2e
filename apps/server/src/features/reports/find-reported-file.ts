import { and, eq, inArray } from 'drizzle-orm';
import type { Ctx } from '../../context.ts';
import { recentReadings } from '../auth/administrators/recent-readings.ts';
import { requireAdministrator } from '../auth/administrators/require-administrator.ts';
import { type FileRow, fileNotFound } from '../files/files.queries.ts';
import { readAround } from './open-report.ts';
import { type ReportInContext, readReport } from './reports.queries.ts';

/**
 * A file of what a report is about, for an administrator who has opened this report within the last hour: of the answer and the messages
 * around it, or one that the link included. The entry of that in the audit log holds for the file, too. Throws UNAUTHORIZED, FORBIDDEN, and
 * NOT_FOUND in every other case.
 */
export async function findReportedFile(ctx: Ctx, { id, fileId }: { id: string; fileId: string }): Promise<FileRow> {
  const actorId = requireAdministrator(ctx).user.id;
  const found = await readReport(ctx, id);
  const targetUserId = found.conversation.userId;
  const isRead = targetUserId !== null && (await recentReadings(ctx, { actorId, targetUserId })).has(id);
  const file = isRead && found.conversation.deletedAt === null ? await fileOf(ctx, found, fileId) : undefined;
  if (!file) throw fileNotFound();
  return file;
}

async function fileOf({ db }: Ctx, { report, conversation, row }: ReportInContext, fileId: string) {
  const { files: f, messageFiles: of, shareFiles } = db.tables;
  if (report.kind === 'share') {
    if (report.link === 'ended') return;
    const [shared] = await db.orm
      .select({ file: f })
      .from(shareFiles)
      .innerJoin(f, eq(f.id, shareFiles.fileId))
      .where(and(eq(shareFiles.conversationId, conversation.id), eq(shareFiles.fileId, fileId)));
    return shared?.file;
  }
  const messages = await readAround(db, row.targetId);
  const ids = messages.map(({ id }) => id);
  const [sent] = await db.orm
    .select({ file: f })
    .from(of)
    .innerJoin(f, eq(f.id, of.fileId))
    .where(and(inArray(of.messageId, ids), eq(of.fileId, fileId)))
    .limit(1);
  return sent?.file;
}
