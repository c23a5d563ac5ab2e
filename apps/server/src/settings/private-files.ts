import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, ConfigError } from './config.ts';

/** The suffixes of the files that SQLite and our lock keep next to a database. */
const besideDatabase = ['', '-wal', '-shm', '-journal', '-owner'];

/**
 * Makes new files and folders of this process readable only by its own user, and removes other users' permissions from the
 * database, the generated secret and the development inbox, in case an earlier version created them. Throws a ConfigError for a file or
 * folder that this user cannot use.
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

/** Links and other users' files are left alone, because someone set them up deliberately. */
function takeFromOthers(path: string): void {
  try {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (!found || !(found.isFile() || found.isDirectory()) || (found.mode & 0o077) === 0) return;
    chmodSync(path, found.mode & 0o700);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EPERM')
      throw new ConfigError(
        `DATA_DIR cannot be used: ${path} is not accessible (${code}). Check its owner and permissions.`,
      );
  }
}
