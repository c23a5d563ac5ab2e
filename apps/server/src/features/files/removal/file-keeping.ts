import { setTimeout as wait } from 'node:timers/promises';
import type { Deps } from '../../../deps.ts';
import { Worker } from '../../../worker.ts';
import { deletionTopic } from '../../auth/account/announce-deletion.ts';
import { abandonedMs, removeAbandonedUploads } from '../adding/receive-file.ts';
import { purgeBlobs } from '../blobs/blobs.ts';
import { purgeUnusedFiles } from './remove-files.ts';

const pauseMs = 5;

export type FileKeeping = Pick<Worker, 'start' | 'wake' | 'stop'>;

/** Removes files without a message, and bytes without a file. Every process does it, and only one of them removes the same bytes. */
export const createFileKeeping = (deps: Deps): FileKeeping =>
  new Worker(deps, {
    topic: deletionTopic,
    failure: 'files that nothing refers to could not be removed',
    // Bytes are gone within a minute after their last file. An upload protects them for 20 seconds.
    pollEveryMs: 15_000,
    step: (signal) => removeUnused(deps, signal),
    // What a crash left a moment before this start is too young to be distinguished from uploads of another process.
    purge: {
      everyMs: 10 * 60_000,
      failure: 'what was left of uploads could not be removed',
      run: () => removeUnfinished(deps),
    },
  });

async function removeUnused(deps: Deps, signal: AbortSignal): Promise<false> {
  let removed = false;
  while (!signal.aborted) {
    if (await purgeUnusedFiles(deps)) removed = true;
    else if (!(await purgeBlobs(deps))) break;
    await wait(pauseMs);
  }
  // Their names and texts were in the database.
  if (removed) deps.db.eraseDeleted();
  return false;
}

/** Removes what a process that died left of uploads, where they arrive and where they are stored. */
async function removeUnfinished(deps: Deps): Promise<void> {
  await removeAbandonedUploads(deps);
  await deps.fileStore.removeUnfinished(new Date(Date.now() - abandonedMs));
}
