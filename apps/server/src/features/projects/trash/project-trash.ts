import type { DeleteProjectInput, Project } from '@noek/contract/projects/schemas';
import { and, desc, eq, isNull, type SQL } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { announceAccount } from '../../auth/account/announce-account.ts';
import { announceDeletion } from '../../auth/account/announce-deletion.ts';
import { requireUser } from '../../auth/session/require-user.ts';
import { deletedForever } from '../../chat/deletion/trash.ts';
import { type ProjectRow, projectNotFound } from '../../chat/records/projects.queries.ts';
import { projectsInTrash, toProject } from '../projects.queries.ts';
import { settleProject } from './settle-project.ts';

const maxTries = 3;

/**
 * Moves one of the caller's projects into or out of the trash, and then all its conversations. What is left to do of an earlier move is
 * done first. Throws NOT_FOUND if `which` is not true of the project, and UNAUTHORIZED for guests.
 */
async function changeSettled(
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

/** The caller's projects in the trash, the most recently deleted first. Throws UNAUTHORIZED for guests. */
export async function listDeleted(ctx: Ctx): Promise<Project[]> {
  const { projects: p } = ctx.db.tables;
  const rows = await ctx.db.orm.select().from(p).where(projectsInTrash(ctx)).orderBy(desc(p.deletedAt), desc(p.id));
  return rows.map(toProject);
}

/**
 * Moves one of the caller's projects to the trash. Its conversations leave it, or go into the trash with it, where their links and
 * running answers end. Throws NOT_FOUND, and UNAUTHORIZED for guests.
 */
export async function deleteProject(
  ctx: Ctx,
  { projectId, conversations }: DeleteProjectInput,
): Promise<{ message: string }> {
  await changeSettled(ctx, projectId, isNull(ctx.db.tables.projects.deletedAt), {
    deletedAt: ctx.now(),
    conversationsWent: conversations,
  });
  return { message: 'Project deleted successfully' };
}

/**
 * Takes one of the caller's projects out of the trash. The conversations that left it or went into the trash with it are in it again, except
 * those that were moved or restored since. Throws NOT_FOUND, and UNAUTHORIZED for guests.
 */
export async function restoreProject(ctx: Ctx, { projectId }: { projectId: string }): Promise<Project> {
  return toProject(await changeSettled(ctx, projectId, projectsInTrash(ctx), { deletedAt: null }));
}

/**
 * Permanently deletes a project in the caller's trash, with its memories and the conversations that went into the trash with it. They leave
 * the trash at once, and what they contain is deleted in small steps. Throws NOT_FOUND, and UNAUTHORIZED for guests.
 */
export async function deleteProjectForever(
  ctx: Ctx,
  { projectId }: { projectId: string },
): Promise<{ message: string }> {
  await changeSettled(ctx, projectId, projectsInTrash(ctx), { deletedAt: deletedForever, importKey: null });
  announceDeletion(ctx);
  return { message: 'Project permanently deleted' };
}
