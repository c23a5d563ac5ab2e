import { ByteStoreFailure } from '@noek/files/stores/byte-store';
import { and, asc, eq, isNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import type { FileRow } from '../files.queries.ts';
import { readFile } from './read-file.ts';
import { readerVersion } from './reader-version.ts';
import { isOurs, leaseFrom, maxAttempts, ReadElsewhere, type ReadingDeps, whileKept } from './reading-lease.ts';
import { writeText } from './write-text.ts';

/**
 * Reads a file again that was read with older readers, and replaces its text if there is one now. Until then, it has the text of before.
 * Returns false if there is none. An abort leaves it to the next process.
 */
export async function readAgain(deps: ReadingDeps, signal: AbortSignal): Promise<boolean> {
  const { files: f } = deps.db.tables;
  // Written like the condition of the index that answers this.
  const isOld = and(sql`${f.width} is null`, lt(f.readWith, readerVersion), ne(f.state, 'reading'));
  const isFree = or(isNull(f.readingUntil), lte(f.readingUntil, deps.now()));
  const which = and(isOld, isFree) as SQL;
  const [next] = await deps.db.orm.select({ id: f.id }).from(f).where(which).orderBy(asc(f.readWith)).limit(1);
  if (!next) return false;
  const [row] = await deps.db.write((orm) =>
    orm
      .update(f)
      // One that was taken before has ended the process that read it, or that process was ended.
      .set({
        readingUntil: leaseFrom(deps),
        attempts: sql`case when ${f.readingUntil} is null then 1 else ${f.attempts} + 1 end`,
      })
      .where(and(eq(f.id, next.id), which))
      .returning(),
  );
  if (!row) return true;
  try {
    await whileKept(deps, row, () => replaceText(deps, row, signal));
  } catch (error) {
    if (error instanceof ReadElsewhere) return true;
    // Neither counts as an attempt. Without the storage, the next one follows when the lease has ended.
    if (signal.aborted || error instanceof ByteStoreFailure)
      await deps.db.write((orm) =>
        orm
          .update(f)
          .set({ ...(signal.aborted && { readingUntil: null }), attempts: sql`${f.attempts} - 1` })
          .where(isOurs(deps, row)),
      );
    if (!signal.aborted) throw error;
  }
  return true;
}

async function replaceText(deps: ReadingDeps, row: FileRow, signal: AbortSignal): Promise<void> {
  const { files: f } = deps.db.tables;
  const isGivenUp = row.attempts > maxAttempts;
  const result = isGivenUp ? null : await readFile(deps, row, signal);
  if (result === null || result.state === 'failed') {
    const problem = row.state === 'failed' && result ? { problem: result.problem } : {};
    await deps.db.write((orm) =>
      orm
        .update(f)
        .set({ ...problem, readWith: readerVersion, readingUntil: null })
        .where(isOurs(deps, row)),
    );
    return;
  }
  // From here on, answers wait until the new text is whole.
  const [taken] = await deps.db.write((orm) =>
    orm
      .update(f)
      .set({ state: 'reading', scans: 0, scansLeft: 0, inSearch: false })
      .where(isOurs(deps, row))
      .returning(),
  );
  if (!taken) throw new ReadElsewhere();
  await whileKept(deps, taken, () => writeText(deps, taken, result, signal));
}
