import type { FileContent, ImportProblem, SourceFile } from '../importer.ts';
import { baseName, itemsOf } from '../reading/json-files.ts';
import { listOf, recordOf, textOf } from '../reading/values.ts';

const conversationFile = /^conversations(-\d+)?\.json$/;

/** The files with conversations in their order, and parts that the manifest lists and that are not there. */
export async function conversationFiles(
  files: readonly SourceFile[],
  own: readonly SourceFile[],
): Promise<{ parts: SourceFile[]; problems: ImportProblem[] }> {
  const listed = await listedParts(files);
  const names = new Set(own.map(({ path }) => baseName(path)));
  const problems = listed
    .filter((name) => !names.has(name))
    .map((name) => ({
      title: name,
      reason: 'The export lists this part, but it is not in what you chose. Its conversations are missing.',
    }));
  const place = (file: SourceFile) => listed.indexOf(baseName(file.path));
  return {
    parts: own.toSorted((a, b) => place(a) - place(b) || byNumber(baseName(a.path), baseName(b.path))),
    problems,
  };
}

const byNumber = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true });

/** The parts that the manifest lists; none if there is no manifest or it lists none. */
async function listedParts(files: readonly SourceFile[]): Promise<string[]> {
  const manifest = files.find(({ path }) => baseName(path) === 'export_manifest.json');
  if (!manifest) return [];
  const names: string[] = [];
  for await (const item of itemsOf(manifest)) {
    const logical = recordOf(item).logical_files;
    const named = Array.isArray(logical)
      ? logical.map((parts) => [textOf(recordOf(parts).name), parts] as const)
      : Object.entries(recordOf(logical));
    for (const [name, parts] of named)
      if (conversationFile.test(baseName(name)))
        for (const part of listOf(recordOf(parts).files)) {
          const path = textOf(typeof part === 'object' ? recordOf(part).path : part);
          if (conversationFile.test(baseName(path))) names.push(baseName(path));
        }
  }
  return names;
}

/** Finds the bytes and the original name of a file that a message names by its id. */
export type FindFile = (id: string) => { name: string; content: FileContent } | null;

/** An id of a file at the beginning of a name. */
const idInName = /^(file[-_][A-Za-z0-9]+|[0-9a-f-]{36})/;

export async function fileFinder(files: readonly SourceFile[]): Promise<FindFile> {
  const names = new Map<string, string>();
  const list = files.find(({ path }) => baseName(path) === 'conversation_asset_file_names.json');
  if (list)
    for await (const item of itemsOf(list))
      for (const [path, name] of Object.entries(recordOf(item))) names.set(baseName(path), textOf(name));
  const byId = new Map<string, SourceFile>();
  for (const file of files) {
    const id = idInName.exec(baseName(file.path))?.[1];
    if (id && !file.path.endsWith('.json') && !byId.has(id)) byId.set(id, file);
  }
  return (id) => {
    const file = byId.get(id);
    if (!file) return null;
    const own = baseName(file.path);
    const withoutId = own.slice(id.length).replace(/^[-_.]/, '');
    const given = names.get(own) || (/^dat$/i.test(withoutId) ? '' : withoutId);
    return { name: given || own, content: { size: file.size, read: () => file.read() } };
  };
}
