import type { SharedMessage } from '@noek/contract/chat/sharing';
import type { ReadableDocument } from '@noek/contract/documents/sharing';
import { reportReasons } from '@noek/contract/reports/reasons';
import type { OpenedReport, Report } from '@noek/contract/reports/schemas';
import type { Database } from '@noek/db/database';
import { desc, eq } from 'drizzle-orm';
import type { Ctx } from '../../context.ts';
import { administratorStep } from '../auth/administrators/administrator-step.ts';
import { requireAdministrator } from '../auth/administrators/require-administrator.ts';
import { type MessageRow, readableMessage, toMessage } from '../chat/records/chat.queries.ts';
import { sharedSources, withDocuments } from '../chat/sharing/shared-snapshot.ts';
import { findVersion } from '../documents/documents.queries.ts';
import { readableOf } from '../documents/sharing/read-shared-document.ts';
import { type ReportInContext, readReport, reportNotFound } from './reports.queries.ts';

/** How many messages before and after a reported answer are read. */
const around = 4;

/**
 * What a report is about: the answer with the messages around it, or the content that is shared by the link, even if the link was taken
 * down. A conversation in the trash shows nothing. Before anything is read, each call writes an entry of the audit log, which the owner of
 * the conversation sees like every reading of their messages. Throws UNAUTHORIZED, FORBIDDEN and NOT_FOUND.
 */
export async function openReport(ctx: Ctx, { id }: { id: string }): Promise<OpenedReport> {
  requireAdministrator(ctx);
  const found = await readReport(ctx, id);
  await noteReading(ctx, found);
  const { report, conversation, row } = found;
  const nothing = { report, title: null, messages: [], messageId: null, document: null };
  if (conversation.deletedAt !== null) return nothing;
  if (report.kind === 'document') {
    const document = await readReportedDocument(ctx.db, found);
    return document ? { ...nothing, title: document.title, document } : nothing;
  }
  if (report.kind === 'share') {
    const { shareSnapshots: s } = ctx.db.tables;
    const [snapshot] = await ctx.db.orm.select().from(s).where(eq(s.conversationId, conversation.id));
    if (!snapshot || report.link === 'ended') return nothing;
    // Snapshots from before web search and files have none.
    const messages = snapshot.messages.map((message) => ({
      ...message,
      sources: message.sources ?? [],
      files: message.files ?? [],
    }));
    return { ...nothing, title: snapshot.title, messages };
  }
  const messages = await readAround(ctx.db, row.targetId);
  return { ...nothing, title: conversation.title, messages, messageId: row.targetId };
}

/** What readers of a reported link got; null once there is nothing. */
async function readReportedDocument(
  db: Database,
  { report, document }: ReportInContext,
): Promise<ReadableDocument | null> {
  if (!document || report.link === 'ended' || document.sharedVersion === null) return null;
  return readableOf(document, await findVersion(db, document.id, document.sharedVersion));
}

async function noteReading(ctx: Ctx, { report, conversation }: ReportInContext): Promise<void> {
  const { reports: r } = ctx.db.tables;
  const detail = { reason: `${abouts[report.kind]}: ${reportReasons[report.reason]}`, report: report.id };
  await administratorStep(ctx, { action: 'messages.read', targetUserId: conversation.userId, detail }, (step) =>
    step.must(step.orm.select({ id: r.id }).from(r).where(eq(r.id, report.id)), reportNotFound),
  );
}

/** What the owner reads in the audit log. It must not reveal who reported it. */
const abouts: Record<Report['kind'], string> = {
  answer: 'A report about an answer',
  share: 'A report about a shared link',
  document: 'A report about a shared document',
};

/** A message, the messages that lead to it and the messages that follow it, oldest first. */
export async function readAround({ orm, tables }: Database, messageId: string): Promise<SharedMessage[]> {
  const { messages: m } = tables;
  const find = async (column: typeof m.id | typeof m.parentId, value: string): Promise<MessageRow | undefined> => {
    const rows = orm.select(readableMessage(tables)).from(m).where(eq(column, value));
    // Of several versions, the one on the current branch comes first, then the newest.
    return (await rows.orderBy(desc(m.active), desc(m.ordinal)).limit(1))[0];
  };
  const reported = await find(m.id, messageId);
  if (!reported) return [];
  const found = [reported];
  for (let n = 0, first = reported; n < around && first.parentId !== null; n++) {
    const before = await find(m.id, first.parentId);
    if (!before) break;
    found.unshift(before);
    first = before;
  }
  for (let n = 0, last = reported; n < around; n++) {
    const next = await find(m.parentId, last.id);
    if (!next) break;
    found.push(next);
    last = next;
  }
  return found.map((row) => {
    const { id, role, content, createdAt, status, answeredBy, sources, files } = toMessage(row);
    const named = files.map(({ id: fileId, name, type }) => ({ id: fileId, name, type }));
    return {
      id,
      role,
      content,
      createdAt,
      status,
      answeredBy,
      sources: sharedSources(sources, new Set()),
      files: named,
      ...withDocuments(row.documents ?? []),
    };
  });
}
