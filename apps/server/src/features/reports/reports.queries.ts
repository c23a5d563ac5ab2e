import type { ReportReason } from '@noek/contract/reports/reasons';
import type { Report } from '@noek/contract/reports/schemas';
import { after, type ListCursor } from '@noek/db/list-cursor';
import { aliasedTable, and, desc, eq, isNotNull, isNull, type SQL } from 'drizzle-orm';
import type { Ctx } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { isKept } from '../chat/deletion/trash.ts';
import { type ConversationRow, isShared } from '../chat/records/chat.queries.ts';
import type { DocumentRow } from '../documents/documents.queries.ts';
import { isDocumentShared } from '../documents/sharing/document-shares.ts';
import type { ReportRow } from './store-report.ts';

export const reportNotFound = () => notFound('Report not found.');

/**
 * A report with the conversation that it is about. `document`: the document that was reported, without its versions; null for other reports, and
 * once it was deleted.
 */
export type ReportInContext = {
  report: Report;
  conversation: ConversationRow;
  document: DocumentRow | null;
  row: ReportRow;
};

/** One report as it is now. Throws NOT_FOUND. */
export async function readReport(ctx: Ctx, id: string): Promise<ReportInContext> {
  const [found] = await select(ctx, eq(ctx.db.tables.reports.id, id), 1);
  if (!found) throw reportNotFound();
  return found;
}

/** The open or closed reports after the position, the latest first. */
export function readReports(
  ctx: Ctx,
  status: 'open' | 'closed',
  position: ListCursor<string> | undefined,
  limit: number,
): Promise<ReportInContext[]> {
  const { closedAt, createdAt, id } = ctx.db.tables.reports;
  const isOpen = status === 'open' ? isNull(closedAt) : isNotNull(closedAt);
  return select(ctx, and(isOpen, position && after(position, createdAt, id)), limit);
}

async function select(ctx: Ctx, which: SQL | undefined, limit: number): Promise<ReportInContext[]> {
  const { reports: r, conversations: c, documents: d, users } = ctx.db.tables;
  const reporters = aliasedTable(users, 'reporters');
  const owners = aliasedTable(users, 'owners');
  const closers = aliasedTable(users, 'closers');
  const person = (table: typeof reporters) => ({ id: table.id, name: table.name, email: table.email });
  const rows = await ctx.db.orm
    .select({
      row: r,
      conversation: c,
      document: d,
      reporter: person(reporters),
      owner: person(owners),
      closer: closers.name,
    })
    .from(r)
    .innerJoin(c, eq(c.id, r.conversationId))
    .leftJoin(d, and(eq(r.kind, 'document'), eq(d.id, r.targetId)))
    .leftJoin(reporters, eq(reporters.id, r.reporterUserId))
    .leftJoin(owners, eq(owners.id, c.userId))
    .leftJoin(closers, and(eq(closers.id, r.closedBy), isNull(closers.deletedAt)))
    .where(and(which, isKept(ctx.db), isNull(owners.deletedAt)))
    .orderBy(desc(r.createdAt), desc(r.id))
    .limit(limit);
  return rows.map(({ row, conversation, document, reporter, owner, closer }) => ({
    row,
    conversation,
    document,
    report: {
      id: row.id,
      kind: row.kind,
      // Only the declared reasons are stored.
      reason: row.reason as ReportReason,
      text: row.text,
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
      version: row.version,
      reporter,
      owner,
      conversationId: conversation.id,
      link: linkOf[row.kind](conversation, document, ctx.now()),
      closed: row.closedAt && { at: row.closedAt.toISOString(), by: closer, note: row.closingNote ?? '' },
    },
  }));
}

type LinkOf = (conversation: ConversationRow, document: DocumentRow | null, now: Date) => Report['link'];

/** Whether the link of what was reported works. Answers have none. */
const linkOf: Record<Report['kind'], LinkOf> = {
  answer: () => null,
  share: (conversation, _, now) => linkState(conversation, isShared(conversation, now)),
  document: ({ deletedAt }, document, now) =>
    document ? linkState(document, deletedAt === null && isDocumentShared(document, now)) : 'ended',
};

const linkState = ({ shareTakenDownAt }: Pick<ConversationRow, 'shareTakenDownAt'>, works: boolean) =>
  shareTakenDownAt !== null ? 'taken-down' : works ? 'works' : 'ended';
