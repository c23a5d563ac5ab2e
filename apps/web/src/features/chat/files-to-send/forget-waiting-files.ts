import { waitingFilesDatabase } from './waiting-file.ts';

/** Removes the files that neither a draft nor an unsent message has, even if they were added a moment ago. */
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
