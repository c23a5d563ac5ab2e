import type { archiveValues } from './archive-values.ts';

/** A file of the archive. It is read once, by either function. `check` throws if the file does not match the manifest. */
export type CheckedFile = {
  bytes(): AsyncIterable<Buffer>;
  values(paths: string[]): ReturnType<typeof archiveValues>;
  check(): void;
};
