import type { ArchiveJobs } from '@noek/contract/archive/schemas';
import type { Ctx } from '../../context.ts';
import { requireSession } from '../auth/session/require-user.ts';
import { newestExport, toArchiveJob } from './archive.queries.ts';

/** The caller's newest export that has not expired. Throws UNAUTHORIZED. */
export async function listJobs(ctx: Ctx): Promise<ArchiveJobs> {
  const made = await newestExport(ctx, requireSession(ctx).user.id);
  return { export: made && toArchiveJob(made) };
}
