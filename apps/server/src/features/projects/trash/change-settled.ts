import { and, eq, type SQL } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { announceAccount } from '../../auth/account/announce-account.ts';
import { requireUser } from '../../auth/session/require-user.ts';
import { type ProjectRow, projectNotFound } from '../../chat/rows/projects.queries.ts';
import { settleProject } from './settle-project.ts';

const maxTries = 3;

/**
 * Moves one of the caller's projects into or out of the trash, and then all its conversations. What is left to do of an earlier move is
 * done first. Throws NOT_FOUND if `which` is not true of the project, and UNAUTHORIZED for guests.
 */
export async function changeSettled(
  ctx: Ctx,
  projectId: string,
  which: SQL,
  fields: Partial<ProjectRow>,
): Promise<ProjectRow> {
  const { projects: p } = ctx.db.tables;
  const own = and(eq(p.id, projectId), eq(p.userId, requireUser(ctx).user.id), which);
  for (let tries = 0; tries < maxTries; tries++) {
    const [found] = await ctx.db.orm.select().from(p).where(own);
    if (!found) throw projectNotFound();
    if (found.unsettled) await settleProject(ctx, found);
    const [row] = await ctx.db.write((orm) =>
      orm
        .update(p)
        .set({ ...fields, unsettled: true })
        .where(and(own, eq(p.unsettled, false)))
        .returning(),
    );
    if (!row) continue;
    announceAccount(ctx, row.userId);
    await settleProject(ctx, row);
    return row;
  }
  throw new AppError('UNAVAILABLE', 'This project is being moved at the moment. Please try again.');
}
