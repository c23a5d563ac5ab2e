import type { Project } from '@noek/contract/projects/schemas';
import type { Ctx } from '../../../context.ts';
import { projectsInTrash, toProject } from '../projects.queries.ts';
import { changeSettled } from './change-settled.ts';

/**
 * Takes one of the caller's projects out of the trash. The conversations that left it or went into the trash with it are in it again, except
 * those that were moved or restored since. Throws NOT_FOUND, and UNAUTHORIZED for guests.
 */
export async function restoreProject(ctx: Ctx, { projectId }: { projectId: string }): Promise<Project> {
  return toProject(await changeSettled(ctx, projectId, projectsInTrash(ctx), { deletedAt: null }));
}
