/** One database for everybody who uses this browser; each record belongs to one person. */
export const databaseName = 'noek-chats';
/** Where the look of the conversation that was open last is kept; see `useKeptView`. `public/kept-view.js` reads it, too. */
export const keptViewKey = 'noek_kept_view';

/** Removes the kept look of a conversation. */
export function forgetKeptView(): void {
  try {
    localStorage.removeItem(keptViewKey);
  } catch {
    // Storage is switched off, so nothing was kept.
  }
}

/** Removes the whole local cache from this device, if there is one. Open tabs release it automatically. */
export function forgetLocalCache(): void {
  forgetKeptView();
  try {
    indexedDB.deleteDatabase(databaseName);
  } catch {
    // Storage is switched off, so nothing was kept.
  }
}
