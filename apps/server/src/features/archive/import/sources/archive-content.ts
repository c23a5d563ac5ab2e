import { createHash } from 'node:crypto';
import {
  type ArchivedConversation,
  archivedConversationSchema,
  type ManifestFile,
  manifestFileSchema,
  manifestSchema,
} from '@noek/contract/archive/schemas';
import { ArchiveProblem, damaged } from '../../zip/archive-problem.ts';
import { type ZipReader, zipLimits } from '../../zip/read-zip.ts';
import { archiveValues } from './archive-values.ts';
import type { CheckedFile } from './checked-file.ts';
import { readDocuments } from './read-documents.ts';
import { readMemories } from './read-memories.ts';
import { readProjects } from './read-projects.ts';
import { readArchivedPrompts } from './read-prompts.ts';

/** The files that an archive's manifest lists, by their path. */
export type ArchiveContent = ReadonlyMap<string, ManifestFile>;

export const memoriesPath = 'memories.json';
export const documentsPath = 'documents.json';
export const projectsPath = 'projects.json';
export const promptsPath = 'prompts.json';
const isConversation = (path: string) => /^conversations\/[^/]+\.json$/.test(path);

/** The conversations of an archive: their paths. */
export const conversationPaths = ({ entries }: ZipReader): string[] => [...entries.keys()].filter(isConversation);

/** Whether a ZIP is an archive of Noek, whole or not. */
export async function isNoekArchive(zip: ZipReader): Promise<boolean> {
  if (!zip.entries.has('manifest.json')) return false;
  try {
    for await (const { value } of archiveValues(await zip.read('manifest.json'), ['$.format']))
      return manifestSchema.shape.format.safeParse(value).success;
  } catch (error) {
    // Other products have files of this name, too.
    if (!(error instanceof ArchiveProblem)) throw error;
  }
  return false;
}

/**
 * The files that the manifest lists, all of which are in the archive. Throws ArchiveProblem if it is not an archive of Noek, or if a file
 * is missing.
 */
export async function readManifest(zip: ZipReader): Promise<ArchiveContent> {
  if (!zip.entries.has('manifest.json')) throw foreign();
  const files = new Map<string, ManifestFile>();
  let named = 0;
  const head: Record<string, unknown> = {};
  for await (const { field, value } of archiveValues(await zip.read('manifest.json'), [
    '$.format',
    '$.version',
    '$.files.*',
  ])) {
    if (field !== 'files') head[field] = value;
    else {
      const file = manifestFileSchema.safeParse(value);
      if (!file.success) throw damaged(file.error);
      // A small manifest can list more files than fit into memory.
      if (!zip.entries.has(file.data.path)) throw damaged(`${file.data.path} is missing`);
      named += file.data.about?.files.length ?? 0;
      if (named > zipLimits.entries) throw damaged('it names too many files');
      files.set(file.data.path, file.data);
    }
  }
  const { format, version } = manifestSchema.shape;
  if (!format.safeParse(head.format).success) throw foreign();
  if (!version.safeParse(head.version).success)
    throw new ArchiveProblem('This archive was made by a newer version of Noek, which this one cannot read.');
  return files;
}

const foreign = () => new ArchiveProblem('This is not an archive of a Noek account.');

/** The bytes of a file in an archive: where they are, how many, and the name of the file. */
type ListedFile = { path: string; bytes: number; name: string };

/** The files of which the archive has the bytes, by their ids in it. */
export function storedFiles(content: ArchiveContent): ReadonlyMap<string, ListedFile> {
  const stored = new Map<string, ListedFile>();
  for (const { path, bytes, about } of content.values())
    if (path.startsWith('files/')) for (const { id, name } of about?.files ?? []) stored.set(id, { path, bytes, name });
  return stored;
}

/**
 * Reads everything except the conversations, and checks that it matches the manifest and that memories, projects and prompts have the right
 * shape. Throws ArchiveProblem.
 */
export async function checkRest(zip: ZipReader, content: ArchiveContent, onStep: () => Promise<void>): Promise<void> {
  for (const path of [...conversationPaths(zip), memoriesPath, documentsPath, projectsPath, promptsPath])
    if (zip.entries.has(path) && !content.has(path)) throw damaged(`${path} is not in the manifest`);
  for (const path of content.keys()) {
    await onStep();
    if (isConversation(path)) continue;
    const file = await openChecked(zip, path, content);
    if (path === memoriesPath) await readMemories(file);
    else if (path === documentsPath) await readDocuments(file);
    else if (path === projectsPath) await readProjects(file);
    else if (path === promptsPath) await readArchivedPrompts(file);
    else {
      for await (const _ of file.bytes()) await onStep();
      file.check();
    }
  }
}

/** A conversation of an archive without its messages, whatever else its file contains; null if it cannot be read. */
export async function conversationIn(zip: ZipReader, path: string): Promise<ArchivedConversation | null> {
  try {
    for await (const { value } of archiveValues(await zip.read(path), ['$.conversation']))
      return archivedConversationSchema.safeParse(value).data ?? null;
  } catch (error) {
    // It is checked when it is imported.
    if (!(error instanceof ArchiveProblem)) throw error;
  }
  return null;
}

/** A file of the archive, to be compared with the manifest when it has been read to its end. */
export async function openChecked(zip: ZipReader, path: string, content: ArchiveContent): Promise<CheckedFile> {
  const listed = content.get(path);
  const file = await zip.read(path);
  const hash = createHash('sha256');
  let size = 0;
  async function* bytes() {
    for await (const chunk of file as AsyncIterable<Buffer>) {
      hash.update(chunk);
      size += chunk.length;
      yield chunk;
    }
  }
  return {
    bytes,
    values: (paths) => archiveValues(bytes(), paths),
    check() {
      if (size !== listed?.bytes || hash.digest('hex') !== listed.sha256) throw damaged(path);
    },
  };
}
