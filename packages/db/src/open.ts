import { dirname } from 'node:path';
import type { Database } from './database.ts';
import { makeFolders } from './make-folders.ts';
import type { PostgresOptions } from './postgres/open-postgres.ts';
import { openSqlite } from './sqlite/open-sqlite.ts';

/**
 * Opens the database at `url`: `file:PATH`, `file::memory:`, or `postgres://…`. With `exclusive`, no other server process can open
 * the same embedded file.
 */
export async function openDatabase(
  url: string,
  options: { exclusive?: boolean } & PostgresOptions = {},
): Promise<Database> {
  if (/^postgres(ql)?:\/\//.test(url)) {
    // Without the driver, a server with the embedded database starts a tenth faster.
    const { openPostgres } = await import('./postgres/open-postgres.ts');
    return openPostgres(url, options);
  }
  const file = url.replace(/^file:/, '');
  if (file !== ':memory:') makeFolders(dirname(file));
  return openSqlite(file, options);
}
