import { openSqlite, sqliteImage } from '../sqlite/open-sqlite.ts';

// Separate from engines.ts so that Playwright's tests, where vitest's functions do not work, can import it.

let image: Promise<Buffer> | undefined;

/** An empty, migrated database as the content of a file. Migrating takes 7 to 60 ms of processor time, copying the result less than one. */
export function migratedImage(): Promise<Buffer> {
  image ??= make();
  return image;
}

async function make(): Promise<Buffer> {
  const db = openSqlite(':memory:');
  await db.migrate();
  const made = sqliteImage(db);
  await db.close();
  return made;
}
