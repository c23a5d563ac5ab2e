import type { Project } from '@noek/contract/projects/schemas';
import { and, eq, gt, type SQL } from 'drizzle-orm';
import type { BaseCtx } from '../../base-context.ts';
import { requireUser } from '../auth/session/require-user.ts';
import { trashEnd } from '../chat/deletion/trash.ts';
import type { ProjectRow } from '../chat/records/projects.queries.ts';

export const toProject = (row: ProjectRow): Project => ({
  id: row.id,
  name: row.name,
  instructions: row.instructions,
  memory: row.memory,
  color: row.color,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  deletedAt: row.deletedAt?.toISOString() ?? null,
});

/** The condition of the caller's projects that can still be restored. Throws UNAUTHORIZED for guests. */
export function projectsInTrash(ctx: BaseCtx & { now(): Date }): SQL {
  const { projects: p } = ctx.db.tables;
  return and(eq(p.userId, requireUser(ctx).user.id), gt(p.deletedAt, trashEnd(ctx.now()))) as SQL;
}
