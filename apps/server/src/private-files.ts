import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';

/** What SQLite, and our lock, keep beside the file of a database. */
const besideDatabase = ['', '-wal', '-shm', '-journal', '-owner'];

/**
 * Makes every file and folder that this process creates from now on readable by its own user alone, and takes the rights of
 * others away from those that earlier versions left: the database, the kept secret and the inbox of mails.
 */
export function keepFilesPrivate({ dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>): void {
  process.umask(0o077);
  const mailFolder = join(dataDir, 'mail');
  const file = databaseUrl.startsWith('file:') ? databaseUrl.replace(/^file:/, '') : null;
  for (const path of [
    ...(file && file !== ':memory:' ? besideDatabase.map((suffix) => file + suffix) : []),
    join(dataDir, 'app-secret'),
    mailFolder,
    ...namesIn(mailFolder).map((name) => join(mailFolder, name)),
  ])
    takeFromOthers(path);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Links are left alone, and so is what belongs to another user: whoever made it so wants it so. */
function takeFromOthers(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found || !(found.isFile() || found.isDirectory()) || (found.mode & 0o077) === 0) return;
  try {
    chmodSync(path, found.mode & 0o700);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
  }
}
