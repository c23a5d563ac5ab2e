import { convertedPath } from '@noek/contract/archive/imports';
import {
  archivedConversationSchema,
  archivedMessageSchema,
  archivedProjectSchema,
} from '@noek/contract/archive/schemas';
import type { FileEntry } from '@zip.js/zip.js/lib/zip-core-native.js';
import { ArchiveWriter } from './archive-writer.ts';
import { collected } from './blob-collector.ts';
import type { ExportPart } from './export-part.ts';
import {
  archiveValues,
  convertedFrom,
  damaged,
  isConversation,
  memoriesPath,
  projectsPath,
  promptsPath,
  readManifest,
} from './noek-archive.ts';
import type { NamedBlob } from './open-files.ts';
import { entryBytes, zipEntries } from './zip-entries.ts';

/** What `write` needs to know of a conversation: its place in the archive, its messages, and the ids of its files. */
type Known = { path: string; messages: number; fileIds: Set<string> };

/** An archive of Noek. The server checks it, so only what is shown is read here. Throws UnreadableExport. */
export async function noekPart({ name, blob }: NamedBlob): Promise<ExportPart> {
  const entries = new Map((await zipEntries(name, blob)).map((entry) => [entry.filename, entry]));
  const { files, memories } = await readManifest(name, entries);
  const source = (await convertedFrom(name, entries)) ?? 'noek';
  const paths = [...entries.keys()].filter(isConversation);
  const known: Known[] = [];

  const bytesOf = (path: string) => collected(entryBytes(name, entryAt(entries, path)));

  return {
    source,
    memories,
    offeredTexts: async () => [],
    async *list({ onStep, signal }) {
      known.length = 0;
      for (const [at, path] of paths.entries()) {
        signal.throwIfAborted();
        onStep(at / paths.length);
        const entry = entryAt(entries, path);
        const { conversation, ...read } = await readConversation(name, entry);
        known.push({ path, ...read });
        const { title, createdAt, updatedAt } = conversation;
        const { messages } = read;
        yield {
          type: 'conversation',
          listed: { title, createdAt, updatedAt, messages, bytes: entry.uncompressedSize, group: null },
        };
      }
    },
    async write({ conversations }, { onStep, signal }) {
      if (conversations.size === known.length) return { name, file: blob };
      const chosen = known.filter((_, at) => conversations.has(at));
      const chosenPaths = new Set(chosen.map(({ path }) => path));
      // The projects come with the conversations, and their files with them.
      const fileIds = new Set([
        ...chosen.flatMap((one) => [...one.fileIds]),
        ...(await filesOfProjects(name, entries)),
      ]);
      const writer = new ArchiveWriter(signal);
      for (const [at, listed] of files.entries()) {
        onStep(at / files.length);
        const { path, about } = listed;
        const isWanted = path.startsWith('files/')
          ? about?.files.some(({ id }) => fileIds.has(id))
          : chosenPaths.has(path) || [memoriesPath, projectsPath, promptsPath, convertedPath].includes(path);
        if (isWanted) await writer.copy(listed, await bytesOf(path));
      }
      const messages = chosen.reduce((sum, one) => sum + one.messages, 0);
      return { name, file: await writer.end({ conversations: chosen.length, messages, memories }) };
    },
  };
}

/** The ids of the files that the projects of an archive have. */
async function filesOfProjects(name: string, entries: ReadonlyMap<string, FileEntry>): Promise<string[]> {
  const entry = entries.get(projectsPath);
  const ids: string[] = [];
  if (!entry) return ids;
  for await (const { value } of archiveValues(name, entry, ['$.projects.*']))
    ids.push(...(archivedProjectSchema.shape.files.safeParse((value as { files?: unknown } | null)?.files).data ?? []));
  return ids;
}

function entryAt(entries: ReadonlyMap<string, FileEntry>, path: string): FileEntry {
  const entry = entries.get(path);
  if (!entry) throw damaged();
  return entry;
}

async function readConversation(name: string, entry: FileEntry) {
  let conversation: ReturnType<typeof archivedConversationSchema.parse> | null = null;
  let messages = 0;
  const fileIds = new Set<string>();
  for await (const { field, value } of archiveValues(name, entry, ['$.conversation', '$.messages.*'])) {
    if (field === 'conversation') conversation = archivedConversationSchema.safeParse(value).data ?? null;
    else {
      messages++;
      const sent = archivedMessageSchema.shape.files.safeParse((value as { files?: unknown } | null)?.files);
      for (const { id } of sent.data ?? []) fileIds.add(id);
    }
  }
  if (!conversation) throw damaged();
  return { conversation, messages, fileIds };
}
