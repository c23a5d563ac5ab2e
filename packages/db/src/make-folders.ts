import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Creates a folder and its missing parents, private to this user. Node's `recursive` never returns where nothing can be created (/proc). */
export function makeFolders(path: string): void {
  const missing: string[] = [];
  for (let at = resolve(path); !statSync(at, { throwIfNoEntry: false }); at = dirname(at)) missing.push(at);
  for (const folder of missing.reverse()) {
    try {
      mkdirSync(folder, { mode: 0o700 });
    } catch (error) {
      // Another process created it in the meantime.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  if (!statSync(path).isDirectory()) throw Object.assign(new Error(`${path} is not a folder.`), { code: 'ENOTDIR' });
}
