import type { Stats } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { KnowledgeError } from '../knowledge-source.ts';

/** A file of the folder. `path` is below the folder, with slashes; `real` is where it is, without symbolic links. */
export type FolderFile = {
  path: string;
  real: string;
  size: number /** Differs after each change. */;
  changed: string;
};

const mostFiles = 2_000;
const deepest = 12;
const isMarkdown = /\.(?:md|markdown)$/i;

/**
 * The Markdown files of a folder and its sub-folders in the order of their paths, hidden ones left out, each file once. Symbolic links are
 * followed within the folder; those that lead out of it are refused. `root` has no symbolic links itself. `notes` has a sentence for each
 * file that was left out.
 */
export async function filesIn(root: string, signal: AbortSignal): Promise<{ files: FolderFile[]; notes: string[] }> {
  const files: FolderFile[] = [];
  const notes: string[] = [];
  const seen = new Set<string>([root]);

  async function visit(folder: string, path: string, depth: number): Promise<void> {
    signal.throwIfAborted();
    const entries = await readdir(folder, { withFileTypes: true });
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      if (entry.name.startsWith('.')) continue;
      const below = path === '' ? entry.name : `${path}/${entry.name}`;
      const found = await follow(join(folder, entry.name), below);
      if (!found || seen.has(found.real)) continue;
      if (found.stats.isDirectory()) {
        seen.add(found.real);
        if (depth >= deepest) notes.push(`${below} is nested too deeply, so it was left out.`);
        else await visit(found.real, below, depth + 1);
      } else if (found.stats.isFile() && isMarkdown.test(entry.name)) {
        if (files.length === mostFiles)
          throw new KnowledgeError(
            'folder',
            `“${root}” has more than ${mostFiles.toLocaleString('en-US')} Markdown files. Use a smaller folder.`,
          );
        seen.add(found.real);
        const { size, mtimeMs, ctimeMs, ino } = found.stats;
        files.push({ path: below, real: found.real, size, changed: `${mtimeMs} ${ctimeMs} ${ino}` });
      }
    }
  }

  /** What is at a path; null if it is gone, or outside of the folder. */
  async function follow(path: string, below: string): Promise<{ real: string; stats: Stats } | null> {
    try {
      const real = await realpath(path);
      const inside = relative(root, real);
      if (inside === '..' || inside.startsWith(`..${sep}`)) {
        notes.push(`${below} is a link that leads out of the folder, so it was refused.`);
        return null;
      }
      return { real, stats: await stat(real) };
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ELOOP') notes.push(`${below} is a link to itself, so it was left out.`);
      if (code === 'ENOENT' || code === 'ELOOP') return null;
      throw error;
    }
  }

  await visit(root, '', 0);
  return { files, notes };
}
