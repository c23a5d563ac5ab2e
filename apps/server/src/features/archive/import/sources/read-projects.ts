import { type ArchivedProject, archivedProjectSchema } from '@noek/contract/archive/schemas';
import { maxProjects } from '@noek/contract/projects/limits';
import { ArchiveProblem, damaged } from '../../zip/archive-problem.ts';
import type { CheckedFile } from './checked-file.ts';

/** The projects of an archive. Throws ArchiveProblem. */
export async function readProjects(file: CheckedFile): Promise<ArchivedProject[]> {
  const projects = new Map<string, ArchivedProject>();
  for await (const { value } of file.values(['$.projects.*'])) {
    const project = archivedProjectSchema.safeParse(value);
    if (!project.success) throw damaged(project.error);
    if (projects.has(project.data.id)) throw damaged('the same project twice');
    projects.set(project.data.id, project.data);
    if (projects.size > maxProjects) throw new ArchiveProblem('This archive has too many projects.');
  }
  file.check();
  return [...projects.values()];
}
