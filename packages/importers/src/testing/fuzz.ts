import { UnreadableExport } from '../importer.ts';
import { everythingIn, sourceFiles } from './source-files.ts';

/** What each value of an export is replaced by in turn. `undefined` removes it. */
const odd: readonly unknown[] = [undefined, null, 1, -1e300, 'x', '', true, [], {}, [null], { x: 1 }];

type Path = (string | number)[];

function pathsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const below = Object.entries(value).flatMap(([key, one]) => pathsIn(one, [...path, key]));
  return path.length === 0 ? below : [path, ...below];
}

function replaced(value: unknown, [key, ...rest]: Path, by: unknown): unknown {
  if (key === undefined) return by;
  const copy = structuredClone(value) as Record<string | number, unknown>;
  copy[key] = replaced(copy[key], rest, by);
  return copy;
}

/**
 * Replaces every value of a good export by odd ones and reads the result: whatever is in it, an importer finds what follows the rules of
 * archives, or refuses the export. Returns how many exports were read.
 */
export async function readOddVersions(name: string, good: unknown): Promise<number> {
  let count = 0;
  for (const path of pathsIn(good))
    for (const by of odd) {
      try {
        // Something stays that is recognized.
        await everythingIn(sourceFiles({ [name]: [good, replaced(good, path, by)] }));
      } catch (error) {
        const where = `${path.join('.')} = ${JSON.stringify(by)}`;
        if (!(error instanceof UnreadableExport)) throw new Error(`Not read: ${where}`, { cause: error });
      }
      count++;
    }
  return count;
}
