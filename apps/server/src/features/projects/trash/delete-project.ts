import type { DeleteProjectInput } from '@noek/contract/projects/schemas';
import { isNull } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { changeSettled } from './change-settled.ts';

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
