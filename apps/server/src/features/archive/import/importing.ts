import type { ImportResult } from '@noek/contract/archive/schemas';
import type { Orm, Statement } from '@noek/db/database';
import type { ArchiveJobDeps, RunningJob } from '../running-job.ts';
import type { jsonValues } from './json-values.ts';

/** Where the conversations of an archive are in this account, by their ids in the archive. */
export type Places = Map<number, { conversationId: number; messageIdOf(id: string): string }>;

/** An import while it runs. */
export type Importing = {
  deps: ArchiveJobDeps;
  job: RunningJob;
  result: ImportResult;
  places: Places;
  /** Writes in one step, and adds `count` to the `result`. Throws JobLost if the job is no longer ours. */
  write(
    build: (orm: Orm) => readonly Statement[],
    more?: { count?: Partial<ImportResult>; verify?: (rows: readonly unknown[][]) => void },
  ): Promise<void>;
};

/** A file of the archive. It is read once, by either function. `check` throws if the file does not match the manifest. */
export type CheckedFile = {
  bytes(): AsyncIterable<Buffer>;
  values(paths: string[]): ReturnType<typeof jsonValues>;
  check(): void;
};
