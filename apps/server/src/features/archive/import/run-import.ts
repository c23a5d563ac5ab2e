import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import { importSourceNames, takenExports } from '@noek/contract/archive/import-sources';
import { type ImportSource, maxImportProblems } from '@noek/contract/archive/imports';
import type { User } from '@noek/contract/auth/schemas';
import type { Database } from '@noek/db/database';
import { and, eq, exists, inArray } from 'drizzle-orm';
import { toUser } from '../../auth/auth.queries.ts';
import { releaseFiles } from '../../files/removal/release-files.ts';
import { sharedStorageAdvice } from '../../files/shared-storage.ts';
import { archivePath, fetchUploads, removeParts, uploadsOf } from '../archive-files.ts';
import { type ArchiveJobDeps, JobLost, type RunningJob } from '../running-job.ts';
import { refuseTextBeyondSpace } from '../text-space.ts';
import { ArchiveProblem } from '../zip/archive-problem.ts';
import { importArchivedPrompts } from './adding/import-archived-prompts.ts';
import { importConversation } from './adding/import-conversation.ts';
import { importDocuments } from './adding/import-documents.ts';
import { importedFiles, refuseFilesBeyondSpace } from './adding/import-files.ts';
import { importMemories } from './adding/import-memories.ts';
import { importProjects } from './adding/import-projects.ts';
import { newTextIn, textBeside } from './adding/new-text.ts';
import { type ImportCounts, type Importing, noCounts } from './importing.ts';
import type { UploadedSource } from './sources/import-source.ts';
import { type OpenUpload, openUpload } from './sources/open-upload.ts';

/** What counts again when an import is continued: the reading of it starts at the beginning. */
const countedAgain = {
  conversationsUnchanged: 0,
  conversationsSkipped: 0,
  conversationsFailed: 0,
  memoriesKnown: 0,
  memoriesBeyondLimit: 0,
  projectsAdded: 0,
  projectsKnown: 0,
  promptsAdded: 0,
  promptsKnown: 0,
  documentsKnown: 0,
} satisfies Partial<ImportCounts>;

/** How long an import waits at most after a step, in milliseconds. */
const maxPauseMs = 50;

/** The parts of the progress, of 1,000: reading everything, then adding it. */
const total = 1_000;
const checking = 400;

/**
 * Adds the projects, conversations and memories of an upload to the person's account, once the whole upload has been read and checked. What the
 * account already has is left out, so that a second import, or one that continues after a crash, adds nothing twice. Throws ArchiveProblem.
 */
export async function runImport(deps: ArchiveJobDeps, job: RunningJob): Promise<void> {
  const { id, userId } = job.row;
  // A conversation that an earlier attempt did not finish is started over.
  await removeUnfinished(deps.db, job);
  await removeParts(deps.config, userId, id);
  const importing = startImporting(deps, job);
  const partPath = (name: string) => archivePath(deps.config, userId, { id, kind: 'part', by: name });
  try {
    await fetchUploads(deps, userId, id, () => job.progress(0, total));
    const paths = await uploadsOf(deps.config, userId, id);
    if (paths.length === 0) throw uploadsMissing(deps, id);
    const upload = await openUpload(paths, partPath);
    try {
      await importSources(importing, upload);
    } finally {
      upload.close();
    }
  } finally {
    await removeParts(deps.config, userId, id);
  }
}

function uploadsMissing({ log }: ArchiveJobDeps, jobId: string): ArchiveProblem {
  log.error({ jobId }, `the upload of an import is not on this machine: ${sharedStorageAdvice}`);
  return new ArchiveProblem(
    'The uploaded files are not on the server that was to import them. Please import them again. If that does not help, tell the operators of this service.',
  );
}

function startImporting(deps: ArchiveJobDeps, job: RunningJob): Importing {
  const { archiveJobs: j } = deps.db.tables;
  let problems: { title: string; reason: string }[] = [];
  const importing: Importing = {
    deps,
    job,
    counts: { ...noCounts, ...job.row.result, ...countedAgain },
    places: new Map(),
    projects: new Map(),
    seen: new Set(),
    documents: new Set(),
    files: { find: async () => ({ row: null, problem: '' }) },
    async write(build, count = {}) {
      const result = sumOf(importing.counts, count);
      const began = performance.now();
      await deps.db.atomic((step) => {
        step.must(
          step.orm
            .update(j)
            .set({ result, problems, heartbeatAt: deps.now(), failedStarts: 0 })
            .where(job.isOurs())
            .returning({ id: j.id }),
          () => new JobLost(),
        );
        build(step);
      });
      importing.counts = result;
      // Other writers have their turn between two steps, for as long as a step takes.
      await wait(Math.min(maxPauseMs, performance.now() - began));
    },
    async report(problem, count) {
      // The last one sums up what was left out.
      problems = [...problems.slice(0, maxImportProblems - 1), problem];
      await importing.write(() => {}, count);
    },
  };
  return importing;
}

function sumOf(counts: ImportCounts, more: Partial<ImportCounts>): ImportCounts {
  const sum = { ...counts };
  for (const [name, count] of Object.entries(more)) sum[name as keyof ImportCounts] += count;
  return sum;
}

/** How many messages are removed in one step. */
const removedPerStep = 100;

