import type { ImportProblem } from '@noek/contract/archive/imports';
import type { Step } from '@noek/db/database';
import type { FileRow } from '../../files/files.queries.ts';
import type { ArchiveJobDeps, RunningJob } from '../running-job.ts';
import type { StoredFile } from './sources/import-source.ts';

/** What an import has added and left out, in numbers. */
export const noCounts = {
  conversationsAdded: 0,
  conversationsUpdated: 0,
  conversationsUnchanged: 0,
  conversationsSkipped: 0,
  conversationsFailed: 0,
  messages: 0,
  memoriesAdded: 0,
  memoriesKnown: 0,
  memoriesBeyondLimit: 0,
  projectsAdded: 0,
  projectsKnown: 0,
  promptsAdded: 0,
  promptsKnown: 0,
  documentsAdded: 0,
  documentsKnown: 0,
  filesAdded: 0,
  filesMissing: 0,
};
export type ImportCounts = typeof noCounts;

/** Where the conversations of an upload are in this account, by their ids in it. */
export type ImportedChats = Map<number, { conversationId: number; messageIdOf(id: string): string }>;

/** Where the projects of an upload are in this account, by their ids in it. */
export type ProjectPlaces = Map<string, { id: string; isInTrash: boolean }>;

/** The files of an upload, which are added when a message that is new here has them. */
export type ImportedFiles = {
  /** The file in the account, by its id in the upload, or why there is none: a sentence for people. */
  find(oldId: string, stored: StoredFile | null): Promise<FoundFile>;
};
export type FoundFile = { row: FileRow } | { row: null; problem: string };

/** An import while it runs. */
export type Importing = {
  deps: ArchiveJobDeps;
  job: RunningJob;
  counts: ImportCounts;
  places: ImportedChats;
  projects: ProjectPlaces;
  /** The conversations of the account that this attempt has come across. */
  seen: Set<number>;
  files: ImportedFiles;
  /** The ids of the documents of the upload. */
  documents: ReadonlySet<string>;
  /** Writes in one step, and adds `count` to the counts. Throws JobLost if the job is no longer ours. */
  write(build: (step: Step) => void, count?: Partial<ImportCounts>): Promise<void>;
  /** Adds a problem to the report. */
  report(problem: ImportProblem, count?: Partial<ImportCounts>): Promise<void>;
};
