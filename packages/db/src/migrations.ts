import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A newer version of Noek has migrated this database, so this one may misread it and write what that one does not understand. */
export class NewerDatabaseError extends Error {
  constructor() {
    super(
      'A newer version of Noek has already used this database. Start that version again, or restore a backup that this one made.',
    );
    this.name = 'NewerDatabaseError';
  }
}

/** The folder with the migrations of an engine. */
export const migrationsFolder = (engine: 'sqlite' | 'postgres'): string =>
  fileURLToPath(new URL(`../migrations/${engine}`, import.meta.url));

/** Throws NewerDatabaseError if the newest applied migration, by its time in milliseconds, is newer than all in `folder`. */
export function assertNotNewer(newestApplied: number, folder: string): void {
  const journal = JSON.parse(readFileSync(`${folder}/meta/_journal.json`, 'utf8')) as { entries: { when: number }[] };
  if (newestApplied > Math.max(...journal.entries.map(({ when }) => when))) throw new NewerDatabaseError();
}
