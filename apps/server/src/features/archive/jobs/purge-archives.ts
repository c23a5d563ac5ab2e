import { and, inArray, isNotNull, lte } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import {
  type ArchiveFileDeps,
  archiveFiles,
  archivePath,
  removeArchiveFile,
  removeUnfinishedInBucket,
} from '../archive-files.ts';

/** A file this new may be an upload whose job is not in the database yet. */
const newForMs = 60 * 60_000;
/** The kinds of files that a job needs, by its status. */
const needed = { waiting: ['upload'], running: ['upload', 'part'], done: ['zip'], failed: [] } as const;
const perStep = 200;

/** Deletes exports and imports that have expired, with their archives, and files that no job needs any more. */
export async function purgeArchives(deps: ArchiveFileDeps & Pick<Deps, 'db' | 'now'>): Promise<void> {
  const { db, now, config } = deps;
  const { archiveJobs: j } = db.tables;
  const expired = await db.write((orm) =>
    orm
      .delete(j)
      .where(and(lte(j.expiresAt, now()), isNotNull(j.endedAt)))
      .returning({ id: j.id, userId: j.userId }),
  );
  for (const { id, userId } of expired) await removeArchiveFile(deps, archivePath(config, userId, { id, kind: 'zip' }));

  const old: { path: string; id: string }[] = [];
  for await (const { path, id, writtenAt } of archiveFiles(deps))
    if (Date.now() - writtenAt.getTime() > newForMs) old.push({ path, id });
  for (let from = 0; from < old.length; from += perStep) {
    const some = old.slice(from, from + perStep);
    const ids = some.map(({ id }) => id);
    const jobs = await db.orm.select({ id: j.id, status: j.status }).from(j).where(inArray(j.id, ids));
    for (const { path, id } of some) {
      const status = jobs.find((job) => job.id === id)?.status;
      const kinds: readonly string[] = status ? needed[status] : [];
      if (!kinds.includes(path.split('.').at(-1) ?? '')) await removeArchiveFile(deps, path);
    }
  }
  await removeUnfinishedInBucket(deps, new Date(Date.now() - newForMs));
}
