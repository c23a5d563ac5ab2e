import { createHash } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { open, readdir, realpath, stat } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { type KnowledgeDocument, KnowledgeError, type KnowledgeSource, mostCharacters } from '../knowledge-source.ts';

/** The largest file that is read, in bytes. */
const largestFile = 1_000_000;

/** Settings for other programs at the beginning of a file. */
const frontMatter = /^---\n(?:[\s\S]*?\n)?---(?:\n|$)/;

/**
 * A folder of Markdown files, with its sub-folders. Files that are too large or not UTF-8, and links to files outside of the folder,
 * are left out and named. A change is noticed by the size and the times of the files.
 */
export function createKnowledgeFolder(folder: string): KnowledgeSource {
  const root = resolve(folder);
  const reading = async <T>(read: () => Promise<T>): Promise<T> => {
    try {
      return await read();
    } catch (error) {
      throw failureOf(error, root);
    }
  };
  return {
    kind: 'folder',
    checkEveryMs: 5_000,
    key: `folder:${root}`,
    name: `the folder “${root}”`,
    version: (signal) =>
      reading(async () => {
        const { files, notes } = await filesIn(await realpath(root), signal);
        const hash = createHash('sha256').update(JSON.stringify(notes));
        for (const { path, real, size, changed } of files) hash.update(JSON.stringify([path, real, size, changed]));
        return hash.digest('base64url');
      }),
    read: (signal) =>
      reading(async () => {
        const { files, notes } = await filesIn(await realpath(root), signal);
        const documents: KnowledgeDocument[] = [];
        let left = mostCharacters;
        for (const file of files) {
          signal.throwIfAborted();
          const text = file.size > largestFile ? null : await textOf(file);
          if (file.size > largestFile)
            notes.push(`${file.path} is larger than ${largestFile / 1_000_000} MB, so it was left out.`);
          else if (text === null) notes.push(`${file.path} is not UTF-8 text, so it was left out.`);
          else if (text.length > left)
            notes.push(`${file.path} does not fit into the knowledge base, so it was left out.`);
          else {
            left -= text.length;
            documents.push({ title: titleOf(file.path, text), text });
          }
        }
        return { documents, notes };
      }),
  };
}

/** The text of a file; null if it is not UTF-8, or has grown too large. */
async function textOf({ real }: FolderFile): Promise<string | null> {
  // Without waiting: the file may have been replaced by a pipe in the meantime.
  const file = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    if (!(await file.stat()).isFile()) return null;
    const bytes = Buffer.alloc(largestFile + 1);
    let length = 0;
    for (let read = -1; read !== 0 && length < bytes.length; length += read)
      read = (await file.read(bytes, length, bytes.length - length, length)).bytesRead;
    if (length > largestFile) return null;
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, length));
    return text.replace(/\r\n?/g, '\n').replace(frontMatter, '').trim();
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  } finally {
    await file.close();
  }
}

/** The heading with which the file begins, otherwise its name. */
function titleOf(path: string, text: string): string {
  const heading = /^# +(.+?)(?: +#+)? *$/.exec(text.split('\n', 1)[0] ?? '')?.[1];
  return heading ?? path.replace(/\.[^.]+$/, '').replaceAll('/', ' › ');
}

function failureOf(error: unknown, root: string): unknown {
  const { code, path } = error as NodeJS.ErrnoException;
  if (error instanceof KnowledgeError || typeof code !== 'string') return error;
  const isRoot = path === root;
  if (isRoot && (code === 'ENOENT' || code === 'ENOTDIR'))
    return new KnowledgeError('folder', `The folder “${root}” does not exist. Check KNOWLEDGE_DIR.`, { cause: error });
  if (code === 'EACCES' || code === 'EPERM')
    return new KnowledgeError('folder', `“${path ?? root}” may not be read by this server. Give it the permission.`, {
      cause: error,
    });
  return new KnowledgeError('folder', `“${path ?? root}” could not be read (${code}).`, { cause: error });
}

/** A file of the folder. `path` is below the folder, with slashes; `real` is where it is, without symbolic links. */
type FolderFile = {
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
async function filesIn(root: string, signal: AbortSignal): Promise<{ files: FolderFile[]; notes: string[] }> {
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
