import type { ArchivedProject } from '@noek/contract/archive/schemas';
import { maxFilesOfProject, maxProjects } from '@noek/contract/projects/limits';
import { and, count, eq, gt, isNull, or } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { announceAccount } from '../../../auth/account/announce-account.ts';
import { deletedForever } from '../../../chat/deletion/trash.ts';
import type { ProjectRow } from '../../../chat/records/projects.queries.ts';
import { JobLost } from '../../running-job.ts';
import type { Importing } from '../importing.ts';
import type { UploadedSource } from '../sources/import-source.ts';

/** The account has no room for another project. */
class TooMany extends Error {}

/**
 * Adds the projects that the account does not have yet, with their files, and notes where each one is. Projects that it has do not change.
 * What belongs to a project for which there is no room is reported.
 */
export async function importProjects(
  importing: Importing,
  projects: readonly ArchivedProject[],
  fileOf: UploadedSource['file'],
  onStep: () => Promise<void>,
): Promise<void> {
  const { deps, job } = importing;
  for (const project of projects) {
    await onStep();
    const row = (await findKnown(importing, project)) ?? (await add(importing, project));
    if (!row) {
      const reason = `The account has ${maxProjects} projects, which is the limit. Its conversations are in no project, and its own memories were left out.`;
      await importing.report({ title: project.name, reason });
      continue;
    }
    // Several archives of one import may have it.
    const isCounted = [...importing.projects.values()].some(({ id }) => id === row.id);
    const isAdded = row.importJobId === job.row.id;
    if (!isCounted) await importing.write(() => {}, isAdded ? { projectsAdded: 1 } : { projectsKnown: 1 });
    importing.projects.set(project.id, { id: row.id, isInTrash: row.deletedAt !== null });
    // What an earlier import has added is the person's to change.
    if (isAdded) await addFiles(importing, row, project, fileOf);
  }
  if (projects.length > 0) announceAccount(deps, job.row.userId);
}

/** The project in the account: the original, or a copy from an earlier import. */
async function findKnown({ deps: { db }, job }: Importing, { origin }: ArchivedProject): Promise<ProjectRow | null> {
  const { projects: p } = db.tables;
  const [row] = await db.orm
    .select()
    .from(p)
    .where(
      and(
        eq(p.userId, job.row.userId),
        or(eq(p.id, origin), eq(p.importKey, origin)),
        or(isNull(p.deletedAt), gt(p.deletedAt, deletedForever)),
      ),
    );
  return row ?? null;
}

/** Adds a project. Resolves to null if the account has no room for it. */
async function add({ deps, job, write }: Importing, project: ArchivedProject): Promise<ProjectRow | null> {
  const { projects: p, users: u } = deps.db.tables;
  const { userId } = job.row;
  const now = deps.now();
  const row: ProjectRow = {
    ...{ name: project.name, instructions: project.instructions, memory: project.memory, color: project.color },
    ...{ id: uuidv7(), userId, importKey: project.origin, importJobId: job.row.id },
    createdAt: new Date(Math.min(Date.parse(project.createdAt), now.getTime())),
    updatedAt: now,
    deletedAt: project.deletedAt === null ? null : now,
    conversationsWent: null,
    unsettled: false,
  };
  try {
    await write((step) => {
      // As in createProject, so that calls at the same time count each other.
      step.must(
        step.orm
          .update(u)
          .set({ signedInAt: u.signedInAt as never })
          .where(and(eq(u.id, userId), isNull(u.deletedAt)))
          .returning({ id: u.id }),
        () => new JobLost(),
      );
      const counted = step.add(step.orm.select({ projects: count() }).from(p).where(eq(p.userId, userId)));
      step.check(() => {
        if ((counted.rows[0]?.projects ?? 0) >= maxProjects) throw new TooMany();
      });
      step.add(step.orm.insert(p).values(row));
    });
    return row;
  } catch (error) {
    if (error instanceof TooMany) return null;
    throw error;
  }
}

async function addFiles(
  importing: Importing,
  row: ProjectRow,
  project: ArchivedProject,
  fileOf: UploadedSource['file'],
): Promise<void> {
  const { deps, files } = importing;
  const { files: f, projectFiles: of } = deps.db.tables;
  let missing = 0;
  for (const oldId of project.files.slice(0, maxFilesOfProject)) {
    const found = await files.find(oldId, fileOf(oldId));
    if (!found.row) {
      missing++;
      continue;
    }
    const { id: fileId } = found.row;
    await importing.write((step) => {
      step.add(step.orm.insert(of).values({ projectId: row.id, fileId, addedAt: deps.now() }).onConflictDoNothing());
      step.add(step.orm.update(f).set({ unusedSince: null }).where(eq(f.id, fileId)));
    });
  }
  if (missing > 0) await importing.write(() => {}, { filesMissing: missing });
}
