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
  /**
   * Writes in one step, if the job is still ours, together with what `result` counts after `count`. Throws JobLost otherwise.
   */
  write(
    build: (orm: Orm) => readonly Statement[],
    more?: { count?: Partial<ImportResult>; verify?: (rows: readonly unknown[][]) => void },
  ): Promise<void>;
};

/** A file of the archive. It is read once, by either function. `check` throws unless what was read is what the manifest says. */
export type CheckedFile = {
  bytes(): AsyncIterable<Buffer>;
  values(paths: string[]): ReturnType<typeof jsonValues>;
  check(): void;
};
