import type { ImportResult } from '@noek/contract/archive/schemas';
import type { Orm, Statement } from '@noek/db/database';
import type { FileRow } from '../../files/rows/files.queries.ts';
import type { ArchiveJobDeps, RunningJob } from '../running-job.ts';
import type { archiveValues } from './json-values.ts';

/** Where the conversations of an archive are in this account, by their ids in the archive. */
export type Places = Map<number, { conversationId: number; messageIdOf(id: string): string }>;

/** The files of an archive, which are added when a message of a new conversation has them. */
export type ImportedFiles = {
  /** The file in the account, by its id in the archive, or why there is none: a sentence for people. */
  find(oldId: string): Promise<FoundFile>;
};
export type FoundFile = { row: FileRow } | { row: null; problem: string };

/** An import while it runs. */
export type Importing = {
  deps: ArchiveJobDeps;
  job: RunningJob;
  result: ImportResult;
  places: Places;
  files: ImportedFiles;
  /** Writes in one step, and adds `count` to the `result`. Throws JobLost if the job is no longer ours. */
  write(
    build: (orm: Orm) => readonly Statement[],
    more?: { count?: Partial<ImportResult>; verify?: (rows: readonly unknown[][]) => void },
  ): Promise<void>;
};

/** A file of the archive. It is read once, by either function. `check` throws if the file does not match the manifest. */
export type CheckedFile = {
  bytes(): AsyncIterable<Buffer>;
  values(paths: string[]): ReturnType<typeof archiveValues>;
  check(): void;
};