/**
 * Removes the conversation that an import left unfinished, in short steps, because it may be long. Nothing is removed if another process has
 * taken the import over.
 */
export async function removeUnfinished(db: Database, { row, isOurs }: RunningJob): Promise<void> {
  const { archiveJobs: j, conversations: c, messages: m } = db.tables;
  const ours = db.orm.select({ id: j.id }).from(j).where(isOurs());
  const unfinished = and(eq(c.userId, row.userId), eq(c.importJobId, row.id), exists(ours));
  for (;;) {
    const some = db.orm
      .select({ id: m.id })
      .from(m)
      .where(inArray(m.conversationId, db.orm.select({ id: c.id }).from(c).where(unfinished)))
      .limit(removedPerStep);
    const ids = (await some).map(({ id: messageId }) => messageId);
    if (ids.length === 0) break;
    await db.atomic((step) => {
      step.add(releaseFiles(db, step.orm, ids));
      step.add(step.orm.delete(m).where(inArray(m.id, ids)));
    });
    await setImmediate();
  }
  await db.write((orm) => orm.delete(c).where(unfinished));
}

async function importSources(importing: Importing, { sources, problems }: OpenUpload): Promise<void> {
  const { job, deps } = importing;
  const { archiveJobs: j } = deps.db.tables;
  const person = await personOf(importing);
  const [{ source } = { source: null }] = sources;
  await deps.db.write((orm) => orm.update(j).set({ source }).where(job.isOurs()));
  const found = await check(importing, person, sources);
  await deps.db.write((orm) => orm.update(j).set({ found }).where(job.isOurs()));
  importing.files = importedFiles(importing, person);
  for (const problem of problems) await importing.report(problem);
  let done = 0;
  let others = 0;
  const onStep = () => job.progress(checking + Math.floor(((total - checking) * done) / (found + 1)), total);
  for (const one of sources) {
    const { skipped, failed } = one.leftOut;
    if (skipped + failed > 0)
      await importing.write(() => {}, { conversationsSkipped: skipped, conversationsFailed: failed });
    const projects = await one.projects();
    await importProjects(importing, projects, one.file, onStep);
    const documents = await one.documents();
    importing.documents = new Set(documents.map(({ id }) => id));
    for await (const entry of one.entries(onStep)) {
      await onStep();
      if (entry.type === 'conversation') {
        await importConversation(importing, entry.found, onStep);
        done++;
      } else if (entry.type === 'problem') await importing.report(entry.problem);
      else
        await importing.report(entry.problem, {
          [entry.outcome === 'skipped' ? 'conversationsSkipped' : 'conversationsFailed']: 1,
        });
    }
    await importDocuments(importing, documents, onStep);
    const memories = await one.memories();
    await importMemories(importing, memories, onStep);
    const prompts = await one.prompts();
    await importArchivedPrompts(importing, prompts);
    others += projects.length + memories.length + prompts.length;
  }
  if (found + others === 0) throw new ArchiveProblem(nothingIn(source, importing.counts));
}

/** Why an upload with nothing to import is not done, although it is one of a known product. */
function nothingIn(source: ImportSource | null, { conversationsSkipped, conversationsFailed }: ImportCounts): string {
  const of = source === null || source === 'noek' ? 'This archive' : `This export of ${importSourceNames[source]}`;
  const parts = [
    conversationsSkipped > 0 && `${conversationsSkipped} had nothing to import`,
    conversationsFailed > 0 && `${conversationsFailed} could not be read`,
  ].filter((part) => part !== false);
  const why = parts.length > 0 ? `: ${parts.join(', ')}` : '';
  return `${of} has no conversations that Noek can read${why}. ${takenExports}`;
}

/**
 * Reads everything once. Returns how many conversations there are. Throws ArchiveProblem if something is damaged, and NoSpace if what is new
 * takes more space than the person has left.
 */
async function check({ deps, job }: Importing, person: User, sources: readonly UploadedSource[]): Promise<number> {
  let found = 0;
  let bytes = 0;
  for (const [i, one] of sources.entries()) {
    const onRead = (share: number) => job.progress(Math.floor((checking * (i + share)) / sources.length), total);
    const documents = Map.groupBy(await one.documents(), ({ conversationId }) => conversationId);
    for await (const entry of one.entries(onRead)) {
      if (entry.type !== 'conversation') continue;
      found++;
      const text = await newTextIn(deps.db, person.id, entry.found);
      // A conversation that the account already has may lack documents.
      const ofDocuments = text > 0 ? (documents.get(entry.found.conversation.id) ?? []) : [];
      bytes += ofDocuments.reduce((sum, document) => sum + document.bytes, text);
    }
    await one.checkRest(() => onRead(1));
    bytes += await textBeside(one);
    // What an earlier attempt has added counts as used.
    if (job.row.result === null) await refuseFilesBeyondSpace(deps.db, person, one.filesToCheck());
  }
  await refuseTextBeyondSpace(deps.db, person, bytes);
  return found;
}

/** The person that the import is for: the plan may have changed, or another import ended, since the upload. */
async function personOf({ deps: { db, now }, job }: Importing): Promise<User> {
  const { users } = db.tables;
  const [user] = await db.orm.select().from(users).where(eq(users.id, job.row.userId));
  if (!user) throw new JobLost();
  return toUser(user, now());
}
