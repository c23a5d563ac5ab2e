import type { Project } from '@noek/contract/projects/schemas';
import { desc } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { projectsInTrash, toProject } from '../projects.queries.ts';

/** The caller's projects in the trash, the most recently deleted first. Throws UNAUTHORIZED for guests. */
export async function listDeleted(ctx: Ctx): Promise<Project[]> {
  const { projects: p } = ctx.db.tables;
  const rows = await ctx.db.orm.select().from(p).where(projectsInTrash(ctx)).orderBy(desc(p.deletedAt), desc(p.id));
  return rows.map(toProject);
}
