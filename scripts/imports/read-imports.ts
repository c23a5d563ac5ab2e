import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

export type Import = {
  /** The file that imports. */
  from: string;
  line: number;
  /** A file of the repository, or a package such as `hono/cookie` or `node:fs`. */
  to: string;
  /** What is between `import` and `from`; empty for `import 'x'` and `import('x')`. */
  names: string;
};

/** A package of this repository. `exports` is the field of its package.json. */
export type Workspace = { name: string; folder: string; exports?: Record<string, unknown> };

/** An import, static or dynamic, of values or of types. Its groups are the names, and the specifier of each form. */
export const importPattern =
  /^[ \t]*(?:import|export)\b([^'"`;()=]*?)\bfrom\s*'([^'\n]+)'|^[ \t]*import\s*'([^'\n]+)'|\bimport\(\s*(?:\/\*.*?\*\/\s*)?'([^'\n]+)'/gm;

/**
 * Every import of a file: static and dynamic, of values and of types. A test compares it with a parser, which takes twenty times as long.
 * It also finds imports in templates, because most of these are programs that a test runs.
 */
export function scan(text: string): { specifier: string; names: string; line: number }[] {
  let line = 1;
  let counted = 0;
  return [...text.matchAll(importPattern)].map((match) => {
    for (; counted < match.index; counted++) if (text.charCodeAt(counted) === 10) line++;
    const [, names = '', from, effect, late] = match;
    return { specifier: from ?? effect ?? late ?? '', names: names.trim(), line };
  });
}

/** The imports of these files (path → text). A relative path is resolved whether or not its file exists. */
export function importsOf(files: ReadonlyMap<string, string>, workspaces: readonly Workspace[]): Import[] {
  return [...files].flatMap(([from, text]) =>
    scan(text).map(({ specifier, names, line }) => ({ from, line, names, to: resolve(from, specifier, workspaces) })),
  );
}

function resolve(from: string, specifier: string, workspaces: readonly Workspace[]): string {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier);
  const workspace = workspaces.find(({ name }) => specifier === name || specifier.startsWith(`${name}/`));
  if (!workspace) return specifier;
  const path = `.${specifier.slice(workspace.name.length)}`;
  for (const [key, target] of Object.entries(workspace.exports ?? {})) {
    const [before = '', after] = key.split('*');
    if (after === undefined ? path === key : path.startsWith(before) && path.endsWith(after))
      return posix.join(workspace.folder, fileOf(target).replace('*', path.slice(before.length)));
  }
  return posix.join(workspace.folder, path);
}

/** The file of an entry of `exports`, which may be an object of conditions. */
function fileOf(target: unknown): string {
  return typeof target === 'string' ? target : fileOf(Object.values(target as object)[0]);
}

const folders = ['apps', 'packages', 'scripts', 'vitest'];
const skipped = new Set(['node_modules', 'dist', 'bin', 'data', '.turbo', '.cache', 'gallery', 'test-results']);

/** Every file of code in the repository (path → text). */
export function readCode(root: string): Map<string, string> {
  const files = new Map<string, string>();
  const visit = (folder: string): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!skipped.has(entry.name)) visit(path);
      } else if (/\.(ts|tsx|mjs)$/.test(entry.name)) files.set(path, readFileSync(join(root, path), 'utf8'));
    }
  };
  folders.forEach(visit);
  return files;
}

/** The packages of the repository. */
export function readWorkspaces(root: string): Workspace[] {
  return ['apps', 'packages'].flatMap((parent) =>
    readdirSync(join(root, parent)).map((name) => {
      const folder = `${parent}/${name}`;
      return { ...JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')), folder };
    }),
  );
}
