import { rename, rm } from 'node:fs/promises';
import { archiveFormat, type Manifest } from '@noek/contract/archive/schemas';
import type { Deps } from '../../../deps.ts';
import { type ArchiveFileDeps, archivePath, createArchiveFile, moveToBucket, removeParts } from '../archive-files.ts';
import type { RunningJob } from '../running-job.ts';
import { fileNameOf } from '../zip/file-names.ts';
import { createZip, type ZipWriter } from '../zip/write-zip.ts';
import { accountFiles, auditPages, memoryPages, projectPages, promptPages } from './account-files.ts';
import { archivedConversation, conversationJson, conversationMarkdown } from './conversation-files.ts';
import { addDocuments, documentPages } from './documents.ts';
import { conversationIdsOf, conversationOf, countMessages, messagePages, type NumberedMessage } from './pages.ts';
import { readme } from './readme.ts';
import { addStoredFiles, countStoredFiles } from './stored-files.ts';

type ExportDeps = ArchiveFileDeps & Pick<Deps, 'db' | 'now' | 'bootId' | 'fileStore'>;
type Counts = Manifest['counts'];

/** A file takes about as long as this many messages. */
const stepsOfFile = 20;

/**
 * Writes the archive of a person to DATA_DIR/archives, or to the bucket, and resolves to its size in bytes. Data is read in pages as fast
 * as the disk takes it; no conversation is held in memory.
 */
export async function exportAccount(deps: ExportDeps, job: RunningJob): Promise<{ bytes: number; done: number }> {
  const { id, userId } = job.row;
  const { config } = deps;
  await removeParts(config, userId, id);
  const part = archivePath(config, userId, { id, kind: 'part', by: `${deps.bootId}-${job.row.attempts}` });
  const zip = createZip(await createArchiveFile(config, userId, part));
  try {
    const done = await writeEverything(deps, job, zip);
    const bytes = await zip.end();
    const path = archivePath(config, userId, { id, kind: 'zip' });
    if (deps.archiveBucket) await moveToBucket(deps, part, { as: path, onPart: () => job.progress(done, done + 1) });
    else await rename(part, path);
    return { bytes, done };
  } catch (error) {
    await zip.destroy();
    await rm(part, { force: true });
    throw error;
  }
}

async function writeEverything({ db, now, fileStore }: ExportDeps, job: RunningJob, zip: ZipWriter): Promise<number> {
  const { userId } = job.row;
  const createdAt = now();
  const ids = await conversationIdsOf(db, userId);
  // Every message is read twice: for the JSON and for the Markdown.
  const total =
    2 * (await countMessages(db, userId)) + ids.length + (await countStoredFiles(db, userId)) * stepsOfFile + 1;
  let done = 0;
  const counts: Counts = { conversations: 0, messages: 0, memories: 0 };
  await job.progress(done, total);

  async function* counted(pages: AsyncIterable<NumberedMessage[]>, onPage: (messages: number) => void = () => {}) {
    for await (const page of pages) {
      done += page.length;
      onPage(page.length);
      await job.progress(done, total);
      yield page;
    }
  }

  await zip.add('README.txt', [readme(createdAt)], createdAt);
  for (const id of ids) {
    const row = await conversationOf(db, userId, id);
    if (!row) continue;
    const conversation = await archivedConversation({ db, now: createdAt }, row);
    const name = `conversations/${id}-${fileNameOf(row.title)}`;
    const asJson = counted(messagePages(db, id), (messages) => {
      counts.messages += messages;
    });
    await zip.add(`${name}.json`, conversationJson(conversation, asJson), row.updatedAt);
    await zip.add(`${name}.md`, conversationMarkdown(conversation, counted(messagePages(db, id)), true), row.updatedAt);
    await addDocuments(db, id, zip, () => job.progress(done, total));
    counts.conversations += 1;
    done += 1;
    await job.progress(done, total);
  }

  // After the conversations, so that a file that was added meanwhile is not missing.
  await addStoredFiles({ db, fileStore }, userId, zip, () => {
    done += stepsOfFile;
    return job.progress(Math.min(done, total), total);
  });

  const documents = jsonList(documentPages(db, ids), () => job.progress(done, total));
  await zip.add('documents.json', inFile('documents', documents), createdAt);
  const projects = jsonList(projectPages(db, userId), () => job.progress(done, total));
  await zip.add('projects.json', inFile('projects', projects), createdAt);
  const prompts = jsonList(promptPages(db, userId), () => job.progress(done, total));
  await zip.add('prompts.json', inFile('prompts', prompts), createdAt);
  const memories = jsonList(memoryPages(db, userId), (page) => {
    counts.memories += page.filter(({ forgottenAt }) => forgottenAt === null).length;
    return job.progress(done, total);
  });
  await zip.add('memories.json', inFile('memories', memories), createdAt);
  for (const [name, contentOf] of Object.entries(accountFiles))
    await zip.add(name, [`${JSON.stringify(await contentOf({ db, now }, userId), null, 2)}\n`], createdAt);
  const audit = jsonList(auditPages(db, userId), () => job.progress(done, total));
  await zip.add('audit.json', inFile('entries', audit), createdAt);

  const { name: format, version } = archiveFormat;
  const manifest: Manifest = { format, version, createdAt: createdAt.toISOString(), counts, files: [...zip.files] };
  await zip.add('manifest.json', [`${JSON.stringify(manifest, null, 1)}\n`], createdAt);
  return total;
}

/** A JSON object with a single list, under this name. */
async function* inFile(name: string, list: AsyncIterable<string>): AsyncGenerator<string> {
  const { name: format, version } = archiveFormat;
  yield `${JSON.stringify({ format, version }).slice(0, -1)},\n${JSON.stringify(name)}:`;
  yield* list;
  yield '}\n';
}

/** The items of all pages as a JSON list, one item per line. */
async function* jsonList<Item>(
  pages: AsyncIterable<Item[]>,
  onPage: (page: Item[]) => Promise<void>,
): AsyncGenerator<string> {
  yield '[';
  let before = '\n';
  for await (const page of pages) {
    await onPage(page);
    for (const item of page) {
      yield before + JSON.stringify(item);
      before = ',\n';
    }
  }
  yield '\n]';
}
