import { waitingFilesDatabase } from './waiting-file.ts';

/** Removes the files that no draft and no unsent message has any more, also those that were added just now. */
export function sweepWaitingFiles(): void {
  import('./kept-files.ts').then(({ sweep }) => sweep(0)).catch(forgetWaitingFiles);
}

/** Removes all files that wait on this device. Open tabs release them automatically. */
export function forgetWaitingFiles(): void {
  try {
    indexedDB.deleteDatabase(waitingFilesDatabase);
  } catch {
    // Storage is switched off, so nothing was kept.
  }
}
