import type { ReadableDocument } from '@noek/contract/documents/sharing';
import { and, eq } from 'drizzle-orm';
import type { Ctx } from '../../context.ts';
import { recentReadings } from '../auth/administrators/recent-readings.ts';
import { requireAdministrator } from '../auth/administrators/require-administrator.ts';
import { documentNotFound, findVersion } from '../documents/documents.queries.ts';
import { readAround } from './open-report.ts';
import { type ReportInContext, readReport } from './reports.queries.ts';

type Input = { id: string; documentId: string; version: number };

/**
 * A document of what a report is about, for an administrator who has opened this report within the last hour: the version of the answer or the
 * messages around it, or the one that the link included. The entry of that in the audit log holds for the document, too. Throws
 * UNAUTHORIZED, FORBIDDEN, and NOT_FOUND in every other case.
 */
export async function readReportedDocument(ctx: Ctx, { id, documentId, version }: Input): Promise<ReadableDocument> {
  const actorId = requireAdministrator(ctx).user.id;
  const found = await readReport(ctx, id);
  const targetUserId = found.conversation.userId;
  const isRead = targetUserId !== null && (await recentReadings(ctx, { actorId, targetUserId })).has(id);
  if (!isRead || found.conversation.deletedAt !== null) throw documentNotFound();
  const { documents: d } = ctx.db.tables;
  const [document] = await ctx.db.orm
    .select({ title: d.title, kind: d.kind })
    .from(d)
    .where(and(eq(d.id, documentId), eq(d.conversationId, found.conversation.id)));
  const title = document && (await titleIn(ctx, found, { documentId, version }));
  if (!document || title === undefined) throw documentNotFound();
  const { content, createdAt } = await findVersion(ctx.db, documentId, version);
  return { title, kind: document.kind, content, updatedAt: createdAt.toISOString() };
}

/** The title that the document had in what was reported; undefined if it is not part of it. */
async function titleIn(
  { db }: Ctx,
  { report, conversation, row }: ReportInContext,
  { documentId, version }: Omit<Input, 'id'>,
): Promise<string | undefined> {
  if (report.kind === 'document') return;
  if (report.kind === 'answer')
    return (await readAround(db, row.targetId))
      .flatMap(({ documents = [] }) => documents)
      .find((one) => one.id === documentId && one.version === version)?.title;
  if (report.link === 'ended') return;
  const { shareDocuments: of } = db.tables;
  const [shared] = await db.orm
    .select({ title: of.title })
    .from(of)
    .where(and(eq(of.conversationId, conversation.id), eq(of.documentId, documentId), eq(of.version, version)));
  return shared?.title;
}
