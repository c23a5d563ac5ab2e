import type { File } from '@noek/contract/files/schemas';
import { maxFilesOfProject } from '@noek/contract/projects/limits';
import { isForeignKeyViolation } from '@noek/db/database';
import { count, eq } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { announceAccount } from '../../auth/account/announce-account.ts';
import { requireUser } from '../../auth/session/require-user.ts';
import { findProject, holdProject } from '../../chat/records/projects.queries.ts';
import { fileNotFound, findFile, toFile } from '../../files/files.queries.ts';

/**
 * Adds one of the caller's files to one of their projects. Adding it again changes nothing. Throws NOT_FOUND, CONFLICT if the project has too
 * many files, and UNAUTHORIZED for guests.
 */
export async function addProjectFile(
  ctx: Ctx,
  { projectId, fileId }: { projectId: string; fileId: string },
): Promise<File> {
  const { user } = requireUser(ctx);
  await findProject(ctx, projectId);
  const file = await findFile(ctx, fileId);
  const { files: f, projectFiles: of } = ctx.db.tables;
  await ctx.db
    .atomic((step) => {
      // Adding waits for others that add to the same project, so that each counts the others.
      holdProject(ctx, step, projectId);
      step.add(step.orm.insert(of).values({ projectId, fileId, addedAt: ctx.now() }).onConflictDoNothing());
      step.must(
        step.orm.update(f).set({ unusedSince: null }).where(eq(f.id, fileId)).returning({ id: f.id }),
        fileNotFound,
      );
      const counted = step.add(step.orm.select({ files: count() }).from(of).where(eq(of.projectId, projectId)));
      step.check(() => {
        if ((counted.rows[0]?.files ?? 0) <= maxFilesOfProject) return;
        throw new AppError(
          'CONFLICT',
          `A project can have ${maxFilesOfProject} files. Take one out of it before you add another.`,
        );
      });
    })
    .catch((error: unknown) => {
      throw isForeignKeyViolation(error) ? fileNotFound() : error;
    });
  announceAccount(ctx, user.id);
  // It is now put into the search, once it has been read.
  ctx.fileReadings.announce();
  return toFile(file);
}
