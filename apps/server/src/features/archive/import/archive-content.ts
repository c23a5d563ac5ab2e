import { createHash } from 'node:crypto';
import { type ManifestFile, manifestFileSchema, manifestSchema } from '@noek/contract/archive/schemas';
import { ArchiveProblem, damaged } from '../zip/archive-problem.ts';
import { type ZipReader, zipLimits } from '../zip/read-zip.ts';
import type { CheckedFile } from './importing.ts';
import { archiveValues } from './json-values.ts';
import { readConversation } from './read-conversation.ts';
import { readMemories } from './read-memories.ts';

/** The files that an archive's manifest lists, by their path. */
export type ArchiveContent = ReadonlyMap<string, ManifestFile>;

export const memoriesPath = 'memories.json';
const isConversation = (path: string) => /^conversations\/[^/]+\.json$/.test(path);

/** The conversations of an archive: their paths. */
export const conversationPaths = ({ entries }: ZipReader): string[] => [...entries.keys()].filter(isConversation);

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
export type StoredFile = { path: string; bytes: number; name: string };

/** The files of which the archive has the bytes, by their ids in it. */
export function storedFiles(content: ArchiveContent): ReadonlyMap<string, StoredFile> {
  const stored = new Map<string, StoredFile>();
  for (const { path, bytes, about } of content.values())
    if (path.startsWith('files/')) for (const { id, name } of about?.files ?? []) stored.set(id, { path, bytes, name });
  return stored;
}

/**
 * Reads the whole archive and checks that every file matches the manifest and that everything an import would add has the right shape.
 * `onStep` is called with the share that is done, from 0 to 1. Throws ArchiveProblem.
 */
export async function checkContent(
  zip: ZipReader,
  content: ArchiveContent,
  onStep: (done: number) => Promise<void>,
): Promise<void> {
  for (const path of [...conversationPaths(zip), memoriesPath])
    if (zip.entries.has(path) && !content.has(path)) throw damaged(`${path} is not in the manifest`);
  let i = 0;
  for (const path of content.keys()) {
    const step = () => onStep(i / content.size);
    await step();
    const file = await openChecked(zip, path, content);
    if (isConversation(path)) for await (const _ of readConversation(file)) await step();
    else if (path === memoriesPath) await readMemories(file);
    else {
      for await (const _ of file.bytes()) await step();
      file.check();
    }
    i++;
  }
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
