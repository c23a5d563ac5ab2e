import { and, asc, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import { deletedForever, trashEnd } from '../../chat/deletion/trash.ts';
import type { ProjectRow } from '../../chat/records/projects.queries.ts';
import { releaseFilesOfProject } from '../../files/removal/release-files.ts';
import { uncountMemories } from '../../memory/records/memory.queries.ts';
import { type SettlingDeps, settleSome } from './settle-project.ts';

/** Other work waits for a step. */
const rowsPerStep = 50;

/**
 * Does a part of what is left to do with projects: moves conversations that a crash has left where they were, and deletes projects that have
 * left the trash, after 30 days or because they were permanently deleted. Returns false if there is nothing.
 */
export async function purgeProjects(deps: SettlingDeps): Promise<boolean> {
  const { db, now } = deps;
  const { projects: p } = db.tables;
  const [unsettled] = await db.orm.select({ id: p.id }).from(p).where(sql`${p.unsettled}`).limit(1);
  if (unsettled) {
    await settleSome(deps, unsettled.id);
    return true;
  }
  const [next] = await db.orm
    .select()
    .from(p)
    .where(lte(p.deletedAt, trashEnd(now())))
    .orderBy(asc(p.deletedAt))
    .limit(1);
  if (!next) return false;
  if (next.deletedAt?.getTime() === deletedForever.getTime()) await emptyProject(deps, next);
  else
    await db.write((orm) =>
      orm
        .update(p)
        .set({ deletedAt: deletedForever, importKey: null, unsettled: true })
        .where(and(eq(p.id, next.id), gt(p.deletedAt, deletedForever), lte(p.deletedAt, trashEnd(now())))),
    );
  return true;
}

/** Deletes a part of what a project contains, or the project itself if nothing is left. No conversation is in it any more. */
async function emptyProject({ db }: SettlingDeps, { id, userId }: ProjectRow): Promise<void> {
  const { projects: p, memories: m, memoryVersions: v } = db.tables;
  for (const table of [v, m]) {
    const some = await db.orm.select({ id: table.id }).from(table).where(eq(table.projectId, id)).limit(rowsPerStep);
    if (some.length === 0) continue;
    const which = and(
      inArray(
        table.id,
        some.map((row) => row.id),
      ),
      eq(table.projectId, id),
    );
    await db.atomic((step) => {
      if (table === m) step.add(uncountMemories(db, step.orm, userId, some.length));
      step.add(step.orm.delete(table).where(which));
    });
    return;
  }
  await db.atomic((step) => {
    step.add(releaseFilesOfProject(db, step.orm, id));
    step.add(step.orm.delete(p).where(and(eq(p.id, id), eq(p.deletedAt, deletedForever), eq(p.unsettled, false))));
  });
}
