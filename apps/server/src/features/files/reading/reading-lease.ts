import type { Orm } from '@noek/db/database';
import { and, eq, isNotNull, type SQL } from 'drizzle-orm';
import { BackgroundWork } from '../../../background-work.ts';
import type { Deps } from '../../../deps.ts';
import type { FileRow } from '../files.queries.ts';
import type { FileScans } from '../scanning/file-scans.ts';

export type ReadingDeps = Pick<Deps, 'db' | 'now' | 'log' | 'fileStore' | 'fileReader' | 'scanReader'> & {
  fileScans: Pick<FileScans, 'announce'>;
};

/** A process that reads says so again before this has passed. The files of one that died are taken over soon after: answers wait for them. */
const leaseMs = 10_000;
const renewedEveryMs = 3_000;
/** A file that twice ended the process that read it is not read again. */
export const maxAttempts = 2;

/** Until when a file is kept for this process from now on. */
export const leaseFrom = ({ now }: Pick<Deps, 'now'>): Date => new Date(now().getTime() + leaseMs);

/** This process was suspended for so long that another one reads the file, or the file was deleted. */
export class ReadElsewhere extends Error {}

type Taken = Pick<FileRow, 'id' | 'attempts' | 'state'>;

/** The condition that no other process has taken the file over. */
export function isOurs({ db }: Pick<Deps, 'db'>, { id, attempts, state }: Taken): SQL {
  const { files: f } = db.tables;
  return and(eq(f.id, id), eq(f.state, state), eq(f.attempts, attempts), isNotNull(f.readingUntil)) as SQL;
}

/** The statement that keeps a file for this process. Returns no row if it is no longer ours. */
export function prolonged(deps: Pick<Deps, 'db' | 'now'>, orm: Orm, row: Taken) {
  const { files: f } = deps.db.tables;
  return orm
    .update(f)
    .set({ readingUntil: leaseFrom(deps) })
    .where(isOurs(deps, row))
    .returning({ id: f.id });
}

/** Keeps a file for this process while `work` reads it. */
export async function whileKept<Result>(deps: ReadingDeps, row: Taken, work: () => Promise<Result>): Promise<Result> {
  const leases = new BackgroundWork(deps.log);
  leases.every(renewedEveryMs, 'the reading of a file could not be prolonged', () =>
    deps.db.write((orm) => prolonged(deps, orm, row)),
  );
  try {
    return await work();
  } finally {
    leases.stopTimers();
  }
}
