import type { File } from '@noek/contract/files/schemas';
import { desc, eq } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { findProject } from '../../chat/records/projects.queries.ts';
import { toFile } from '../../files/files.queries.ts';

/** The files of one of the caller's projects, the newest first. Throws NOT_FOUND, and UNAUTHORIZED for guests. */
export async function listProjectFiles(ctx: Ctx, { projectId }: { projectId: string }): Promise<File[]> {
  const { id } = await findProject(ctx, projectId);
  const { files: f, projectFiles: of } = ctx.db.tables;
  const rows = await ctx.db.orm
    .select({ file: f })
    .from(of)
    .innerJoin(f, eq(f.id, of.fileId))
    .where(eq(of.projectId, id))
    .orderBy(desc(of.addedAt), desc(f.id));
  return rows.map(({ file }) => toFile(file));
}
