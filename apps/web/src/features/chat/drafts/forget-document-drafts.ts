export const draftsDatabase = 'noek-document-drafts';
const waitingKey = 'noek_document_drafts_wait';

/** Called when all unsaved text of documents is removed, for what this page still holds of it. */
export const onDraftsForgotten = new Set<() => void>();

/** Notes whether a saved text waits for a connection, so that the next page sends it without looking for it first. */
export function noteWaiting(waits: boolean): void {
  try {
    if (waits) localStorage.setItem(waitingKey, '1');
    else localStorage.removeItem(waitingKey);
  } catch {
    // Storage is switched off, so nothing is kept.
  }
}

/** Whether a saved text may wait on this device for a connection. */
export function mayWait(): boolean {
  try {
    return localStorage.getItem(waitingKey) !== null;
  } catch {
    return false;
  }
}

/** Removes all unsaved text of documents from this device. Open tabs release it automatically. */
export function forgetDocumentDrafts(): void {
  noteWaiting(false);
  for (const forget of onDraftsForgotten) forget();
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(`${draftsDatabase}:`)) localStorage.removeItem(key);
    indexedDB.deleteDatabase(draftsDatabase);
  } catch {
    // Storage is switched off, so nothing was kept.
  }
}
