import { createHash } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './environment.mjs';

/**
 * Changes whenever one of the files changes that a build reads. Names, sizes and times are enough here and take a few milliseconds.
 * @param {readonly string[]} paths files and folders of the repository
 * @param {RegExp} leftOut paths that are not part of the build, or are created by it
 */
export function hashOfInputs(paths, leftOut) {
  const hash = createHash('sha256');
  for (const file of paths.flatMap((path) => filesBelow(path, leftOut))) {
    const { size, mtimeMs } = statSync(join(root, file));
    hash.update(`${file}\0${size}\0${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

/**
 * @param {string} path
 * @param {RegExp} leftOut
 * @returns {string[]}
 */
function filesBelow(path, leftOut) {
  if (leftOut.test(path) || !existsSync(join(root, path))) return [];
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => filesBelow(`${path}/${name}`, leftOut));
}
