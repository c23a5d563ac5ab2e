import { setTimeout as wait } from 'node:timers/promises';
import { BackgroundWork } from '../../../background-work.ts';
import type { Deps } from '../../../deps.ts';
import { deletionTopic } from '../../auth/account/announce-deletion.ts';
import { abandonedMs, removeAbandonedUploads } from '../adding/receive-file.ts';
import { purgeBlobs } from '../blobs/blobs.ts';
import { purgeUnusedFiles } from './remove-files.ts';

/** Bytes are gone within a minute after their last file. An upload protects them for 20 seconds. */
const everyMs = 15_000;
const pauseMs = 5;
const failure = 'files that nothing refers to could not be removed';

const unfinishedEveryMs = 10 * 60_000;
const unfinishedFailure = 'what was left of uploads could not be removed';

export type FileKeeping = {
  start(): void;
  /** Removes files and bytes that nothing refers to, soon. */
  wake(): void;
  /** Ends after the current step. */
  stop(): Promise<boolean>;
};

/** Removes files without a message, and bytes without a file. Every process does it, and only one of them removes the same bytes. */
export function createFileKeeping(deps: Deps): FileKeeping {
  const work = new BackgroundWork(deps.log);
  const stopping = new AbortController();
  let running = false;
  let asked = false;
  let stopListening = () => {};

  async function run(): Promise<void> {
    if (running) return;
    running = true;
    try {
      while (asked && !stopping.signal.aborted) {
        asked = false;
        let removed = false;
        while (!stopping.signal.aborted) {
          if (await purgeUnusedFiles(deps)) removed = true;
          else if (!(await purgeBlobs(deps))) break;
          await wait(pauseMs);
        }
        // Their names and texts were in the database.
        if (removed) deps.db.eraseDeleted();
      }
    } finally {
      running = false;
    }
  }

  const wake = () => {
    asked = true;
    work.run(failure, run);
  };

  return {
    start() {
      stopListening = deps.db.listen((topic) => {
        if (topic === deletionTopic) wake();
      }, wake);
      work.run(unfinishedFailure, () => removeUnfinished(deps));
      // What a crash left a moment before this start is too young to be told from uploads of another process.
      work.every(unfinishedEveryMs, unfinishedFailure, () => removeUnfinished(deps));
      work.every(everyMs, failure, async () => wake());
      wake();
    },
    wake,
    stop() {
      stopListening();
      stopping.abort();
      return work.close(3_000);
    },
  };
}

/** Removes what a process that died left of uploads, where they arrive and where they are stored. */
async function removeUnfinished(deps: Deps): Promise<void> {
  await removeAbandonedUploads(deps);
  await deps.fileStore.removeUnfinished(new Date(Date.now() - abandonedMs));
}
