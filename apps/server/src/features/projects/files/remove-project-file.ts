import { and, eq } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { announceAccount } from '../../auth/account/announce-account.ts';
import { requireUser } from '../../auth/session/require-user.ts';
import { findProject, holdProject } from '../../chat/records/projects.queries.ts';
import { fileNotFound } from '../../files/files.queries.ts';
import { releaseFilesOfProject } from '../../files/removal/release-files.ts';

/**
 * Takes a file out of one of the caller's projects. A file that no message and no other project has is deleted. Throws NOT_FOUND, and
 * UNAUTHORIZED for guests.
 */
export async function removeProjectFile(
  ctx: Ctx,
  { projectId, fileId }: { projectId: string; fileId: string },
): Promise<{ message: string }> {
  const { user } = requireUser(ctx);
  await findProject(ctx, projectId);
  const { projectFiles: of } = ctx.db.tables;
  const isIt = and(eq(of.projectId, projectId), eq(of.fileId, fileId));
  await ctx.db.atomic((step) => {
    holdProject(ctx, step, projectId);
    step.add(releaseFilesOfProject(ctx.db, step.orm, projectId, fileId));
    step.must(step.orm.delete(of).where(isIt).returning({ id: of.fileId }), fileNotFound);
  });
  announceAccount(ctx, user.id);
  ctx.fileKeeping.wake();
  return { message: 'File removed from the project' };
}
