import type { ReportReason } from '@noek/contract/reports/reasons';
import type { Report } from '@noek/contract/reports/schemas';
import { after, type ListCursor } from '@noek/db/list-cursor';
import { aliasedTable, and, desc, eq, isNotNull, isNull, type SQL } from 'drizzle-orm';
import type { Ctx } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { isKept } from '../chat/deletion/trash.ts';
import { type ConversationRow, isShared } from '../chat/records/chat.queries.ts';
import type { ReportRow } from './store-report.ts';

export const reportNotFound = () => notFound('Report not found.');

/** A report with the conversation that it is about. */
export type ReportInContext = { report: Report; conversation: ConversationRow; row: ReportRow };

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
  const { reports: r, conversations: c, users } = ctx.db.tables;
  const reporters = aliasedTable(users, 'reporters');
  const owners = aliasedTable(users, 'owners');
  const closers = aliasedTable(users, 'closers');
  const person = (table: typeof reporters) => ({ id: table.id, name: table.name, email: table.email });
  const rows = await ctx.db.orm
    .select({ row: r, conversation: c, reporter: person(reporters), owner: person(owners), closer: closers.name })
    .from(r)
    .innerJoin(c, eq(c.id, r.conversationId))
    .leftJoin(reporters, eq(reporters.id, r.reporterUserId))
    .leftJoin(owners, eq(owners.id, c.userId))
    .leftJoin(closers, and(eq(closers.id, r.closedBy), isNull(closers.deletedAt)))
    .where(and(which, isKept(ctx.db), isNull(owners.deletedAt)))
    .orderBy(desc(r.createdAt), desc(r.id))
    .limit(limit);
  return rows.map(({ row, conversation, reporter, owner, closer }) => ({
    row,
    conversation,
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
      link: row.kind === 'answer' ? null : linkState(conversation, ctx.now()),
      closed: row.closedAt && { at: row.closedAt.toISOString(), by: closer, note: row.closingNote ?? '' },
    },
  }));
}

function linkState(conversation: ConversationRow, now: Date): NonNullable<Report['link']> {
  if (conversation.shareTakenDownAt !== null) return 'taken-down';
  return isShared(conversation, now) ? 'works' : 'ended';
}
