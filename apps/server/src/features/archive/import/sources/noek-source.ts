import { buffer } from 'node:stream/consumers';
import { type Converted, convertedPath, convertedSchema } from '@noek/contract/archive/imports';
import {
  type ArchivedConversation,
  type ArchivedMessage,
  archivedConversationSchema,
  archivedMessageSchema,
} from '@noek/contract/archive/schemas';
import { maxDocumentBytes } from '@noek/contract/documents/limits';
import { documentProblems } from '@noek/contract/documents/texts';
import { versionPath } from '../../export/documents.ts';
import { ArchiveProblem, damaged } from '../../zip/archive-problem.ts';
import type { ZipReader } from '../../zip/read-zip.ts';
import {
  type ArchiveContent,
  checkRest,
  conversationPaths,
  documentsPath,
  memoriesPath,
  openChecked,
  projectsPath,
  promptsPath,
  readManifest,
  storedFiles,
} from './archive-content.ts';
import type { CheckedFile } from './checked-file.ts';
import type { SourceConversation, UploadedSource } from './import-source.ts';
import { readDocuments } from './read-documents.ts';
import { readMemories } from './read-memories.ts';
import { readProjects } from './read-projects.ts';
import { readArchivedPrompts } from './read-prompts.ts';

/** An archive of Noek: an export, or what a page has made of the export of another product. Throws ArchiveProblem. */
export async function noekSource(zip: ZipReader): Promise<UploadedSource> {
  const content = await readManifest(zip);
  const paths = conversationPaths(zip);
  const stored = storedFiles(content);
  const converted = await readConverted(zip, content);
  const file: SourceConversation['file'] = (id) => {
    const found = stored.get(id);
    if (!found) return null;
    const { name, bytes, path } = found;
    return {
      name,
      bytes,
      async read() {
        const checked = await openChecked(zip, path, content);
        const all = await buffer(checked.bytes());
        checked.check();
        return all;
      },
    };
  };
  return {
    source: converted?.source ?? 'noek',
    leftOut: { skipped: converted?.skipped ?? 0, failed: converted?.failed ?? 0 },
    async *entries(onRead) {
      for (const problem of converted?.problems ?? []) yield { type: 'problem', problem };
      for (const [i, path] of paths.entries()) {
        const step = () => onRead(i / paths.length);
        await step();
        const parts = readConversation(await openChecked(zip, path, content));
        const first = await parts.next();
        if (first.done || !first.value.conversation) throw damaged('no conversation');
        const { conversation } = first.value;
        async function* messages(): AsyncGenerator<ArchivedMessage> {
          for await (const { message } of parts) {
            if (!message) continue;
            yield message;
            await step();
          }
        }
        yield { type: 'conversation', found: { conversation, messages: messages(), file } };
        await parts.return(undefined);
      }
    },
    checkRest: (onStep) => checkRest(zip, content, onStep),
    async memories() {
      return zip.entries.has(memoriesPath) ? readMemories(await openChecked(zip, memoriesPath, content)) : [];
    },
    async prompts() {
      return zip.entries.has(promptsPath) ? readArchivedPrompts(await openChecked(zip, promptsPath, content)) : [];
    },
    async documents() {
      if (!zip.entries.has(documentsPath)) return [];
      const all = await readDocuments(await openChecked(zip, documentsPath, content));
      return all.map((document) => {
        const bytesOf = (number: number) => {
          const listed = content.get(versionPath(document, number));
          if (!listed) throw damaged(`${versionPath(document, number)} is missing`);
          return listed.bytes;
        };
        return {
          ...document,
          bytes: document.versions.reduce((sum, { number }) => sum + bytesOf(number), 0),
          async read(number) {
            if (bytesOf(number) > maxDocumentBytes) throw new ArchiveProblem(documentProblems.tooLarge);
            const checked = await openChecked(zip, versionPath(document, number), content);
            const bytes = await buffer(checked.bytes());
            checked.check();
            return bytes.toString('utf8');
          },
        };
      });
    },
    async projects() {
      return zip.entries.has(projectsPath) ? readProjects(await openChecked(zip, projectsPath, content)) : [];
    },
    file,
    // A page has chosen the files of other products. As many of them are added as there is space for.
    filesToCheck: () => (converted ? new Map() : new Map([...stored].map(([id, { bytes }]) => [id, bytes]))),
  };
}

async function readConverted(zip: ZipReader, content: ArchiveContent): Promise<Converted | null> {
  if (!zip.entries.has(convertedPath)) return null;
  const file = await openChecked(zip, convertedPath, content);
  for await (const { value } of file.values(['$'])) {
    const converted = convertedSchema.safeParse(value);
    if (converted.success) return converted.data;
  }
  throw damaged(`${convertedPath} has another shape`);
}

/** The ids of a conversation are in memory while it is read. */
const maxMessages = 500_000;

type Part =
  | { conversation: ArchivedConversation; message?: never }
  | { message: ArchivedMessage; conversation?: never };

/**
 * A conversation of an archive, then its messages, each after the one that it follows. At the end, the file is compared with the manifest.
 * Throws ArchiveProblem.
 */
async function* readConversation(file: CheckedFile): AsyncGenerator<Part> {
  let conversation: ArchivedConversation | null = null;
  const ids = new Set<string>();
  for await (const { field, value } of file.values(['$.conversation', '$.messages.*'])) {
    if (field === 'conversation') {
      if (conversation) throw damaged('two conversations');
      conversation = parsed(archivedConversationSchema.safeParse(value));
      yield { conversation };
    } else {
      if (!conversation) throw damaged('messages before their conversation');
      const message = parsed(archivedMessageSchema.safeParse(value));
      const { id, parentId } = message;
      if (ids.has(id)) throw damaged('the same message twice');
      if (parentId !== null && !ids.has(parentId)) throw damaged('a message follows nothing');
      if (ids.size === maxMessages) throw new ArchiveProblem('A conversation of this archive has too many messages.');
      ids.add(id);
      yield { message };
    }
  }
  if (!conversation) throw damaged('no conversation');
  const { headMessageId } = conversation;
  if (headMessageId !== null && !ids.has(headMessageId)) throw damaged('no newest message');
  file.check();
}

function parsed<Value>(result: { success: true; data: Value } | { success: false; error: unknown }): Value {
  if (!result.success) throw damaged(result.error);
  return result.data;
}
