/** One database for everybody who uses this browser; each record belongs to one person. */
export const databaseName = 'noek-chats';
/** Where the look of the conversation that was open last is kept; see `useKeptView`. `public/kept-view.js` reads it, too. */
export const keptViewKey = 'noek_kept_view';
/** Where formatted dates are kept; see `kept-dates.ts`. */
export const keptDatesKey = 'noek_kept_dates';

/** Removes the kept look of a conversation. */
export const forgetKeptView = (): void => forget(keptViewKey);

/** Removes what is kept under a key. */
export function forget(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage is switched off, so nothing was kept.
  }
}

/** Removes the whole local cache from this device, if there is one. Open tabs release it automatically. */
export function forgetLocalCache(): void {
  forgetKeptView();
  forget(keptDatesKey);
  try {
    indexedDB.deleteDatabase(databaseName);
  } catch {
    // Storage is switched off, so nothing was kept.
  }
}
