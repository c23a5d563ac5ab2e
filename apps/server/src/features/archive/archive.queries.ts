import type { ArchiveJob } from '@noek/contract/archive/schemas';
import type { Database } from '@noek/db/database';
import type { Tables } from '@noek/db/tables';
import { and, desc, eq, isNull } from 'drizzle-orm';
import type { BaseCtx } from '../../base-context.ts';
import { notFound } from '../../errors.ts';
import { requireSession } from '../auth/session/require-user.ts';

export type JobRow = Tables['archiveJobs']['$inferSelect'];
export type JobKind = JobRow['kind'];

export const jobNotFound = () => notFound('This export or import does not exist.');

/** An export as its person sees it. */
export function toArchiveJob(row: JobRow): ArchiveJob {
  const { id, status, bytes, error } = row;
  return {
    id,
    status,
    bytes,
    error,
    progress: progressOf(row),
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  };
}

/** In percent, and 100 only when everything is done. */
export function progressOf({ status, done, total }: Pick<JobRow, 'status' | 'done' | 'total'>): number {
  if (status === 'done') return 100;
  return total === 0 ? 0 : Math.min(99, Math.floor((100 * done) / total));
}

/** One of the caller's jobs. Throws UNAUTHORIZED and NOT_FOUND, also for other people's jobs. */
export const findJob = async (ctx: BaseCtx, kind: JobKind, id: string): Promise<JobRow> =>
  jobOf(ctx, requireSession(ctx).user.id, kind, id);

/** One of a person's jobs. Throws NOT_FOUND. */
export async function jobOf(
  ctx: Pick<BaseCtx, 'db' | 'now'>,
  userId: string,
  kind: JobKind,
  id: string,
): Promise<JobRow> {
  const { archiveJobs: j } = ctx.db.tables;
  const [row] = await ctx.db.orm
    .select()
    .from(j)
    .where(and(eq(j.id, id), eq(j.kind, kind), eq(j.userId, userId)));
  if (!row || row.expiresAt <= ctx.now()) throw jobNotFound();
  return row;
}

/** The person's newest export that has not expired. */
export async function newestExport({ db, now }: Pick<BaseCtx, 'db' | 'now'>, userId: string): Promise<JobRow | null> {
  const { archiveJobs: j } = db.tables;
  const [row] = await db.orm
    .select()
    .from(j)
    .where(and(eq(j.userId, userId), eq(j.kind, 'export')))
    .orderBy(desc(j.createdAt), desc(j.id))
    .limit(1);
  return row && row.expiresAt > now() ? row : null;
}

/** The person's export that waits or runs. */
export async function activeExport({ orm, tables }: Database, userId: string): Promise<JobRow | null> {
  const { archiveJobs: j } = tables;
  const [row] = await orm
    .select()
    .from(j)
    .where(and(eq(j.userId, userId), eq(j.kind, 'export'), isNull(j.endedAt)));
  return row ?? null;
}
