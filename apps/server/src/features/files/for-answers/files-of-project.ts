import type { File } from '@noek/contract/files/schemas';
import type { Database } from '@noek/db/database';
import { preparedQuery } from '@noek/db/prepared';
import { desc, eq } from 'drizzle-orm';
import { type FileRow, toFile } from '../files.queries.ts';

/** The files of a project, the newest first. */
export async function filesOfProject(db: Database, projectId: string): Promise<File[]> {
  return (await ofProject.run(db, { projectId })).map(({ file }) => toFile(file));
}

const ofProject = preparedQuery<{ projectId: string }, { file: FileRow }[]>(
  'files_of_project',
  (orm, { files: f, projectFiles: of }, value) =>
    orm
      .select({ file: f })
      .from(of)
      .innerJoin(f, eq(f.id, of.fileId))
      .where(eq(of.projectId, value('projectId')))
      .orderBy(desc(of.addedAt), desc(f.id)),
);
