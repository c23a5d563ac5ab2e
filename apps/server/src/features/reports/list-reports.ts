import type { ListReportsInput, ReportsPage } from '@noek/contract/reports/schemas';
import { nextCursorOf } from '@noek/db/list-cursor';
import type { Ctx } from '../../context.ts';
import { readCursor } from '../../read-cursor.ts';
import { requireAdministrator } from '../auth/administrators/require-administrator.ts';
import { readReports } from './reports.queries.ts';

/**
 * A page of the open or closed reports, the latest first, without anything of the conversations that they are about. Throws
 * UNAUTHORIZED, FORBIDDEN, and BAD_REQUEST for a cursor that no page gave.
 */
export async function listReports(ctx: Ctx, { status, limit, cursor }: ListReportsInput): Promise<ReportsPage> {
  requireAdministrator(ctx);
  const found = await readReports(ctx, status, cursor === undefined ? undefined : readCursor(cursor), limit + 1);
  const positions = found.map(({ row }) => ({ id: row.id, at: row.createdAt }));
  return { reports: found.slice(0, limit).map(({ report }) => report), nextCursor: nextCursorOf(positions, limit) };
}
