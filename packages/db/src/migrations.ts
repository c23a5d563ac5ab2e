import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { databaseFailure } from './database-failures.ts';

/** A newer version of Noek has migrated this database, so this one may misread it and write what that one does not understand. */
export class NewerDatabaseError extends Error {
  constructor() {
    super(
      'A newer version of Noek has already used this database. Start that version again, or restore a backup that this one made.',
    );
    this.name = 'NewerDatabaseError';
  }
}

/** A migration failed. The database is as it was before. The message says why and what to do, in sentences for an operator. */
export class MigrationFailedError extends Error {
  constructor(tag: string, cause: unknown) {
    super(`The database could not be changed for this version (${tag}). It is as it was before. ${adviceOn(cause)}`, {
      cause,
    });
    this.name = 'MigrationFailedError';
  }
}

function adviceOn(cause: unknown): string {
  switch (databaseFailure(cause)) {
    case 'full':
      return 'The disk is full: free some space, and start again.';
    case 'locked':
      return 'Another program is using it: stop all other Noek processes, and start again.';
    case 'read-only':
      return 'It accepts no changes: allow them, and start again.';
    case 'unreachable':
      return 'The connection or the disk failed: repair it, and start again.';
    default: {
      const reason = (cause instanceof Error ? cause.message : String(cause)).replace(/\.$/, '');
      return `Start the version that you used before, and report this reason: ${reason}.`;
    }
  }
}

/** A step from one version of the tables to the next. `when` is its time in milliseconds, by which a database knows it. */
export type Migration = { tag: string; when: number; hash: string; statements: readonly string[] };

/** The folder with the migrations of an engine. */
export const migrationsFolder = (engine: 'sqlite' | 'postgres'): string =>
  fileURLToPath(new URL(`../migrations/${engine}`, import.meta.url));

/** The names and times of the migrations in a folder, in order. */
export const journalOf = (folder: string): { tag: string; when: number }[] =>
  (JSON.parse(readFileSync(`${folder}/meta/_journal.json`, 'utf8')) as { entries: { tag: string; when: number }[] })
    .entries;

/**
 * The migrations in `folder` that a database does not have, in order. `applied` are the times of those that it has. Throws
 * NewerDatabaseError if one of them is newer than all in the folder.
 */
export function pendingMigrations(folder: string, applied: readonly number[]): Migration[] {
  const known = journalOf(folder);
  if (Math.max(...applied) > Math.max(...known.map(({ when }) => when))) throw new NewerDatabaseError();
  return known
    .filter(({ when }) => !applied.includes(when))
    .map(({ tag, when }) => {
      const text = readFileSync(`${folder}/${tag}.sql`, 'utf8');
      const hash = createHash('sha256').update(text).digest('hex');
      return { tag, when, hash, statements: text.split('--> statement-breakpoint') };
    });
}
