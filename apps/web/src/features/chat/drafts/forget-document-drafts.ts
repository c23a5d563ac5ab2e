export const draftsDatabase = 'noek-document-drafts';
/** The prefix of what is kept beside the database. */
export const besideDrafts = `${draftsDatabase}:`;
/** Kept while a saved text waits for a connection, so that the next page sends it without looking for it first. */
export const waitsKey = 'noek-document-drafts:waits';

/** Called when all unsaved text of documents is removed, for what this page still holds of it. */
export const onDraftsForgotten = new Set<() => void>();

/** Removes all unsaved text of documents from this device. Open tabs release it automatically. */
export function forgetDocumentDrafts(): void {
  for (const forget of onDraftsForgotten) forget();
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(besideDrafts)) localStorage.removeItem(key);
    indexedDB.deleteDatabase(draftsDatabase);
  } catch {
    // Storage is switched off, so nothing was kept.
  }
}

/** Whether a saved text may wait on this device for a connection. */
export function mayWait(): boolean {
  try {
    return waitsKey in localStorage;
  } catch {
    return false;
  }
}
