import { unsentFileHours } from '@noek/contract/files/limits';
import type { Step } from '@noek/db/database';
import { and, desc, eq, gt, inArray, lte, type SQL, sql } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import type { FileRow } from '../files.queries.ts';

type RemovalDeps = Pick<Deps, 'db'>;

/** The text of each may be 2 MB, and other work waits for a step. */
const filesPerStep = 5;

/** More pages than these are deleted in steps of as many before their file, because each is also in the index of the search. */
const pagesPerStep = 200;

/** The file was deleted in the meantime, so the space is counted already. */
class AlreadyRemoved extends Error {}

/**
 * Deletes the row of a file and frees its space. `purgeBlobs` removes the bytes. `which` must still be true of the file. `before` adds to the
 * step what runs before the deletion. Returns false if `which` was not true, or if the file was gone.
 */
export async function removeFile(
  deps: RemovalDeps,
  { id, userId, size }: FileRow,
  { which, before }: { which?: SQL; before?: (step: Step) => void } = {},
): Promise<boolean> {
  const { db } = deps;
  const { files: f, fileAccounts: a } = db.tables;
  if (!(await removeManyPages(deps, id, which))) return false;
  try {
    await db.atomic((step) => {
      // Whether the file was gone is checked before what `before` checks.
      step.check(() => {
        if (removed.rows.length === 0) throw new AlreadyRemoved();
      });
      before?.(step);
      const removed = step.add(
        step.orm
          .delete(f)
          .where(and(eq(f.id, id), which))
          .returning({ id: f.id }),
      );
      if (userId !== null)
        step.add(
          step.orm
            .update(a)
            .set({ bytes: sql`${a.bytes} - ${size}` })
            .where(eq(a.userId, userId)),
        );
    });
    return true;
  } catch (error) {
    if (error instanceof AlreadyRemoved) return false;
    throw error;
  }
}

/** Deletes the pages of a file until few are left. Returns false if `which` is not true of the file. */
async function removeManyPages({ db }: RemovalDeps, fileId: string, which?: SQL): Promise<boolean> {
  const { files: f, filePages: p } = db.tables;
  for (;;) {
    const last = db.orm
      .select({ number: p.number })
      .from(p)
      .where(eq(p.fileId, fileId))
      .orderBy(desc(p.number), desc(p.part))
      .limit(1)
      .offset(pagesPerStep);
    const [from] = await last;
    if (!from) return true;
    const still = db.orm
      .select({ id: f.id })
      .from(f)
      .where(and(eq(f.id, fileId), which));
    if ((await still).length === 0) return false;
    await db.write((orm) => orm.delete(p).where(and(eq(p.fileId, fileId), gt(p.number, from.number))));
  }
}

/** Removes a part of the files that meet the condition. Returns false if there are none. */
export async function removeSomeFiles(deps: RemovalDeps, which: SQL): Promise<boolean> {
  const { files: f } = deps.db.tables;
  const some = await deps.db.orm.select().from(f).where(which).limit(filesPerStep);
  for (const row of some) await removeFile(deps, row, { which });
  return some.length > 0;
}

/** Removes a part of the files that belonged to no message for a day, or to messages that were deleted. Returns false if there are none. */
export function purgeUnusedFiles(deps: Pick<Deps, 'db' | 'now'>): Promise<boolean> {
  const { files: f } = deps.db.tables;
  return removeSomeFiles(deps, lte(f.unusedSince, new Date(deps.now().getTime() - unsentFileHours * 60 * 60_000)));
}

/** The condition of the files of several guests. */
export const filesOfGuests = ({ db }: RemovalDeps, guestIds: readonly string[]): SQL =>
  inArray(db.tables.files.guestId, [...guestIds]);
