import type { Database, Orm, Step } from '@noek/db/database';
import { preparedQuery } from '@noek/db/prepared';
import type { Tables } from '@noek/db/tables';
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { BaseCtx } from '../../../base-context.ts';
import { notFound } from '../../../errors.ts';
import { requireUser } from '../../auth/session/require-user.ts';

export type ProjectRow = Tables['projects']['$inferSelect'];

export const projectNotFound = () => notFound('Project not found.');

/** The condition that selects one of the caller's projects outside the trash. Throws UNAUTHORIZED for guests. */
export function ownProject(ctx: BaseCtx, projectId: string): SQL {
  const { projects: p } = ctx.db.tables;
  return and(eq(p.id, projectId), eq(p.userId, requireUser(ctx).user.id), isNull(p.deletedAt)) as SQL;
}

/** One of the caller's projects outside the trash. Throws NOT_FOUND, also for other people's projects, and UNAUTHORIZED for guests. */
export async function findProject(ctx: BaseCtx, projectId: string): Promise<ProjectRow> {
  const [row] = await ctx.db.orm.select().from(ctx.db.tables.projects).where(ownProject(ctx, projectId));
  if (!row) throw projectNotFound();
  return row;
}

/** What an answer needs to know about the project of its conversation. */
export type ProjectOfAnswer = Pick<ProjectRow, 'id' | 'name' | 'instructions' | 'memory'> & { hasFiles: boolean };

/** The project of an answer; none if it was deleted. */
export const projectOfAnswer = preparedQuery<{ id: string }, ProjectOfAnswer[]>(
  'project_of_answer',
  (orm, { projects: p, projectFiles: of }, value) =>
    orm
      .select({
        id: p.id,
        name: p.name,
        instructions: p.instructions,
        memory: p.memory,
        hasFiles: sql<boolean>`exists (select 1 from ${of} where ${of.projectId} = ${p.id})`.mapWith(Boolean),
      })
      .from(p)
      .where(and(eq(p.id, value('id')), isNull(p.deletedAt))),
);

/**
 * The statement that keeps projects as they are until the commit of the step that puts something into them: otherwise a project could
 * be deleted at the same time, and what was put into it would stay in the trash.
 */
export function holdProjects({ tables: { projects: p } }: Pick<Database, 'tables'>, orm: Orm, which: SQL) {
  return orm
    .update(p)
    .set({ name: p.name as never })
    .where(which)
    .returning({ id: p.id });
}

/** Holds one of the caller's projects outside the trash. The step throws NOT_FOUND if there is none. */
export function holdProject(ctx: BaseCtx, step: Step, projectId: string): void {
  step.must(holdProjects(ctx.db, step.orm, ownProject(ctx, projectId)), projectNotFound);
}
