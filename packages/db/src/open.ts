import { dirname } from 'node:path';
import type { Database } from './database.ts';
import { makeFolders } from './make-folders.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

/**
 * Opens the database that `url` names: `file:PATH`, `file::memory:`, or `postgres://…`.
 * `exclusive` keeps other server processes off an embedded file.
 */
export async function openDatabase(url: string, options: { exclusive?: boolean } = {}): Promise<Database> {
  if (/^postgres(ql)?:\/\//.test(url)) return openPostgres(url);
  const file = url.replace(/^file:/, '');
  if (file !== ':memory:') makeFolders(dirname(file));
  return openSqlite(file, options);
}
