import { convertedPath, convertedSchema } from '@noek/contract/archive/imports';
import { type ManifestFile, manifestFileSchema, manifestSchema } from '@noek/contract/archive/schemas';
import { UnreadableExport } from '@noek/importers/importer';
import { JsonProblem, type JsonValue, jsonValues } from '@noek/importers/json-values';
import type { FileEntry } from '@zip.js/zip.js/lib/zip-core-native.js';
import { readingTexts } from './texts.ts';
import { entryBytes } from './zip-entries.ts';

export const manifestPath = 'manifest.json';
export const memoriesPath = 'memories.json';
export const projectsPath = 'projects.json';
export const promptsPath = 'prompts.json';
export const isConversation = (path: string) => /^conversations\/[^/]+\.json$/.test(path);

/** As the server reads them. */
const limits = { valueBytes: 4 * 1024 * 1024, depth: 16 };

/** Values of a JSON file of an archive. Throws UnreadableExport. */
export async function* archiveValues(name: string, entry: FileEntry, paths: string[]): AsyncGenerator<JsonValue> {
  try {
    yield* jsonValues(entryBytes(name, entry), paths, limits);
  } catch (error) {
    throw error instanceof JsonProblem ? damaged(error) : error;
  }
}

export const damaged = (cause?: unknown) => new UnreadableExport(readingTexts.damagedArchive, { cause });

/** Whether a ZIP is an archive of Noek, whole or not. Other products have files with the same name, too. */
export async function isNoekArchive(name: string, entries: readonly FileEntry[]): Promise<boolean> {
  const manifest = entries.find(({ filename }) => filename === manifestPath);
  if (!manifest) return false;
  try {
    for await (const { value } of archiveValues(name, manifest, ['$.format']))
      return manifestSchema.shape.format.safeParse(value).success;
  } catch (error) {
    if (!(error instanceof UnreadableExport)) throw error;
  }
  return false;
}

/** What the manifest says. Throws UnreadableExport, also if a listed file is not in the archive. */
export async function readManifest(
  name: string,
  entries: ReadonlyMap<string, FileEntry>,
): Promise<{ memories: number; files: ManifestFile[] }> {
  const manifest = entries.get(manifestPath);
  if (!manifest) throw damaged();
  const head: Record<string, unknown> = {};
  const files: ManifestFile[] = [];
  for await (const { field, value } of archiveValues(name, manifest, ['$.version', '$.counts', '$.files.*'])) {
    if (field !== 'files') {
      head[field] = value;
      continue;
    }
    const file = manifestFileSchema.safeParse(value);
    if (!file.success || !entries.has(file.data.path)) throw damaged(file.error);
    files.push(file.data);
  }
  const { version, counts } = manifestSchema.shape;
  if (!version.safeParse(head.version).success) throw new UnreadableExport(readingTexts.newer);
  return { memories: counts.safeParse(head.counts).data?.memories ?? 0, files };
}

/** The product that the archive was converted from; null if it is an export of Noek itself. */
export async function convertedFrom(name: string, entries: ReadonlyMap<string, FileEntry>) {
  const entry = entries.get(convertedPath);
  if (!entry) return null;
  for await (const { value } of archiveValues(name, entry, ['$'])) {
    const converted = convertedSchema.safeParse(value);
    if (converted.success) return converted.data.source;
  }
  throw damaged();
}
