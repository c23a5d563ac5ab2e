import type { Import } from '@noek/contract/archive/imports';
import { and, eq, isNull } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { findJob } from '../archive.queries.ts';
import { removeUploads } from '../archive-files.ts';
import { cancelledText, toImport } from './to-import.ts';

/**
 * Cancels an import of the caller. One that waits ends at once, and one that runs within a second or two: what it has added stays. One that
 * has ended is returned as it is. Throws UNAUTHORIZED and NOT_FOUND.
 */
export async function cancelImport(ctx: Ctx, { id }: { id: string }): Promise<Import> {
  const job = await findJob(ctx, 'import', id);
  const { archiveJobs: j } = ctx.db.tables;
  const at = ctx.now();
  const {
    rows: [waiting],
  } = await ctx.db.atomic((step) => {
    const waiting = step.add(
      step.orm
        .update(j)
        .set({ status: 'failed', error: cancelledText, cancelledAt: at, endedAt: at })
        .where(and(eq(j.id, job.id), eq(j.status, 'waiting')))
        .returning({ id: j.id }),
    );
    step.add(
      step.orm
        .update(j)
        .set({ cancelledAt: at })
        .where(and(eq(j.id, job.id), isNull(j.endedAt))),
    );
    return waiting;
  });
  if (waiting) await removeUploads(ctx, job.userId, job.id);
  return toImport(await findJob(ctx, 'import', id));
}
