import type { Report } from '@noek/contract/reports/schemas';
import { isConstraintViolation } from '@noek/db/database';
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { administratorStep } from '../auth/administrators/administrator-step.ts';
import { requireAdministrator } from '../auth/administrators/require-administrator.ts';
import { readReport } from './reports.queries.ts';
import type { ReportRow } from './store-report.ts';

/** The report as the administrator has seen it. */
type Seen = { id: string; version: number };

/**
 * Closes a report with a note. Throws UNAUTHORIZED, FORBIDDEN, NOT_FOUND, and CONFLICT if it was changed or closed since the
 * administrator saw it.
 */
export async function closeReport(ctx: Ctx, { note, ...seen }: Seen & { note: string }): Promise<Report> {
  const closedBy = requireAdministrator(ctx).user.id;
  return change(ctx, seen, 'report.closed', { closedAt: ctx.now(), closedBy, closingNote: note });
}

/**
 * Opens a closed report again. Throws UNAUTHORIZED, FORBIDDEN, NOT_FOUND, and CONFLICT if it was changed since the administrator saw it,
 * or the same person has reported the same thing again.
 */
export const reopenReport = (ctx: Ctx, seen: Seen): Promise<Report> =>
  change(ctx, seen, 'report.reopened', { closedAt: null, closedBy: null, closingNote: null });

async function change(
  ctx: Ctx,
  { id, version }: Seen,
  action: 'report.closed' | 'report.reopened',
  set: Pick<ReportRow, 'closedAt' | 'closedBy' | 'closingNote'>,
): Promise<Report> {
  requireAdministrator(ctx);
  const { row, conversation } = await readReport(ctx, id);
  const { reports: r } = ctx.db.tables;
  const closes = action === 'report.closed';
  const states = ['open', 'closed'];
  const detail = {
    report: id,
    reportStatus: closes ? states : states.toReversed(),
    closingNote: [row.closingNote, set.closingNote],
  };
  await administratorStep(
    ctx,
    { action, targetUserId: conversation.userId, detail },
    (step) =>
      void step.must(
        step.orm
          .update(r)
          .set({ ...set, version: sql`${r.version} + 1` })
          .where(and(eq(r.id, id), eq(r.version, version), closes ? isNull(r.closedAt) : isNotNull(r.closedAt)))
          .returning({ id: r.id }),
        changedSince,
      ),
  ).catch((error: unknown) => {
    throw !closes && isConstraintViolation(error) ? reportedAgain() : error;
  });
  return (await readReport(ctx, id)).report;
}

const changedSince = () =>
  new AppError('CONFLICT', 'This report has changed since you opened it. Look at it again, then decide.');
const reportedAgain = () =>
  new AppError('CONFLICT', 'The same person has reported this again. Open the newer report instead.');
