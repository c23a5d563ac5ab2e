import type { Project } from '@noek/contract/projects/schemas';
import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Ctx } from '../../context.ts';
import { requireUser } from '../auth/session/require-user.ts';
import { findProject } from '../chat/records/projects.queries.ts';
import { toProject } from './projects.queries.ts';

/** The databases sort letters differently. */
const byName = new Intl.Collator('en', { numeric: true });

/** The caller's projects outside the trash, by name. Throws UNAUTHORIZED for guests. */
export async function listProjects(ctx: Ctx): Promise<Project[]> {
  const { user } = requireUser(ctx);
  const { projects: p } = ctx.db.tables;
  const rows = await ctx.db.orm
    .select()
    .from(p)
    .where(and(eq(p.userId, user.id), isNull(p.deletedAt)))
    .orderBy(asc(p.createdAt), asc(p.id));
  return rows.map(toProject).sort((one, other) => byName.compare(one.name, other.name));
}

/** One of the person's projects. Throws NOT_FOUND. */
export const readProject = async (ctx: Ctx, { projectId }: { projectId: string }): Promise<Project> =>
  toProject(await findProject(ctx, projectId));
