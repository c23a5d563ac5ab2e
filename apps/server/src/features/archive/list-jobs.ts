import type { ArchiveJobs } from '@noek/contract/archive/schemas';
import type { Ctx } from '../../context.ts';
import { requireSession } from '../auth/session/require-user.ts';
import { newestJob, toArchiveJob } from './archive.queries.ts';

/** The caller's newest export and newest import that have not expired. Throws UNAUTHORIZED. */
export async function listJobs(ctx: Ctx): Promise<ArchiveJobs> {
  const { user } = requireSession(ctx);
  const [made, read] = await Promise.all([newestJob(ctx, user.id, 'export'), newestJob(ctx, user.id, 'import')]);
  return { export: made && toArchiveJob(made), import: read && toArchiveJob(read) };
}
